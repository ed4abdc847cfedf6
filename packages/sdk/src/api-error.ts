import { readErrorBody } from '@org/protocol/responses/client';
import { requestIdOf } from './responses/response-metadata.js';
import { excerptOf } from './responses/excerpt-of.js';
import { failureStatus } from './failure-status.js';

/**
 * What went wrong with the service, the connection, or a run of tools: the base of all errors of this package. Two things are thrown
 * as something else: an abort, as the reason of its signal, and a call that is wrong in itself, as TypeError.
 */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
}

/** The service was unreachable or timed out, or a non-streaming response was aborted. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError';
}

/**
 * A stream, or the results of a batch, was aborted, idle for too long or invalid: the data so far is not the complete
 * response.
 */
export class StreamError extends ClientError {
  override readonly name = 'StreamError';
}

/** The service returned an error; also thrown by `final()` for a failed response. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError';
  /** HTTP status; for a failure after a stream began, the status that its kind of error has. */
  readonly status: number;
  /** The dialect's error type, such as `invalid_request_error`. */
  readonly type: string | undefined;
  /** The more specific code, if any, such as `model_not_found`. */
  readonly code: string | undefined;
  /** Path of the field at fault. */
  readonly param: string | undefined;
  /** To be quoted in a report: the service's log knows it. */
  readonly requestId: string | undefined;
  /** Headers of the response; after a failure of a running stream, those of the last connection. */
  readonly headers: Headers;
  /** The body as it came; for a failure after a stream began, the `error` event or the response that failed. */
  readonly body: unknown;

  /** `status` is undefined for a failure after the response headers were sent. */
  constructor(status: number | undefined, headers: Headers, body: unknown) {
    const error = readErrorBody(body);
    super(error.message ?? (status === undefined ? 'The service failed.' : describeStatus(status, body)));
    this.status = status ?? failureStatus(error);
    this.headers = headers;
    this.body = body;
    this.type = error.type;
    this.code = error.code;
    this.param = error.param;
    this.requestId = requestIdOf(headers);
  }
}

/** Message for an error body in an unknown format, which may be from a proxy in front of the service. */
function describeStatus(status: number, body: unknown): string {
  const excerpt = excerptOf(body);
  return `The service returned status ${status}${excerpt === '' ? '.' : `: ${excerpt}`}`;
}
