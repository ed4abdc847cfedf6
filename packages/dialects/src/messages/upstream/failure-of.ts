import { isObject, type JsonObject, type JsonValue, type UpstreamFailure } from '@org/engine';
import { errorStatus } from '@org/protocol/messages';

/** An `error` event. */
export function failureOf({ error }: JsonObject): UpstreamFailure {
  const details = isObject(error) ? error : {};
  return { status: statusOf(details['type']), details };
}

/** The status of an error of the same type in this API. */
function statusOf(type: JsonValue | undefined): number {
  return Object.entries(errorStatus).find(([known]) => known === type)?.[1] ?? 500;
}
