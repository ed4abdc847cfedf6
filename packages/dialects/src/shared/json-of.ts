import { isExactNumber, isObject, type JsonObject, type JsonValue } from '@org/engine';
import type { UnknownMember } from '@org/protocol/schema';

/**
 * A validated payload typed as JSON. Schemas preserve unknown fields and infer them as `unknown`; every such object
 * comes from `JSON.parse`.
 */
export function jsonOf(payload: object): JsonObject {
  return payload as JsonObject;
}

/**
 * The members of `payload` whose names are not in `known`, and those of `known` whose value is null, because null
 * differs from absent. `present`: how many known non-null members the caller has seen there; where there are no more
 * members, the function looks none up.
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

/**
 * The members of `payload` whose names are not in `known`. `present`: how many of the known members the caller has
 * seen there.
 */
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

/** The non-null members: null carries no information, and some clients reject it. */
export function withoutNulls(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** A copy with one additional member. For thousands of new names, spreading takes many times as long as assigning. */
export function withMember(object: JsonObject, name: string, value: JsonValue): JsonObject {
  const copy: Record<string, JsonValue> = {};
  for (const key in object) if (object[key] !== undefined) put(copy, key, object[key]);
  put(copy, name, value);
  return copy;
}

/** Sets a member. A member named `__proto__` must be defined: assignment would set the prototype and lose the value. */
function put(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Shared empty object: most objects of a request have only known members. */
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
  if (isExactNumber(a) || isExactNumber(b)) return JSON.stringify(a) === JSON.stringify(b);
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && equalJson(a[key], b[key]));
}

/** A payload preserved unchanged, typed as a union member that the service does not inspect. */
export function verbatim(value: JsonObject): UnknownMember {
  return value as unknown as UnknownMember;
}
