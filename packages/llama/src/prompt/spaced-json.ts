import { isExactNumber, type JsonValue } from '@org/engine';

/** JSON with a space after every colon and comma, the format most common in training data. */
export function spacedJson(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map((member: JsonValue) => spacedJson(member)).join(', ')}]`;
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return JSON.stringify(value ?? null);
  const members = Object.entries(value).filter((entry) => entry[1] !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}: ${spacedJson(member)}`).join(', ')}}`;
}
