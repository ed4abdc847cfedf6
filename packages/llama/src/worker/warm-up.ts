import type { LlamaContextSequence, Token } from 'node-llama-cpp';

import { noContextShift } from './context-shift.js';
import { maxPrefillChunkTokens, tile, type PrefillChunkSizer } from './batches/prefill-chunk-sizer.js';

/** What of a sequence a warm-up needs. */
export type WarmableSequence = Pick<
  LlamaContextSequence,
  'nextTokenIndex' | 'evaluate' | 'evaluateWithoutGeneratingNewTokens' | 'clearHistory'
>;

export interface WarmUpOptions {
  /** Any token of the model. */
  readonly token: Token;
  readonly contextLength: number;
  /** Told how long a piece of each size takes. */
  readonly chunkSizer: PrefillChunkSizer;
}

/** Engines for graphics processors have code of its own for each number of answers in a pass, up to this one, and the same for more. */
const specializedWidths = 8;
/** Further into a conversation they take other code: the second round is there, if the context is long enough. */
const rounds = 2;
/** What is left of a prompt may be less than a tile, and takes other code, too. */
const minRemaining = tile / 4;

/**
 * Does everything once that answers will need of a graphics processor: the driver compiles what is used for the first time, for seconds, and would do
 * so while somebody waits for a token. An engine that cannot run on this processor at all ends here, too, and not with every request.
 */
export async function warmUp(
  sequences: readonly WarmableSequence[],
  { token, contextLength, chunkSizer }: WarmUpOptions,
): Promise<void> {
  const [first] = sequences;
  if (first === undefined) return;
  for (let round = 0; round < rounds; round += 1) {
    for (
      let size = minRemaining;
      size <= maxPrefillChunkTokens && first.nextTokenIndex + size + specializedWidths < contextLength;
      size *= 2
    ) {
      const began = performance.now();
      await first.evaluateWithoutGeneratingNewTokens(
        Array.from({ length: size }, () => token),
        { contextShift: noContextShift },
      );
      // In the first round it is compiling that takes the time.
      if (round > 0) chunkSizer.took(size, performance.now() - began);
    }
  }
  for (let width = 1; width <= Math.min(specializedWidths, sequences.length); width += 1) {
    await Promise.all(sequences.slice(0, width).map((sequence) => nextToken(sequence, token)));
  }
  for (const sequence of sequences) await sequence.clearHistory();
}

/** Evaluates one token, as for an answer. */
async function nextToken(sequence: WarmableSequence, token: Token): Promise<void> {
  const tokens = sequence.evaluate([token], { temperature: 0, contextShift: noContextShift });
  await tokens.next();
  await tokens.return();
}
