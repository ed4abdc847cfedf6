import type { LlamaContextSequence, Token } from 'node-llama-cpp';

import { noContextShift } from './context-shift.js';

/** What one chunk should take: a cancel is noticed between chunks. Milliseconds. */
const chunkTarget = 80;
const smallestChunk = 16;
const largestChunk = 512;

/** The one thing of a sequence that reading a prompt needs. */
export type PromptReader = Pick<LlamaContextSequence, 'evaluateWithoutGeneratingNewTokens'>;

/**
 * Evaluates tokens without generating. They go in chunks whose size follows the speed of the machine, so that a cancel
 * is noticed within about {@link chunkTarget} and other sequences get their turn.
 */
export async function feedPrompt(sequence: PromptReader, tokens: readonly Token[], signal: AbortSignal): Promise<void> {
  let size = 128;
  for (let at = 0; at < tokens.length; ) {
    signal.throwIfAborted();
    const chunk = tokens.slice(at, at + size);
    const started = performance.now();
    await sequence.evaluateWithoutGeneratingNewTokens(chunk, { contextShift: noContextShift });
    at += chunk.length;
    const perToken = (performance.now() - started) / chunk.length;
    size = Math.round(Math.min(largestChunk, Math.max(smallestChunk, chunkTarget / Math.max(perToken, 0.01))));
  }
}
