import type { Token } from 'node-llama-cpp';

import { feedPrompt, type PromptReader } from '#src/worker/prompt/feed-prompt.js';
import { GpuPrefillChunkSizer } from '#src/worker/batches/gpu-prefill-chunk-sizer.js';
import { BatchScheduler, type SequenceHandle } from '#src/worker/batches/batch-scheduler.js';

/** Simulated clock in milliseconds that only a reader advances, so that no test depends on the machine. */
let time = 0;
const now = performance.now.bind(performance);
beforeEach(() => {
  performance.now = () => time;
});
afterEach(() => {
  performance.now = now;
});

/** Reads as slowly as a large model on a small processor: the built-in model is too fast to be caught reading. */
class SlowReader implements PromptReader {
  readonly read: number[] = [];
  readonly #perToken: number;
  readonly #onStart: () => void;

  constructor(millisecondsPerToken: number, onStart: () => void = () => undefined) {
    this.#perToken = millisecondsPerToken;
    this.#onStart = onStart;
  }

  async evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void> {
    this.#onStart();
    time += tokens.length * this.#perToken;
    this.read.push(tokens.length);
  }
}

const prompt = Array.from({ length: 2_000 }, (_, index) => index as Token);
const seat = (signal = new AbortController().signal): SequenceHandle => ({ sequenceIndex: 0, signal });
const sum = (lengths: readonly number[]): number => lengths.reduce((total, length) => total + length, 0);

describe('reading a prompt', () => {
  it('reads every token once and leaves the last chunk for the first generated token', async () => {
    const reader = new SlowReader(0.05);
    const last = await feedPrompt(reader, prompt, new BatchScheduler(), seat());
    expect(last.length).toBeGreaterThan(0);
    expect(sum(reader.read) + last.length).toBe(prompt.length);
    expect(last).toEqual(prompt.slice(-last.length));
  });

  it('sizes chunks by speed so that a cancel takes effect within 200 ms', async () => {
    const control = new AbortController();
    let asked = Infinity;
    // The worst moment for a cancel is the start of a chunk.
    const reader = new SlowReader(1, () => {
      if (reader.read.length < 3 || control.signal.aborted) return;
      asked = time;
      control.abort();
    });
    await expect(feedPrompt(reader, prompt, new BatchScheduler(), seat(control.signal))).rejects.toThrow(/abort/i);
    expect(time - asked).toBeLessThan(200);
    expect(reader.read).toHaveLength(4);
    expect(reader.read.every((length) => length <= 128)).toBe(true);
  });

  it('uses larger chunks on a faster machine, from the first one on when it was measured before', async () => {
    const batchScheduler = new BatchScheduler();
    await feedPrompt(new SlowReader(0.1), prompt, batchScheduler, seat());
    const reader = new SlowReader(0.1);
    await feedPrompt(reader, prompt, batchScheduler, seat());
    expect(Math.min(...reader.read)).toBeGreaterThan(64);
    expect(reader.read.every((length) => length % 64 === 0)).toBe(true);
  });

  it('uses the largest chunks on a GPU that compiles before its first batch and then takes constant time', async () => {
    const reader: PromptReader & { readonly read: number[] } = {
      read: [],
      async evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void> {
        time += reader.read.length === 0 ? 8_000 : 140;
        reader.read.push(tokens.length);
      },
    };
    await feedPrompt(reader, prompt, new BatchScheduler({ chunkSizer: new GpuPrefillChunkSizer() }), seat());
    expect(reader.read).toEqual([64, 64, 128, 256, 512, 512]);
  });

  it('never uses chunks below the efficient kernel size, however slow the machine is', async () => {
    const reader = new SlowReader(5);
    await feedPrompt(reader, prompt.slice(0, 200), new BatchScheduler(), seat());
    expect(reader.read).toEqual([64, 64, 64]);
  });

  it('does nothing for an already cancelled request', async () => {
    const reader = new SlowReader(0);
    await expect(feedPrompt(reader, prompt, new BatchScheduler(), seat(AbortSignal.abort()))).rejects.toThrow(/abort/i);
    expect(reader.read).toEqual([]);
  });
});
