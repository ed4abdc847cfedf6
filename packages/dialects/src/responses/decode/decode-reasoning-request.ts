// Decodes `reasoning.effort`.
import type { ReasoningRequest } from '@org/engine';
import type { Reasoning } from '@org/protocol/responses';

/** A `reasoning` without an effort requests a form of summary and leaves the rest to the model. */
export function decodeReasoningRequest(
  reasoning: Pick<Reasoning, 'effort'> | null | undefined,
): ReasoningRequest | undefined {
  const effort = reasoning?.effort;
  if (effort === undefined || effort === null) return undefined;
  return effort === 'none' ? { enabled: false } : { enabled: true, effort };
}
