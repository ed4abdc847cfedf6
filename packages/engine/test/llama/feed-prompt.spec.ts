import { setTimeout as pause } from 'node:timers/promises';

import type { Token } from 'node-llama-cpp';

import { feedPrompt, type PromptReader } from '#src/generators/llama/worker/feed-prompt.js';

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

describe('reading a prompt', () => {
  it('reads every token once', async () => {
    const reader = new SlowReader(0.05);
    await feedPrompt(reader, prompt, new AbortController().signal);
    expect(reader.read.reduce((sum, length) => sum + length, 0)).toBe(prompt.length);
  });

  it('takes chunks that fit the speed, so that a cancel is noticed within 200 ms', async () => {
    const reader = new SlowReader(1);
    const control = new AbortController();
    const reading = feedPrompt(reader, prompt, control.signal);
    await pause(300);
    const asked = performance.now();
    control.abort();
    await expect(reading).rejects.toThrow(/abort/i);
    expect(performance.now() - asked).toBeLessThan(200);
    expect(reader.read.slice(1).every((length) => length <= 100)).toBe(true);
  });

  it('does nothing for a request that is cancelled already', async () => {
    const reader = new SlowReader(0);
    await expect(feedPrompt(reader, prompt, AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(reader.read).toEqual([]);
  });
});
