// Converts a response to the events of an equivalent stream, to replay stored responses and to test stream readers.
import type { KnownResponseEvent } from '../events/stream-event.js';
import { itemGrowth, openingItem } from './item-growth.js';
import type { ResponseOutputItem } from '../items/output-item.js';
import type { ResponseError } from '../response/response-error.js';
import type { Response } from '../response/response.js';

/**
 * The events of a finished response. Deterministic: each text is one delta, and the last event holds the response
 * unchanged.
 */
export function responseEvents(response: Response): KnownResponseEvent[] {
  const running: Response = {
    ...response,
    status: 'in_progress',
    completed_at: null,
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
  };
  const events: KnownResponseEvent[] = [
    { type: 'response.created', sequence_number: 0, response: running },
    { type: 'response.in_progress', sequence_number: 0, response: running },
    ...response.output.flatMap(outputItemEvents),
    ...(response.status === 'failed' && response.error !== null ? [errorEventOf(response.error)] : []),
    { type: endOf(response.status), sequence_number: 0, response },
  ];
  return events.map((event, sequence_number) => Object.assign(event, { sequence_number }));
}

/** The events of one item, from `output_item.added` to `output_item.done`; `sequence_number` is 0 in all of them. */
export function outputItemEvents(item: ResponseOutputItem, outputIndex: number): KnownResponseEvent[] {
  const position = { output_index: outputIndex, sequence_number: 0 };
  return [
    { type: 'response.output_item.added', ...position, item: openingItem(item) },
    ...itemGrowth(item, { ...position, item_id: String(item['id']) }),
    { type: 'response.output_item.done', ...position, item },
  ];
}

function errorEventOf({ code, message, type, param }: ResponseError): KnownResponseEvent {
  const error = { message, type: type ?? 'server_error', param: param ?? null, code };
  return { type: 'error', sequence_number: 0, code, message, param: error.param, error };
}

/** The API has no separate event for a cancelled response. */
function endOf(status: Response['status']): 'response.completed' | 'response.incomplete' | 'response.failed' {
  if (status === 'completed') return 'response.completed';
  return status === 'incomplete' ? 'response.incomplete' : 'response.failed';
}
