import { asObject, asText, countOf, isObject } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { errorValueIn, readErrorBody, readErrorObject, type ReadableError } from './error-body.js';

/** The `cause` of an error that an upstream sent as an HTTP response. Neither clients nor the log see it. */
export interface ErrorResponseCause {
  readonly status: number;
  /** The body, as far as it was read. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Whether the end of the body is missing. */
  readonly isTruncated?: boolean;
}

/** The `cause` of an error inside a response that started with 200. */
export interface ErrorEventCause {
  /** The status that a rejection for the same reason would have. */
  readonly impliedStatus: number;
  readonly event: ApiPayload;
  readonly details: ApiPayload;
}

/** An upstream's error, from either cause. */
export interface ReceivedError {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Absent: malformed. */
  readonly readable?: ReadableError | undefined;
}

/** What the service received of the upstream's error that is the `cause`; `undefined`: another cause. */
export function receivedErrorOf(cause: unknown): ReceivedError | undefined {
  if (!isObject(cause)) return undefined;
  const status = countOf(cause['status']);
  const body = asText(cause['body']);
  if (status !== undefined && body !== undefined)
    return {
      status,
      headers: asObject(cause['headers']) ?? {},
      readable: cause['isTruncated'] === true ? undefined : readErrorBody(body),
    };
  const impliedStatus = countOf(cause['impliedStatus']);
  return impliedStatus === undefined
    ? undefined
    : { status: impliedStatus, headers: {}, readable: readErrorObject(detailsOf(cause)) };
}

/** The error object of what the upstream sent. */
export function detailsOf(cause: unknown): ApiPayload {
  if (!isObject(cause)) return {};
  const body = asText(cause['body']);
  if (body !== undefined) return parseBody(body);
  return asObject(cause['impliedStatus'] === undefined ? cause['error'] : cause['details']) ?? cause;
}

/** The error object inside a body, which may lie bare, under `error`, in a list (Gemini), or be no JSON at all. */
export function parseBody(body: string): ApiPayload {
  const value = errorValueIn(body);
  if (value === undefined) return { message: body };
  return (
    asObject(value['error']) ?? { ...value, message: asText(value['error']) ?? value['message'] ?? value['detail'] }
  );
}
