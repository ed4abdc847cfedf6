// Reads of parsed JSON that nothing has validated: a value of another type counts as absent.
import { isObject, type JsonObject, type JsonValue } from './json-value.js';

const nothing: JsonObject = Object.freeze({});

/** The object that a value is; one without members for every other value. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : nothing;
}

/** The object that a value is; undefined for every other value. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The string that a value is; the empty string for every other value. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The string that a value is, unless it is empty; undefined for every other value. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The array that a value is; an empty one for every other value. */
export function arrayOf(value: unknown): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/** The array that a value is, or an object as the only element of one; empty for every other value. */
export function listOf(value: unknown): readonly JsonValue[] {
  return isObject(value) ? [value] : arrayOf(value);
}

/** The count that a value is, an integer of at least 0; undefined for every other value. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The member of this name; undefined where the value is no object. */
export function memberOf(value: unknown, name: string): JsonValue | undefined {
  return isObject(value) ? value[name] : undefined;
}
