import { isExactNumber, isList, isObject, type JsonObject, type JsonValue } from '@org/engine';

/** Bounds that exclude themselves, and those that do not. */
const inclusive: ReadonlyMap<string, string> = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
]);

/**
 * The schema with JavaScript numbers alone, for a validator that compares values as such numbers. A value next to an
 * exclusive bound may round to the bound, so the bound becomes inclusive; grammars enforce the exact one.
 */
export function withPlainNumbers(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).flatMap(plainMembers));
}

function plainMembers([name, value]: [string, JsonValue | undefined]): [string, JsonValue | undefined][] {
  const bound = inclusive.get(name);
  return bound !== undefined && isExactNumber(value) ? [[bound, plain(value)]] : [[name, plain(value)]];
}

function plain(value: JsonValue | undefined): JsonValue | undefined {
  if (isExactNumber(value)) return Number(JSON.stringify(value));
  if (isList(value)) return value.map((entry) => plain(entry) ?? null);
  return isObject(value) ? withPlainNumbers(value) : value;
}
