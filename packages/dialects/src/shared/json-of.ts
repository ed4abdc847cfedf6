import type { JsonObject, JsonValue } from '@org/engine/model/json';
import type { UnknownMember } from '@org/protocol/schema';

/**
 * A checked wire object typed as the JSON it is. Schemas keep unknown fields, and what they infer calls those `unknown`;
 * every such object came out of `JSON.parse`.
 */
export function jsonOf(wire: object): JsonObject {
  return wire as JsonObject;
}

/** Narrows a JSON value to an object. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of `wire` whose names are not in `known`, and those of `known` whose value is null: null says something else than absent. */
export function membersBeyond(wire: JsonObject, known: ReadonlySet<string>): JsonObject {
  const beyond: Record<string, JsonValue> = {};
  for (const key of Object.keys(wire)) {
    const value = wire[key];
    if (value !== undefined && (value === null || !known.has(key))) beyond[key] = value;
  }
  return beyond;
}

/** Deep equality of JSON values; the order of keys does not matter. */
export function equalJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, index) => equalJson(value, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equalJson(a[key], b[key]));
}

/** A wire object that is kept whole, typed as a union member that nobody here looks into. */
export function verbatim(value: JsonObject): UnknownMember {
  return value as unknown as UnknownMember;
}
