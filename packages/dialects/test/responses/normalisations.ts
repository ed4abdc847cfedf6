// What a round trip may change: the whole list. The law tests apply it to the original and compare deeply.
import { isObject, type JsonObject, type JsonValue } from '@org/engine';
import { responseKeys } from '@org/protocol/responses';
import { equalJson } from '#src/shared/json-of.js';
import { omitOptionalNulls } from '#src/responses/encode/optional-nulls.js';

/** Fields whose default may be stated or left out; stated, they come back left out. */
const statedDefaults: Readonly<Record<string, JsonValue>> = {
  store: true,
  parallel_tool_calls: true,
  tool_choice: 'auto',
  truncation: 'disabled',
  tools: [],
  input: [],
};

/** `encodeRequest(decodeRequest(x))`: the request as it comes back. */
export function normaliseRequest(request: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(request).filter(
      ([field, value]) => !(field in statedDefaults && equalJson(value, statedDefaults[field])),
    ),
  );
}

/**
 * `response(decodeResponse(x))`: the response as it comes back. Members beyond those that every response has, and optional
 * members of hosted items, are left out when they are null: a null says nothing, and some clients refuse it. But for
 * `access_programs`, which the official types require: null where nothing is said of it.
 */
export function normaliseResponse(response: JsonObject): JsonObject {
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
