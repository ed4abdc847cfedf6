import { isObject, type JsonObject, type JsonValue, type UpstreamFailure } from '@org/engine';
import { findFailureStatus } from '@org/protocol/responses';

/** Reads the failure from an `error` event, with flat members or members under `error`, or from a failed response. */
export function failureOf(event: JsonObject): UpstreamFailure {
  const { error } = event;
  const details = isObject(error) ? error : event;
  return { status: statusOf(details['code']) ?? statusOf(details['type']) ?? 500, details };
}

function statusOf(code: JsonValue | undefined): number | undefined {
  return typeof code === 'string' ? findFailureStatus(code) : undefined;
}
