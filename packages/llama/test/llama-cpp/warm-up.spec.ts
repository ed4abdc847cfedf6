import { demoModelPath } from '@org/demo-model';
import { getLlama, LlamaLogLevel, type Token } from 'node-llama-cpp';

import { GpuPrefillChunkSizer } from '#src/worker/batches/gpu-prefill-chunk-sizer.js';
import { warmUp, type WarmableSequence } from '#src/worker/warm-up.js';

import { timeoutMs } from '../demo.js';

const token = 1 as Token;

/** Sequences that record their operations, and the number of completions per decode batch. */
class Watched {
  /** For each prefill chunk: the number of tokens in the sequence before, and the number of tokens read. */
  readonly read: { readonly at: number; readonly tokens: number }[] = [];
  /** Number of completions in each decode batch. */
  readonly widths: number[] = [];
  #together = 0;
  readonly sequences: readonly WarmableSequence[];

  constructor(count: number) {
    this.sequences = Array.from({ length: count }, () => this.#sequence());
  }

  #sequence(): WarmableSequence {
    let tokenCount = 0;
    return {
      get nextTokenIndex() {
        return tokenCount;
      },
      evaluateWithoutGeneratingNewTokens: async (tokens) => {
        this.read.push({ at: tokenCount, tokens: tokens.length });
        tokenCount += tokens.length;
      },
      evaluate: (tokens) =>
        this.#evaluate(() => {
          tokenCount += tokens.length;
        }),
      clearHistory: async () => {
        tokenCount = 0;
      },
    };
  }

  async *#evaluate(evaluated: () => void): AsyncGenerator<Token, void> {
    this.#together += 1;
    if (this.#together === 1) {
      setImmediate(() => {
        this.widths.push(this.#together);
        this.#together = 0;
      });
    }
    await new Promise(setImmediate);
    evaluated();
    yield token;
  }
}

describe('what is done on a graphics processor before a model counts as loaded', () => {
  it('reads a chunk of every size and smaller remainders, at the start of a conversation and later', async () => {
    const watched = new Watched(4);
    await warmUp(watched.sequences, { token, contextLength: 4_096, chunkSizer: new GpuPrefillChunkSizer() });
    expect(watched.read.map(({ tokens }) => tokens)).toEqual([16, 32, 64, 128, 256, 512, 16, 32, 64, 128, 256, 512]);
    expect(watched.read.map(({ at }) => at)).toEqual([
      0, 16, 48, 112, 240, 496, 1_008, 1_024, 1_056, 1_120, 1_248, 1_504,
    ]);
  });

  it.each([
    [1, [1]],
    [4, [1, 2, 3, 4]],
    [32, [1, 2, 3, 4, 5, 6, 7, 8]],
  ])('generates a token for every number of completions, up to eight, of %d slots', async (slots, widths) => {
    const watched = new Watched(slots);
    await warmUp(watched.sequences, { token, contextLength: 4_096, chunkSizer: new GpuPrefillChunkSizer() });
    expect(watched.widths).toEqual(widths);
  });

  it('fits the context', async () => {
    const watched = new Watched(4);
    await warmUp(watched.sequences, { token, contextLength: 256, chunkSizer: new GpuPrefillChunkSizer() });
    expect(watched.read.map(({ tokens }) => tokens)).toEqual([16, 32, 64, 128]);
  });

  it('leaves every sequence empty', async () => {
    const { sequences } = new Watched(4);
    await warmUp(sequences, { token, contextLength: 4_096, chunkSizer: new GpuPrefillChunkSizer() });
    expect(sequences.map(({ nextTokenIndex }) => nextTokenIndex)).toEqual([0, 0, 0, 0]);
  });

  it('reports the time of a chunk so that prompts use large chunks at once', async () => {
    const chunkSizer = new GpuPrefillChunkSizer();
    await warmUp(new Watched(4).sequences, { token, contextLength: 4_096, chunkSizer });
    expect(chunkSizer.size).toBe(512);
  });

  it("fails with the engine's message where it cannot run", async () => {
    const { sequences } = new Watched(1);
    const [sequence] = sequences;
    const broken: WarmableSequence[] =
      sequence === undefined
        ? []
        : [{ ...sequence, evaluateWithoutGeneratingNewTokens: () => Promise.reject(new Error('no kernel image')) }];
    await expect(
      warmUp(broken, { token, contextLength: 4_096, chunkSizer: new GpuPrefillChunkSizer() }),
    ).rejects.toThrow('no kernel image');
  });

  it(
    "does not change the model's completions",
    async () => {
      const llama = await getLlama({
        gpu: false,
        build: 'never',
        skipDownload: true,
        maxThreads: 1,
        logLevel: LlamaLogLevel.error,
      });
      try {
        const model = await llama.loadModel({ modelPath: demoModelPath, gpuLayers: 0 });
        const context = await model.createContext({ contextSize: 512, sequences: 2, threads: 1 });
        const sequences = [context.getSequence(), context.getSequence()];
        const generateAll = () =>
          Promise.all(
            sequences.map(async (sequence) => {
              const outputTokens: Token[] = [];
              for await (const next of sequence.evaluate(model.tokenize('The capital of France'), { temperature: 0 })) {
                if (outputTokens.push(next) === 8) break;
              }
              await sequence.clearHistory();
              return outputTokens;
            }),
          );
        const before = await generateAll();
        await warmUp(sequences, {
          token: model.tokenize('a')[0] ?? token,
          contextLength: 512,
          chunkSizer: new GpuPrefillChunkSizer(),
        });
        expect(sequences.map(({ nextTokenIndex }) => nextTokenIndex)).toEqual([0, 0]);
        expect(await generateAll()).toEqual(before);
      } finally {
        await llama.dispose();
      }
    },
    timeoutMs,
  );
});
