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

/** The service could not be reached or did not answer in time, or an answer that is no stream broke off. */
export class ConnectionError extends ClientError {
  override readonly name = 'ConnectionError';
}

/** A stream, or the results of a batch, broke off, was silent for too long or was not valid: what came so far is not the whole answer. */
export class StreamError extends ClientError {
  override readonly name = 'StreamError';
}

/** The service refused or failed, and said why; also a response that failed, for who waits for its `final()`. */
export class ApiError extends ClientError {
  override readonly name = 'ApiError';
  /** HTTP status; for a failure after a stream began, the status that its kind of error has. */
  readonly status: number;
  /** The dialect's error type, such as `invalid_request_error`. */
  readonly type: string | undefined;
  /** The finer code where there is one, such as `model_not_found`. */
  readonly code: string | undefined;
  /** Path of the field at fault. */
  readonly param: string | undefined;
  /** To be quoted in a report: the service's log knows it. */
  readonly requestId: string | undefined;
  /** Of the answer; of the last connection, for a failure after a stream began. */
  readonly headers: Headers;
  /** The body as it came; for a failure after a stream began, the `error` event or the response that failed. */
  readonly body: unknown;

  /** `status` is undefined for what failed after the head of its answer was sent. */
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

/** What is told of a refusal whose words are in no known form: it may be that of something before the service. */
function describeStatus(status: number, body: unknown): string {
  const excerpt = excerptOf(body);
  return `The service returned status ${status}${excerpt === '' ? '.' : `: ${excerpt}`}`;
}
