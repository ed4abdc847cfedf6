/** What an error says, whoever says it; undefined for what it does not. */
export interface ErrorReport {
  readonly message: string | undefined;
  /** The broad kind, such as `invalid_request_error`. */
  readonly type: string | undefined;
  /** The finer code where there is one, such as `model_not_found`. */
  readonly code: string | undefined;
  /** Path of the field at fault. */
  readonly param: string | undefined;
}

/**
 * What went wrong, from the body of a refusal or from an `error` event, of this service or of another server of either dialect. Both dialects
 * keep the error under `error`; the finer code is `code` in one and `details.error_code` in the other. An `error` event may have the
 * members of the error beside its own type, and with some servers the error is a text, or stands alone. Takes whatever came, such as
 * the text of a proxy's page, and throws nothing.
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
