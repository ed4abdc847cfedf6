// What an answer has cost of which only the events are left: what its upstream had counted went with its maker.
import { emptyUsage, type Usage } from '@org/engine';
import type { SentEvent } from './sent-event.js';

/** A token for each piece that was shown, as for an upstream that never tells. Undefined before the answer began. */
export function usageOfLog(sentEvents: readonly SentEvent[]): Usage | undefined {
  if (!sentEvents.some(({ type }) => type === 'response.in_progress')) return undefined;
  const deltas = sentEvents.filter(({ type }) => type.endsWith('.delta'));
  const reasoning = deltas.filter(({ type }) => type.startsWith('response.reasoning'));
  return { ...emptyUsage, outputTokens: deltas.length, reasoningTokens: reasoning.length, estimated: true };
}
