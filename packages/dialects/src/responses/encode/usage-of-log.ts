// Usage of a response of which only the events remain: the upstream's counts were lost with the process that made it.
import { emptyUsage, type Usage } from '@org/engine';
import type { SentEvent } from './sent-event.js';

/**
 * Counts one token per streamed delta, as for an upstream that reports no usage. Undefined before the response
 * starts.
 */
export function usageOfLog(sentEvents: readonly SentEvent[]): Usage | undefined {
  if (!sentEvents.some(({ type }) => type === 'response.in_progress')) return undefined;
  const deltas = sentEvents.filter(({ type }) => type.endsWith('.delta'));
  const reasoning = deltas.filter(({ type }) => type.startsWith('response.reasoning'));
  return { ...emptyUsage, outputTokens: deltas.length, reasoningTokens: reasoning.length, estimated: true };
}
