// All permitted changes of a round trip. The property tests apply them to the original and compare deeply.
import { isObject, type JsonObject, type JsonValue } from '@org/engine';
import { responseKeys } from '@org/protocol/responses';
import { equalJson } from '#src/shared/json-of.js';
import { omitOptionalNulls } from '#src/responses/encode/omit-optional-nulls.js';

/** Fields whose default may be explicit or left out; the round trip omits explicit defaults. */
const statedDefaults: Readonly<Record<string, JsonValue>> = {
  store: true,
  parallel_tool_calls: true,
  tool_choice: 'auto',
  truncation: 'disabled',
  tools: [],
  input: [],
};

/** `encodeRequest(decodeRequest(x))`: the request after the round trip. */
export function normalizeRequest(request: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(request).filter(
      ([field, value]) => !(field in statedDefaults && equalJson(value, statedDefaults[field])),
    ),
  );
}

/**
 * `response(decodeResponse(x))`: the response after the round trip. Omits null values of members beyond those that
 * every response has, and of optional members of hosted items: a null carries no information, and some clients reject
 * it. The exception is `access_programs`, which the official types require: null where nothing is reported.
 */
export function normalizeResponse(response: JsonObject): JsonObject {
  const nonNull = Object.fromEntries(
    Object.entries(response).filter(([key, value]) => value !== null || everyKey.has(key)),
  );
  const remaining: JsonObject = { access_programs: null, ...nonNull };
  const { output } = remaining;
  return isArray(output)
    ? { ...remaining, output: output.map((item) => (isObject(item) ? omitOptionalNulls(item) : item)) }
    : remaining;
}

const everyKey: ReadonlySet<string> = new Set(responseKeys);

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
