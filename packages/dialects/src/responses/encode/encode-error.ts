// Maps failures to API errors: one table, total over the engine's codes, for the HTTP response and for the end of a
// stream.
import type { EngineError, ErrorCode } from '@org/engine';
import { findErrorKind, responseErrorCodes, type ErrorType } from '@org/protocol/responses';
import type { EncodedError } from '../../dialect.js';
import { sanitizeText } from '../../shared/sanitize-text.js';
import { retryHeaders } from '../../shared/retry-headers.js';
import { withCapabilityToken } from '../../shared/with-capability-token.js';

/**
 * The codes of `response.error`. The SDK's type lacks the last one, but the API sends it, and clients compact on it.
 */
export type FailureCode = (typeof responseErrorCodes)[number] | 'context_length_exceeded';

interface ApiError {
  readonly status: number;
  readonly type: ErrorType;
  /** `error.code` when the error has no more specific code. */
  readonly code: string | null;
  /** `error.param` when the error names none. */
  readonly param?: string;
  /** `response.error.code` once the response object exists. */
  readonly failure: FailureCode;
}

const badRequest = { status: 400, type: 'invalid_request_error', failure: 'invalid_prompt' } as const;
const serverError = { type: 'server_error', failure: 'server_error' } as const;

/** The API error of each code. 499 is the usual status of a request whose client has disconnected. */
export const errorTable: Readonly<Record<ErrorCode, ApiError>> = {
  'invalid-request': { ...badRequest, code: null },
  // A running response ends so when its key is revoked: its prompt is not at fault.
  unauthenticated: {
    ...badRequest,
    status: 401,
    type: 'authentication_error',
    code: 'invalid_api_key',
    failure: 'server_error',
  },
  forbidden: {
    ...badRequest,
    status: 403,
    type: 'permission_error',
    code: 'permission_denied',
    failure: 'server_error',
  },
  'not-found': {
    ...badRequest,
    status: 404,
    type: 'not_found_error',
    code: 'not_found',
    failure: 'server_error',
  },
  // An existing response had its model once: it was removed since.
  'unknown-model': {
    ...badRequest,
    status: 404,
    type: 'not_found_error',
    code: 'model_not_found',
    param: 'model',
    failure: 'server_error',
  },
  'previous-not-found': { ...badRequest, code: 'previous_response_not_found', param: 'previous_response_id' },
  'method-not-allowed': { ...badRequest, status: 405, code: 'method_not_allowed' },
  conflict: { ...badRequest, status: 409, type: 'conflict_error', code: 'conflict', failure: 'server_error' },
  'too-large': { ...badRequest, status: 413, code: 'request_too_large' },
  'unsupported-media-type': { ...badRequest, status: 415, code: 'unsupported_media_type' },
  'context-overflow': {
    ...badRequest,
    code: 'context_length_exceeded',
    param: 'input',
    failure: 'context_length_exceeded',
  },
  'rate-limited': {
    status: 429,
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    failure: 'rate_limit_exceeded',
  },
  overloaded: { ...serverError, status: 503, type: 'service_unavailable_error', code: 'server_overloaded' },
  unsupported: { ...badRequest, code: 'unsupported_parameter' },
  'upstream-failed': { ...serverError, status: 502, code: 'upstream_error' },
  'upstream-rejected': { ...serverError, status: 502, code: 'upstream_error' },
  'mcp-server-failed': { ...serverError, status: 424, type: 'external_connector_error', code: 'http_error' },
  'timed-out': { ...serverError, status: 504, code: 'timeout' },
  cancelled: { ...serverError, status: 499, code: 'cancelled' },
  internal: { ...serverError, status: 500, code: 'server_error' },
};

/** The `error` object of a body or of an `error` event. A type and not an interface, so that it is a JsonObject. */
export type ErrorObject = {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
};

/** The members in the API's order. */
export function encodeErrorObject(error: EngineError): ErrorObject {
  const { forwarded } = error;
  if (forwarded?.dialect === 'responses' && forwarded.message !== undefined) {
    // Clients compact on this code, and some servers report the status or nothing in its place.
    const absentCode = error.code === 'context-overflow' ? errorTable[error.code].code : null;
    const { message, type = kindOf(error).type, param = null, code = absentCode } = forwarded;
    return { message, type, param, code };
  }
  const { type, code, param } = kindOf(error);
  return {
    message: messageOf(error),
    type: forwarded?.dialect === 'responses' ? (forwarded.type ?? type) : type,
    param: error.param === undefined ? param : sanitizeText(error.param),
    code: error.detail ?? forwardedCode(error) ?? code,
  };
}

/** The upstream's code: chat completions have the codes of this API, but some servers report the status there. */
function forwardedCode({ code, forwarded }: EngineError): string | undefined {
  switch (forwarded?.dialect) {
    case 'responses':
      return forwarded.code;
    case 'messages':
      return undefined;
    case undefined:
      // Clients compact on the service's own code.
      return code === 'context-overflow' || /^\d+$/.test(forwarded?.code ?? '') ? undefined : forwarded?.code;
  }
}

/** The row of an error; for an upstream's error with another status, the general row of that status. */
function kindOf({ code, forwarded }: EngineError): {
  readonly type: ErrorType;
  readonly code: string | null;
  readonly param: string | null;
} {
  const { type, code: apiCode, param = null, status } = errorTable[code];
  const kind =
    forwarded === undefined || forwarded.status === status ? undefined : findErrorKind(forwarded.status, null);
  return kind === undefined ? { type, code: apiCode, param } : { type: kind.type, code: kind.code, param };
}

/** The upstream's message; without one, the service's own, with a token if the upstream's is hidden. */
function messageOf(error: EngineError): string {
  const { forwarded, message } = error;
  if (forwarded?.message !== undefined) return forwarded.message;
  return forwarded === undefined ? sanitizeText(message) : withCapabilityToken(error, sanitizeText(message));
}

/**
 * `response.error` of a response that failed after its creation. Some clients show the message only where there is a
 * type.
 */
export function encodeFailure(error: EngineError): {
  readonly code: FailureCode;
  readonly message: string;
  readonly type: string;
} {
  const { message, type } = encodeErrorObject(error);
  const { failure } = errorTable[error.code];
  const given = error.forwarded?.dialect === 'responses' ? error.forwarded.code : undefined;
  const code = responseErrorCodes.find((known) => known === given) ?? failure;
  return { code, message: withRetryDelay(error, message), type };
}

/**
 * The message with the retry delay, which no header can carry inside a stream. In the words that Codex reads.
 */
export function withRetryDelay({ code, retryAfter }: EngineError, message: string): string {
  if (retryAfter === undefined || (code !== 'rate-limited' && code !== 'overloaded')) return message;
  return /try again in/i.test(message) ? message : `${message} Please try again in ${retryAfter}s.`;
}

/** Encodes the error as an HTTP response. Total: every code has a row. Only headers carry the request id. */
export function encodeError(error: EngineError): EncodedError {
  return {
    status: error.forwarded?.status ?? errorTable[error.code].status,
    headers: retryHeaders(error),
    body: { error: encodeErrorObject(error) },
  };
}
