/** Fields of an error in either dialect; undefined for fields that it lacks. */
export interface ErrorReport {
  readonly message: string | undefined;
  /** The broad kind, such as `invalid_request_error`. */
  readonly type: string | undefined;
  /** The more specific code, if any, such as `model_not_found`. */
  readonly code: string | undefined;
  /** Path of the field at fault. */
  readonly param: string | undefined;
}

/**
 * Reads an error from the body of an error response or from an `error` event, of this service or another server of
 * either dialect. Both dialects put the error under `error`; the specific code is `code` in one and
 * `details.error_code` in the other. An `error` event may carry the error's members next to its own type, and some
 * servers send the error as a string or without a wrapper. Accepts any value, such as the text of a proxy's page, and
 * never throws.
 */
export function readErrorBody(body: unknown): ErrorReport {
  const outer = asRecord(body);
  const error = outer['error'] == null ? outer : asRecord(outer['error']);
  return {
    message: asText(error['message']) ?? asText(outer['error']),
    type: error === outer && outer['type'] === 'error' ? undefined : asText(error['type']),
    code: asText(error['code']) ?? asText(asRecord(error['details'])['error_code']),
    param: asText(error['param']),
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
