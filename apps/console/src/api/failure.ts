import { readErrorBody } from '@org/protocol/messages/client';

/** A failed request or stream, with all that its sender reported. */
export interface Failure {
  /** HTTP status; undefined when no response arrived, or when the stream failed after its first byte. */
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly code: string | undefined;
  /** Path of the request field at fault. */
  readonly param: string | undefined;
  readonly message: string;
  readonly requestId: string | undefined;
  /** Seconds after which the service suggests a retry. */
  readonly retryAfter: string | undefined;
  /** Body of an error response, as it arrived. */
  readonly body: string | undefined;
}

const unknown: Failure = {
  status: undefined,
  type: undefined,
  code: undefined,
  param: undefined,
  message: '',
  requestId: undefined,
  retryAfter: undefined,
  body: undefined,
};

/** Reads an error response of either dialect. `text` may also be the page of a proxy. */
export function failureOfResponse(response: Pick<Response, 'status' | 'headers'>, text: string): Failure {
  const report = readErrorBody(parsed(text));
  return {
    ...report,
    status: response.status,
    message: report.message ?? (text.trim() || `The service responded with the status ${response.status}.`),
    requestId: response.headers.get('request-id') ?? undefined,
    retryAfter: response.headers.get('retry-after') ?? undefined,
    body: text,
  };
}

/** Reads an `error` event of either dialect, or the error of a failed response. */
export function failureOfEvent(event: unknown, requestId: string | undefined): Failure {
  const report = readErrorBody(event);
  return { ...unknown, ...report, message: report.message ?? 'The stream ended with an error.', requestId };
}

/** Describes what `fetch` or the reader of the stream threw. */
export function failureOfThrown(thrown: unknown, requestId: string | undefined): Failure {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return { ...unknown, type: 'connection_error', message: `No complete response arrived: ${reason}`, requestId };
}

/** The failure of a stream without its last event. */
export function truncatedStream(requestId: string | undefined): Failure {
  return { ...unknown, type: 'stream_error', message: 'The stream ended before its last event.', requestId };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
