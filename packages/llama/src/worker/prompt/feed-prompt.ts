import type { LlamaContextSequence, Token } from 'node-llama-cpp';

import { noContextShift } from '../context-shift.js';
import type { BatchScheduler, Seat } from '../batches/batch-scheduler.js';

/** The one thing of a sequence that reading a prompt needs. */
export type PromptReader = Pick<LlamaContextSequence, 'evaluateWithoutGeneratingNewTokens'>;

/**
 * Evaluates all pieces of a prompt but the last, which it returns: the first token of the answer comes with that one. Throws
 * the signal's reason between two pieces.
 */
export async function feedPrompt(
  sequence: PromptReader,
  tokens: readonly Token[],
  batchScheduler: BatchScheduler,
  seat: Seat,
): Promise<readonly Token[]> {
  let at = 0;
  for (
    let { prefillChunkSize } = batchScheduler;
    tokens.length - at > prefillChunkSize;
    { prefillChunkSize } = batchScheduler
  ) {
    const chunk = tokens.slice(at, at + prefillChunkSize);
    await batchScheduler.read(seat, chunk.length, () =>
      sequence.evaluateWithoutGeneratingNewTokens(chunk, { contextShift: noContextShift }),
    );
    at += chunk.length;
  }
  return tokens.slice(at);
}
