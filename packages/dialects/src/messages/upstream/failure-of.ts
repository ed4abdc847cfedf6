import type { JsonObject, JsonValue } from '@org/engine/model/json';
import type { WireFailure } from '@org/engine/ports/upstream-wire';
import { isJsonObject } from '../../shared/json-of.js';

/** The status that a refusal of the same type has on this wire. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  conflict_error: 409,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

/** An `error` event. */
export function failureOf({ error }: JsonObject): WireFailure {
  const details = isJsonObject(error) ? error : {};
  return { status: statusOf(details['type']), details };
}

function statusOf(type: JsonValue | undefined): number {
  return (typeof type === 'string' ? statuses[type] : undefined) ?? 500;
}
