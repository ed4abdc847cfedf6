// A value without what a reader can do without.
import type { Needs } from '#src/schema.js';

/** Members that discriminate objects. */
export const isTag = (name: string): boolean => name === 'type' || name === 'object';

/** What the object cannot do without, by its kind. */
export function neededIn(object: object, needs: Needs): readonly string[] {
  const { type, object: kind } = object as { type?: unknown; object?: unknown };
  return needs[String(type ?? kind)] ?? [];
}

/** The value with all optional members removed or set to null. */
export function withoutOptionalMembers(value: unknown, needs: Needs, change: 'drop' | 'null'): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutOptionalMembers(each, needs, change));
  if (typeof value !== 'object' || value === null) return value;
  const needed = new Set(neededIn(value, needs));
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (isTag(name)) return [[name, member]];
    if (needed.has(name)) return [[name, withoutOptionalMembers(member, needs, change)]];
    return change === 'drop' ? [] : [[name, null]];
  });
  return Object.fromEntries(members);
}
