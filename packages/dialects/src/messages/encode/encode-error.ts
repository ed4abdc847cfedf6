// Maps failures to API errors: one table, total over the engine's codes.
import type { EngineError, ErrorCode, ForwardedError, JsonObject } from '@org/engine';
import type { EncodedError } from '../../dialect.js';
import { sanitizeText } from '../../shared/sanitize-text.js';
import { retryHeaders } from '../../shared/retry-headers.js';
import { withCapabilityToken } from '../../shared/with-capability-token.js';

/** The `type` of an error object, as the official SDK's types name them, and `request_too_large`, which only the documentation names. */
export type ApiErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'request_too_large'
  | 'rate_limit_error'
  | 'api_error'
  | 'timeout_error'
  | 'overloaded_error';

interface ApiError {
  readonly status: number;
  readonly type: ApiErrorType;
  /** `error.details.error_code` when the error has no more specific code. */
  readonly errorCode?: string;
}

/** The API error of each code. 529 and 499 are the dialect's own statuses. */
export const errorTable: Readonly<Record<ErrorCode, ApiError>> = {
  'invalid-request': { status: 400, type: 'invalid_request_error' },
  unauthenticated: { status: 401, type: 'authentication_error' },
  forbidden: { status: 403, type: 'permission_error' },
  'not-found': { status: 404, type: 'not_found_error' },
  'unknown-model': { status: 404, type: 'not_found_error' },
  // On this code the official tool runner sends the complete history again.
  'previous-not-found': { status: 404, type: 'not_found_error', errorCode: 'thread_not_found' },
  'method-not-allowed': { status: 405, type: 'invalid_request_error' },
  conflict: { status: 409, type: 'conflict_error' },
  'too-large': { status: 413, type: 'request_too_large' },
  'unsupported-media-type': { status: 415, type: 'invalid_request_error' },
  'context-overflow': { status: 400, type: 'invalid_request_error' },
  'rate-limited': { status: 429, type: 'rate_limit_error' },
  overloaded: { status: 529, type: 'overloaded_error' },
  unsupported: { status: 400, type: 'invalid_request_error' },
  'upstream-failed': { status: 502, type: 'api_error' },
  'upstream-rejected': { status: 502, type: 'api_error' },
  // The vendor responds the same when it cannot reach a server of `mcp_servers`.
  'mcp-server-failed': { status: 400, type: 'invalid_request_error' },
  'timed-out': { status: 504, type: 'timeout_error' },
  cancelled: { status: 499, type: 'api_error' },
  internal: { status: 500, type: 'api_error' },
};

/** The type of an upstream's error that another dialect describes, by its status. */
const forwardedTypes: Readonly<Record<ForwardedError['status'], ApiErrorType>> = {
  400: 'invalid_request_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  422: 'invalid_request_error',
};

/** A type and not an interface, so that it is a JsonObject. */
type ErrorObject = {
  type: string;
  message: string;
  details?: JsonObject;
};

/** The `error` object of a body or of an `error` event. */
export function encodeErrorObject(error: EngineError): ErrorObject {
  const { forwarded } = error;
  const own = ownErrorObject(error);
  if (forwarded === undefined) return { ...own, message: withCapabilityToken(error, own.message) };
  const { message, type = forwardedTypes[forwarded.status], details } = forwarded;
  if (forwarded.dialect !== 'messages')
    return {
      ...own,
      type: forwardedTypes[forwarded.status],
      // Clients compact on the service's own message about length.
      message: withCapabilityToken(error, error.code === 'context-overflow' ? own.message : (message ?? own.message)),
    };
  if (message === undefined) return { ...own, type, message: withCapabilityToken(error, own.message) };
  return { type, message, ...(details !== undefined && { details }) };
}

function ownErrorObject(error: EngineError): ErrorObject {
  const { type, errorCode } = errorTable[error.code];
  const code = error.detail ?? errorCode;
  return { type, message: sanitizeText(error.message), ...(code !== undefined && { details: { error_code: code } }) };
}

/** Encodes the error as an HTTP response. Total: every code has a row in the table. */
export function encodeError(error: EngineError, requestId: string): EncodedError {
  const body: JsonObject = { type: 'error', error: encodeErrorObject(error), request_id: requestId };
  return { status: error.forwarded?.status ?? errorTable[error.code].status, headers: retryHeaders(error), body };
}
