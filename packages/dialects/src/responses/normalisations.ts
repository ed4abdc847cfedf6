// What a round trip may change: the whole list. The law tests apply it to the original and compare deeply.
import type { JsonObject, JsonValue } from '@org/engine/model/json';
import { responseKeys } from '@org/protocol/responses';
import { equalJson } from '../shared/json-of.js';

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
    Object.entries(request).filter(([field, value]) => !(field in statedDefaults && equalJson(value, statedDefaults[field]))),
  );
}

/** What a response says of itself and not of the answer, beyond the keys that every response has. */
const echoedKeys: ReadonlySet<string> = new Set([...responseKeys, 'conversation', 'prompt_cache_retention', 'user']);

/**
 * `response(decodeResponse(x))`: the response as it comes back. A neutral result is an answer; what the other service
 * measured around it (moderation, cache diagnostics, costs of its own tools) stays behind, and so does its service tier.
 */
export function normaliseResponse(response: JsonObject): JsonObject {
  const kept = Object.entries(response).filter(([key]) => echoedKeys.has(key));
  return { ...Object.fromEntries(kept), service_tier: 'default' };
}
