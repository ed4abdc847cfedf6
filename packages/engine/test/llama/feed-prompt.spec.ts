import { setTimeout as pause } from 'node:timers/promises';

import type { Token } from 'node-llama-cpp';

import { feedPrompt, type PromptReader } from '#src/generators/llama/worker/feed-prompt.js';
import { Passes, type Seat } from '#src/generators/llama/worker/passes.js';

/** Reads as slowly as a large model on a small processor: the built-in model is too fast to be caught reading. */
class SlowReader implements PromptReader {
  readonly read: number[] = [];
  readonly #perToken: number;

  constructor(millisecondsPerToken: number) {
    this.#perToken = millisecondsPerToken;
  }

  async evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void> {
    await pause(tokens.length * this.#perToken);
    this.read.push(tokens.length);
  }
}

const prompt = Array.from({ length: 2_000 }, (_, index) => index as Token);
const seat = (signal = new AbortController().signal): Seat => ({ place: 0, signal });
const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0);

describe('reading a prompt', () => {
  it('reads every token once, and leaves the last piece to whoever wants the first token', async () => {
    const reader = new SlowReader(0.05);
    const last = await feedPrompt(reader, prompt, new Passes(), seat());
    expect(last.length).toBeGreaterThan(0);
    expect(sum(reader.read) + last.length).toBe(prompt.length);
    expect(last).toEqual(prompt.slice(-last.length));
  });

  it('takes pieces that fit the speed, so that a cancel is noticed within 200 ms', async () => {
    const reader = new SlowReader(1);
    const control = new AbortController();
    const reading = feedPrompt(reader, prompt, new Passes(), seat(control.signal));
    await pause(300);
    const asked = performance.now();
    control.abort();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(performance.now() - asked).toBeLessThan(200);
    expect(reader.read.every((length) => length <= 128)).toBe(true);
  });

  it('takes larger pieces where the machine is quicker, from the first one on when it has been measured before', async () => {
    const passes = new Passes();
    await feedPrompt(new SlowReader(0.1), prompt, passes, seat());
    const reader = new SlowReader(0.1);
    await feedPrompt(reader, prompt, passes, seat());
    expect(Math.min(...reader.read)).toBeGreaterThan(64);
    expect(reader.read.every((length) => length % 64 === 0)).toBe(true);
  });

  it('never takes less than a kernel needs to be quick, however slow the machine is', async () => {
    const reader = new SlowReader(5);
    await feedPrompt(reader, prompt.slice(0, 200), new Passes(), seat());
    expect(reader.read).toEqual([64, 64, 64]);
  });

  it('does nothing for a request that is cancelled already', async () => {
    const reader = new SlowReader(0);
    await expect(feedPrompt(reader, prompt, new Passes(), seat(AbortSignal.abort()))).rejects.toThrow(/abort/i);
    expect(reader.read).toEqual([]);
  });
});
