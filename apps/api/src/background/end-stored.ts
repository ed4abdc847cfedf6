import { closeResponse, type SentEvent } from '@org/dialects/responses';
import {
  parseExactly,
  type EngineError,
  type JsonObject,
  type StoredItem,
  type TurnEvent,
  type TurnRecord,
  type Usage,
} from '@org/engine';
import type { PolicySettings } from '../config/service-file.js';

/** The end of a stored response, to be written atomically. */
export interface StoredEnd {
  readonly record: TurnRecord;
  /** The last events as JSON text. */
  readonly events: readonly string[];
  /** Known usage; undefined where the response had not started. */
  readonly usage: Usage | undefined;
}

type UsageNames = PolicySettings['usageNames'];

/** Ends a response from its stored data after its worker has crashed. */
export function endStored(
  stored: TurnRecord,
  log: readonly TurnEvent[],
  error: EngineError,
  usageNames: UsageNames,
): StoredEnd {
  const { response, events, parts, usage } = closeResponse(log.map(parseEvent), error, usageNames);
  const output = response.output.map((item): StoredItem => ({
    id: String(item['id']),
    side: 'output',
    value: item as JsonObject,
  }));
  return {
    record: {
      ...stored,
      status: error.code === 'cancelled' ? 'cancelled' : 'failed',
      output: parts.length === 0 ? [] : [{ role: 'assistant', parts }],
      items: [...stored.items.filter(({ side }) => side === 'input'), ...output],
      payload: response as JsonObject,
    },
    events: events.map((event) => JSON.stringify(event)),
    usage,
  };
}

/** The same for a response with an unreadable log: without any output. */
export function endWithoutLog(stored: TurnRecord, error: EngineError, usageNames: UsageNames): TurnRecord {
  const created = { type: 'response.created', sequence_number: 0, response: { ...stored.payload, output: [] } };
  return endStored(stored, [{ seq: 0, data: JSON.stringify(created) }], error, usageNames).record;
}

/** Parses an event of the service's own log, written by `JSON.stringify`. */
export function parseEvent({ data }: TurnEvent): SentEvent {
  return parseExactly(data) as unknown as SentEvent;
}
