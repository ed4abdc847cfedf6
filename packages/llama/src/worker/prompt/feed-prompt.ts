import type { LlamaContextSequence, Token } from 'node-llama-cpp';

import { noContextShift } from '../no-context-shift.js';
import type { BatchScheduler, SequenceHandle } from '../batches/batch-scheduler.js';

/** The only sequence method that reading a prompt needs. */
export type PromptReader = Pick<LlamaContextSequence, 'evaluateWithoutGeneratingNewTokens'>;

/**
 * Evaluates all prefill chunks of a prompt except the last, which it returns, because its evaluation yields the first
 * token. Throws the signal's reason between two chunks.
 */
export async function feedPrompt(
  sequence: PromptReader,
  tokens: readonly Token[],
  batchScheduler: BatchScheduler,
  handle: SequenceHandle,
): Promise<readonly Token[]> {
  let at = 0;
  for (
    let { prefillChunkSize } = batchScheduler;
    tokens.length - at > prefillChunkSize;
    { prefillChunkSize } = batchScheduler
  ) {
    const chunk = tokens.slice(at, at + prefillChunkSize);
    await batchScheduler.read(handle, chunk.length, () =>
      sequence.evaluateWithoutGeneratingNewTokens(chunk, { contextShift: noContextShift }),
    );
    at += chunk.length;
  }
  return tokens.slice(at);
}
