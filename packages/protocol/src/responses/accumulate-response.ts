import { AccumulationError } from '../schema/accumulation-error.js';
import { accumulateItem } from './accumulate-item.js';
import type { ResponseStreamEvent } from './events/stream-event.js';
import type { ResponseOutputItem } from './items/output-item.js';
import type { Response } from './response.js';

/** What is known of a response after some events: nothing before the first that carries one. */
export type ResponseState = Response | undefined;

/**
 * The response after one more event. Pure: `state` is never changed, and what an event does not touch is shared with
 * it. Lenient: events that point nowhere change nothing; the order of events is the grammar's concern. The state is
 * a valid response after every event, so a stream that was cut leaves what there was, with status `in_progress`.
 */
export function accumulateResponse(state: ResponseState, event: ResponseStreamEvent): ResponseState {
  switch (event.type) {
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return event.response;
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
      return keepOutput(event.response, state);
    case 'error':
      return state && { ...state, status: 'failed', error: { code: event.code ?? 'server_error', message: event.message } };
    case 'response.output_item.added':
    case 'response.output_item.done':
      return state && { ...state, output: putItem(state.output, event.output_index, event.item) };
    default:
      return state && changeItem(state, event);
  }
}

const terminal: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error']);

/**
 * The response of a whole stream; one that failed says so by its status. Throws AccumulationError when the stream ends without
 * its last event, and for an error before any event has carried a response.
 */
export function accumulateResponses(events: Iterable<ResponseStreamEvent>): Response {
  let state: ResponseState;
  let last: ResponseStreamEvent | undefined;
  for (const event of events) {
    state = accumulateResponse(state, event);
    if (terminal.has(event.type)) last = event;
  }
  if (last === undefined) throw new AccumulationError('The stream ended without its last event.');
  if (state === undefined) throw new AccumulationError(last.type === 'error' ? `The stream ended with an error event: ${last.message}` : 'The stream holds no response.');
  return state;
}

/** Interim lifecycle events often carry no output: what was streamed before them stays. */
function keepOutput(response: Response, state: ResponseState): Response {
  if (state === undefined || state.output.length === 0 || response.output.length > 0) return response;
  return { ...response, output: state.output };
}

function changeItem(state: Response, event: ResponseStreamEvent): Response {
  const index = event['output_index'];
  const item = typeof index === 'number' ? state.output[index] : undefined;
  if (typeof index !== 'number' || item === undefined) return state;
  const changed = accumulateItem(item, event);
  return changed === item ? state : { ...state, output: state.output.with(index, changed) };
}

function putItem(output: readonly ResponseOutputItem[], index: number, item: ResponseOutputItem): ResponseOutputItem[] {
  return index < output.length ? output.with(index, item) : [...output, item];
}
