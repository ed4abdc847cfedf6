import { readSse, sseDone } from '@org/protocol/sse';
import { failureOfResponse, failureOfThrown, type Failure } from './failure.js';
import { send, type ApiRequest } from './request.js';

/** An event of a stream as it arrived. */
export interface StreamEvent {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** What the head of a response reports. */
export interface ResponseHead {
  readonly status: number;
  readonly requestId: string | undefined;
  /** Fields without effect, from `x-service-warning`. */
  readonly warning: string | undefined;
}

/** Receives a stream while it arrives. */
export interface StreamListener {
  onHead(head: ResponseHead): void;
  onEvent(event: StreamEvent): void;
}

/** How a stream ended: with its last byte, by the user, or with a failure. */
export type StreamEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Sends a request for a stream and reads it to its end. Never rejects. */
export async function streamTurn(
  request: ApiRequest,
  key: string,
  signal: AbortSignal,
  listener: StreamListener,
): Promise<StreamEnd> {
  let requestId: string | undefined;
  try {
    const response = await send(request, key, signal);
    const head = headOf(response);
    ({ requestId } = head);
    listener.onHead(head);
    if (!response.ok || response.body === null)
      return { kind: 'failed', failure: failureOfResponse(response, await response.text()) };
    for await (const { data } of readSse(response.body)) {
      if (data === sseDone) continue;
      listener.onEvent(parseEvent(data));
    }
    return { kind: 'ended' };
  } catch (thrown) {
    return signal.aborted ? { kind: 'stopped' } : { kind: 'failed', failure: failureOfThrown(thrown, requestId) };
  }
}

/** The event in the data of a frame. Throws SyntaxError for data that is no JSON object with a type. */
export function parseEvent(data: string): StreamEvent {
  const value: unknown = JSON.parse(data);
  if (!isEvent(value)) throw new SyntaxError(`The stream contains an event without a type: ${data.slice(0, 200)}`);
  return value;
}

function isEvent(value: unknown): value is StreamEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function headOf({ status, headers }: Response): ResponseHead {
  return {
    status,
    requestId: headers.get('request-id') ?? undefined,
    warning: headers.get('x-service-warning') ?? undefined,
  };
}
