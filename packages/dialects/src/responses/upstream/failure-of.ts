import type { JsonObject, JsonValue } from '@org/engine/model/json';
import type { WireFailure } from '@org/engine/ports/upstream-wire';
import { isJsonObject } from '../../shared/json-of.js';

/** The status that a refusal with the same code or of the same type has on this wire. */
const statuses: Readonly<Record<string, number>> = {
  invalid_prompt: 400,
  context_length_exceeded: 400,
  invalid_request_error: 400,
  authentication_error: 401,
  invalid_api_key: 401,
  permission_error: 403,
  permission_denied: 403,
  not_found_error: 404,
  model_not_found: 404,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  server_error: 500,
  upstream_error: 500,
  timeout: 504,
  vector_store_timeout: 504,
  service_unavailable_error: 503,
  server_overloaded: 503,
  server_is_overloaded: 503,
  slow_down: 503,
};

/** An `error` event, whose members stand flat or under `error`, or the error of a response that failed. */
export function failureOf(event: JsonObject): WireFailure {
  const { error } = event;
  const details = isJsonObject(error) ? error : event;
  return { status: statusOf(details['code']) ?? statusOf(details['type']) ?? imageFault(details['code']) ?? 500, details };
}

function statusOf(word: JsonValue | undefined): number | undefined {
  return typeof word === 'string' ? statuses[word] : undefined;
}

/** Codes about images are all about what was sent, and so are those that end like a policy. */
function imageFault(code: JsonValue | undefined): number | undefined {
  return typeof code === 'string' && /image|policy/.test(code) ? 400 : undefined;
}
