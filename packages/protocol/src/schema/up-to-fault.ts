// zod continues after a fault and describes every later one. The service reports only the first, and a megabyte can
// hold a hundred thousand, which take seconds and a gigabyte to describe.
import * as z from 'zod';
import { acceptanceOf } from './acceptance.js';
import { optionsTagged, tagOf } from './tagged-options.js';

/** Elements that a list had before its only one. */
const offsets = new WeakMap<object, number>();

/**
 * `value` with each of its lists reduced to the first element that `schema` rejects; the result is rejected for the
 * same reason, at paths that {@link restorePaths} corrects. A value without such an element is returned itself.
 */
export function upToFault(schema: z.core.$ZodType, value: unknown): unknown {
  return rejectedPart(schema, value, false);
}

/** `keepsStart`: lists keep the elements before the fault, because another option of a union may reject one of them. */
function rejectedPart(schema: z.core.$ZodType, value: unknown, keepsStart: boolean): unknown {
  return isObjectOrList(value) && !acceptanceOf(schema)(value) ? truncated(schema, value, keepsStart) : value;
}

function isObjectOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The same for a value that `schema` does not accept: no schema that it consists of accepts it, so none is asked. */
function truncated(schema: z.core.$ZodType, value: object, keepsStart: boolean): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return truncated(def.innerType, value, keepsStart);
    case 'array':
      return Array.isArray(value) ? listUpToFault(def.element, value, keepsStart) : value;
    case 'object':
      return membersUpToFault(def, value, keepsStart);
    case 'union':
      return truncatedUnion(optionsTagged(def, tagOf(def, value)), value, keepsStart);
    default:
      return value;
  }
}

/** The truncated value of the option that matched furthest. */
function truncatedUnion(options: readonly z.core.$ZodType[], value: object, keepsStart: boolean): unknown {
  const candidates = options.map((option) => truncated(option, value, keepsStart));
  const changed = candidates.filter((candidate) => candidate !== value);
  const [first, ...others] = changed;
  if (keepsStart || others.every((other) => isSame(first, other))) return longest(changed) ?? value;
  return longest(options.flatMap((option, at) => (candidates[at] === value ? [] : [truncated(option, value, true)])));
}

/** Whether two options leave the same of a value. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isObjectOrList(left) || !isObjectOrList(right) || offsetOf(left) !== offsetOf(right)) return false;
  const entries = Object.entries(left);
  return (
    entries.length === Object.keys(right).length &&
    entries.every(([name, member]) => isSame(member, Reflect.get(right, name)))
  );
}

function longest(candidates: readonly unknown[]): unknown {
  return candidates.reduce((best, each) => (lengthOf(each) > lengthOf(best) ? each : best), candidates[0]);
}

function listUpToFault(element: z.core.$ZodType, list: readonly unknown[], keepsStart: boolean): unknown {
  const accepts = acceptanceOf(element);
  for (const [index, each] of list.entries()) {
    if (accepts(each)) continue;
    const start = isObjectOrList(each) ? truncated(element, each, keepsStart) : each;
    if (z.safeParse(element, start).success) continue;
    if (keepsStart) return [...list.slice(0, index), start];
    const only = [start];
    offsets.set(only, index);
    return only;
  }
  return list;
}

function membersUpToFault({ shape }: z.core.$ZodObjectDef, value: object, keepsStart: boolean): unknown {
  const changed: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const start = schema === undefined ? member : rejectedPart(schema, member, keepsStart);
    if (start !== member) changed.push([name, start]);
  }
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length + offsetOf(value) : 0;
}

function offsetOf(value: unknown): number {
  return isObjectOrList(value) ? (offsets.get(value) ?? 0) : 0;
}

/** Gives the paths of `issues`, which zod found in a result of {@link upToFault}, the indexes of the complete lists. */
export function restorePaths(issues: readonly z.core.$ZodIssue[], start: unknown): void {
  for (const issue of issues) {
    const { path } = issue;
    let value = start;
    for (const [at, key] of path.entries()) {
      const member: unknown = isObjectOrList(value) ? Reflect.get(value, key) : undefined;
      if (typeof key === 'number') path[at] = key + offsetOf(value);
      value = member;
    }
    if (issue.code === 'invalid_union') for (const each of issue.errors) restorePaths(each, value);
  }
}
