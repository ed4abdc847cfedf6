// The events of a stream folded into the response that they describe.
import { AccumulationError } from '../../schema/accumulation-error.js';
import { typelessError } from '../../schema/typeless-error.js';
import { accumulateItem } from './accumulate-item.js';
import type { ResponseStreamEvent } from '../events/stream-event.js';
import type { ReadResponse, ReadResponseOutputItem, ReadResponseStreamEvent } from '../read.js';
import type { Response } from '../response/response.js';

/** A response that was put together from what any server has sent. */
export type AccumulatedResponse = ReadResponse & { output: ReadResponseOutputItem[] };

/**
 * A partially accumulated response. It is immutable: earlier states stay unchanged and share with later ones what an
 * event does not affect.
 */
export interface ResponseAccumulation<Result extends AccumulatedResponse = AccumulatedResponse> {
  /**
   * The response so far; undefined before the first event that carries one. For an aborted stream, the part that
   * arrived.
   */
  readonly response: Result | undefined;
  /** True after the last event, with any final status. A stream that ends without it was truncated. */
  readonly complete: boolean;
}

/**
 * An empty accumulation; use `createResponseAccumulation<Response>()` for events that are known to match this
 * package's strict schemas.
 */
export function createResponseAccumulation<
  Result extends AccumulatedResponse = AccumulatedResponse,
>(): ResponseAccumulation<Result> {
  return { response: undefined, complete: false };
}

type State = ResponseAccumulation;

/**
 * Applies one event, either in this package's schema or as another server may send it (`ReadResponseStreamEvent`).
 * Items are found by index or else by id. Events without a known target or of unknown types change nothing;
 * `ResponseGrammar` checks the order of events. An `error` event, with or without a type, fails the response; throws
 * AccumulationError when there is no response yet.
 */
export function accumulateResponse(
  state: ResponseAccumulation<Response>,
  event: ResponseStreamEvent,
): ResponseAccumulation<Response>;
/** The same for the events of any server; the result has the types of `/read`. */
export function accumulateResponse(state: State, event: ReadResponseStreamEvent): State;
export function accumulateResponse(state: State, event: ReadResponseStreamEvent): State {
  const { response } = state;
  switch (event.type) {
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
      return { response: withStreamedOutput(event.response, response), complete: true };
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
      return { response: withStreamedOutput(event.response, response), complete: false };
    case 'error':
      return failed(response, {
        type: event.error?.type,
        code: event.code ?? event.error?.code,
        message: event.message ?? event.error?.message,
        param: event.param ?? event.error?.param,
      });
    case 'response.output_item.added':
    case 'response.output_item.done':
      return response === undefined
        ? state
        : { ...state, response: { ...response, output: putItem(response.output, event) } };
    default: {
      const error = typelessError(event);
      if (error !== undefined) return failed(response, { code: error.kind, message: error.message });
      return response === undefined ? state : changeItem(state, response, event);
    }
  }
}

/**
 * The response of a complete stream; its status reports a failure. Throws AccumulationError when the stream ends
 * without its last event, and for an error before any event has carried a response.
 */
export function accumulateResponses(events: Iterable<ResponseStreamEvent>): Response;
/** The same for the events of any server; the result has the types of `/read`. */
export function accumulateResponses(events: Iterable<ReadResponseStreamEvent>): AccumulatedResponse;
export function accumulateResponses(events: Iterable<ReadResponseStreamEvent>): AccumulatedResponse {
  let state = createResponseAccumulation();
  for (const event of events) state = accumulateResponse(state, event);
  if (state.response === undefined || !state.complete)
    throw new AccumulationError('The stream ended without a terminal event.');
  return state.response;
}

/**
 * Lifecycle events often carry no output, and with some servers this includes the last one; the output streamed
 * before them is preserved.
 */
function withStreamedOutput(reported: ReadResponse, before: AccumulatedResponse | undefined): AccumulatedResponse {
  const output = reported.output ?? [];
  if (output.length === 0 && before !== undefined && before.output.length > 0)
    return { ...reported, output: before.output };
  return hasOutput(reported) ? reported : { ...reported, output };
}

function hasOutput(response: ReadResponse): response is AccumulatedResponse {
  return response.output != null;
}

type ReportedError = { readonly [Name in 'code' | 'message' | 'type' | 'param']?: string | null | undefined };

function failed(response: AccumulatedResponse | undefined, { code, message, type, param }: ReportedError): State {
  const description = message ?? 'no message';
  if (response === undefined) throw new AccumulationError(`The stream ended with an error event: ${description}`);
  const error = {
    code: code ?? 'server_error',
    message: description,
    ...(type != null && { type }),
    ...(param != null && { param }),
  };
  return { response: { ...response, status: 'failed', error }, complete: true };
}

function changeItem(state: State, response: AccumulatedResponse, event: ReadResponseStreamEvent): State {
  const index = findOutputIndex(response.output, event['output_index'], event['item_id']);
  const item = index === undefined ? undefined : response.output[index];
  if (index === undefined || item === undefined) return state;
  const changed = accumulateItem(item, event);
  return changed === item
    ? state
    : { ...state, response: { ...response, output: response.output.with(index, changed) } };
}

type ItemEvent = Extract<ReadResponseStreamEvent, { type: 'response.output_item.added' | 'response.output_item.done' }>;

function putItem(
  output: readonly ReadResponseOutputItem[],
  { output_index: reported, item }: ItemEvent,
): ReadResponseOutputItem[] {
  // A call and its output share one `call_id`, so only items of the same type are compared.
  const ofItsType = output.map((other) => (other.type === item.type ? other : undefined));
  const index = findOutputIndex(ofItsType, reported, item['id'] ?? item['call_id']);
  return index === undefined ? [...output, item] : output.with(index, item);
}

/**
 * llama.cpp sends no indices, and SGLang's router counted them from 1, so an item is identified by its id or by its
 * call id. Undefined for an item that has not been added yet.
 */
function findOutputIndex(
  output: readonly (ReadResponseOutputItem | undefined)[],
  reported: unknown,
  id: unknown,
): number | undefined {
  if (typeof reported === 'number' && reported < output.length) return reported;
  if (typeof id !== 'string') return undefined;
  const index = output.findIndex((item) => item?.['id'] === id || item?.['call_id'] === id);
  return index < 0 ? undefined : index;
}
