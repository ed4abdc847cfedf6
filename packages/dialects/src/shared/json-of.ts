import { isObject, type JsonObject, type JsonValue } from '@org/engine';
import type { UnknownMember } from '@org/protocol/schema';

/**
 * A checked wire object typed as the JSON it is. Schemas keep unknown fields, and what they infer calls those `unknown`;
 * every such object came out of `JSON.parse`.
 */
export function jsonOf(payload: object): JsonObject {
  return payload as JsonObject;
}

/**
 * The members of `payload` whose names are not in `known`, and those of `known` whose value is null: null says something else than absent.
 * `present` is how many of the known ones the caller has seen there, not null: where there are no more members, none is looked up.
 */
export function membersBeyond(payload: JsonObject, known: ReadonlySet<string>, present = 0): JsonObject {
  if (present > 0 && sizeOf(payload) === present) return nothing;
  let beyond: Record<string, JsonValue> | undefined;
  for (const key in payload) {
    const value = payload[key];
    if (value === undefined || (value !== null && known.has(key))) continue;
    beyond ??= {};
    put(beyond, key, value);
  }
  return beyond ?? nothing;
}

/** The members of `payload` whose names are not in `known`. `present` is how many of the known ones the caller has seen there. */
export function membersOutside(payload: JsonObject, known: ReadonlySet<string>, present = 0): JsonObject {
  if (present > 0 && sizeOf(payload) === present) return nothing;
  let outside: Record<string, JsonValue> | undefined;
  for (const key in payload) {
    const value = payload[key];
    if (value === undefined || known.has(key)) continue;
    outside ??= {};
    put(outside, key, value);
  }
  return outside ?? nothing;
}

/** The members that say something: a null says nothing, and some clients refuse one. */
export function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** A copy with one member more. Thousands of names that were never seen before take many times as long to spread as to put. */
export function withMember(object: JsonObject, name: string, value: JsonValue): JsonObject {
  const copy: Record<string, JsonValue> = {};
  for (const key in object) if (object[key] !== undefined) put(copy, key, object[key]);
  put(copy, name, value);
  return copy;
}

/** Sets a member. One named `__proto__` has to be defined: to assign it would set what the object inherits, and lose it. */
function put(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Most objects of a request have no member beyond the known ones: they share this one. */
const nothing: JsonObject = Object.freeze({});

function sizeOf(payload: JsonObject): number {
  let size = 0;
  for (const _ in payload) size += 1;
  return size;
}

/** Whether an object has no members; asks for no list of them. */
export function isEmpty(value: JsonObject): boolean {
  for (const _ in value) return false;
  return true;
}

/** Deep equality of JSON values; the order of keys does not matter. */
export function equalJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((value, index) => equalJson(value, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equalJson(a[key], b[key]));
}

/** A wire object that is kept whole, typed as a union member that nobody here looks into. */
export function verbatim(value: JsonObject): UnknownMember {
  return value as unknown as UnknownMember;
}
