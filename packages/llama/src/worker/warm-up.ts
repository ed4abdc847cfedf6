import type { LlamaContextSequence, Token } from 'node-llama-cpp';

import { noContextShift } from './no-context-shift.js';
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
  /** Receives the time of a prefill chunk of each size. */
  readonly chunkSizer: PrefillChunkSizer;
}

/** Maximum batch width for which GPU engines have specialized code; wider batches share one code path. */
const specializedWidths = 8;
/**
 * Number of warm-up rounds: later in a conversation the engine uses other code, which the second round reaches if the
 * context is long enough.
 */
const rounds = 2;
/** The remainder of a prompt may be smaller than a tile, which uses other code, too. */
const minRemaining = tile / 4;

/**
 * Runs every operation that completions need on a GPU once: the driver compiles code on first use, for seconds, and
 * would otherwise delay a client's token. An engine that cannot run on this GPU at all fails here, too, and not with
 * every request.
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
      const startedAt = performance.now();
      await first.evaluateWithoutGeneratingNewTokens(
        Array.from({ length: size }, () => token),
        { contextShift: noContextShift },
      );
      // In the first round it is compiling that takes the time.
      if (round > 0) chunkSizer.recordTime(size, performance.now() - startedAt);
    }
  }
  for (let width = 1; width <= Math.min(specializedWidths, sequences.length); width += 1) {
    await Promise.all(sequences.slice(0, width).map((sequence) => nextToken(sequence, token)));
  }
  for (const sequence of sequences) await sequence.clearHistory();
}

/** Evaluates one token, as for a completion. */
async function nextToken(sequence: WarmableSequence, token: Token): Promise<void> {
  const tokens = sequence.evaluate([token], { temperature: 0, contextShift: noContextShift });
  await tokens.next();
  await tokens.return();
}
