// Reads of parsed JSON that nobody has checked: a field of the wrong type is a field that is not there.

export type ApiPayload = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is ApiPayload {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): ApiPayload | undefined {
  return isObject(value) ? value : undefined;
}

export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A list, or the one thing that stands in its place. */
export function listOf(value: unknown): readonly unknown[] {
  return isObject(value) ? [value] : arrayOf(value);
}

/** A string that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A count: an integer of at least 0. */
export function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
