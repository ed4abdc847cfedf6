import { usageOfLog } from '@org/dialects/responses';
import type { StoredSteps, TurnEvent, TurnRecord } from '@org/engine';
import { parseEvent } from './end-stored.js';

/**
 * The steps after which a response can continue: those of its record, where the log ends with a tool of these steps.
 * Undefined where readers have received part of a generation that followed: repeated, it would differ.
 */
export function storedSteps({ output }: TurnRecord, log: readonly TurnEvent[]): StoredSteps | undefined {
  const parts = output.flatMap((message) => message.parts);
  if (parts.length === 0) return undefined;
  const events = log.map(parseEvent);
  const last = events.findLast(({ type }) => type === 'response.output_item.added');
  if (last?.type !== 'response.output_item.added') return undefined;
  const { id } = last.item;
  if (!parts.some((part) => part.type === 'opaque' && part.value['id'] === id)) return undefined;
  const usage = usageOfLog(events);
  return { parts, ...(usage !== undefined && { usage }) };
}
