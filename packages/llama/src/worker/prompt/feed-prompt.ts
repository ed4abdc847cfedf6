import type { LlamaContextSequence, Token } from 'node-llama-cpp';

import { noContextShift } from '../context-shift.js';
import type { Passes, Seat } from '../passes/passes.js';

/** The one thing of a sequence that reading a prompt needs. */
export type PromptReader = Pick<LlamaContextSequence, 'evaluateWithoutGeneratingNewTokens'>;

/**
 * Evaluates all pieces of a prompt but the last, which it returns: the first token of the answer comes with that one. Throws
 * the signal's reason between two pieces.
 */
export async function feedPrompt(
  sequence: PromptReader,
  tokens: readonly Token[],
  passes: Passes,
  seat: Seat,
): Promise<readonly Token[]> {
  let at = 0;
  for (let { piece } = passes; tokens.length - at > piece; { piece } = passes) {
    const chunk = tokens.slice(at, at + piece);
    await passes.read(seat, chunk.length, () =>
      sequence.evaluateWithoutGeneratingNewTokens(chunk, { contextShift: noContextShift }),
    );
    at += chunk.length;
  }
  return tokens.slice(at);
}
