// The kinds of error replies: a table without schemas, for clients.

/** The broad kinds. */
export const errorTypes = [
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'not_found_error',
  'conflict_error',
  'external_connector_error',
  'rate_limit_error',
  'server_error',
  'service_unavailable_error',
] as const;
/** The `type` of an error: one of {@link errorTypes}. */
export type ErrorType = (typeof errorTypes)[number];

/** One kind of error response. `code` null is the general case of its status. */
export interface ErrorKind {
  readonly code: string | null;
  readonly type: ErrorType;
  readonly status: number;
  /** Whether the same request may succeed later. The official SDK retries 408, 409, 429 and 5xx by default. */
  readonly retryable: boolean;
}

const kind = (status: number, type: ErrorType, code: string | null, retryable = false): ErrorKind => ({
  code,
  type,
  status,
  retryable,
});

/** Every kind of error reply, by status. */
export const errorKinds: readonly ErrorKind[] = [
  kind(400, 'invalid_request_error', null),
  kind(400, 'invalid_request_error', 'context_length_exceeded'),
  kind(400, 'invalid_request_error', 'previous_response_not_found'),
  kind(400, 'invalid_request_error', 'unsupported_parameter'),
  kind(401, 'authentication_error', 'invalid_api_key'),
  kind(403, 'permission_error', 'permission_denied'),
  kind(404, 'not_found_error', 'not_found'),
  kind(404, 'not_found_error', 'model_not_found'),
  kind(405, 'invalid_request_error', 'method_not_allowed'),
  kind(408, 'server_error', 'request_timeout', true),
  kind(409, 'conflict_error', 'conflict'),
  kind(413, 'invalid_request_error', 'request_too_large'),
  kind(415, 'invalid_request_error', 'unsupported_media_type'),
  kind(422, 'invalid_request_error', 'unprocessable'),
  kind(424, 'external_connector_error', 'http_error'),
  kind(429, 'rate_limit_error', 'rate_limit_exceeded', true),
  kind(500, 'server_error', 'server_error', true),
  kind(502, 'server_error', 'upstream_error', true),
  kind(503, 'service_unavailable_error', 'server_overloaded', true),
  kind(504, 'server_error', 'timeout', true),
];

/** The kind of a code; of a status when the code is not known; undefined when neither is. */
export function findErrorKind(status: number, code: string | null): ErrorKind | undefined {
  const sameStatus = errorKinds.filter((known) => known.status === status);
  return sameStatus.find((known) => known.code === code) ?? sameStatus[0];
}
