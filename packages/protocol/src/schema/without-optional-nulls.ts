// Clients in typed languages send every unset member as null, including members that the API expects to be omitted.
import type { z } from 'zod';
import { acceptanceOf } from './acceptance.js';
import { optionsTagged, tagOf } from './tagged-options.js';

/**
 * `value` without the nulls in members that `schema` lets be absent, and not be null. What it does not describe, such as the schema of a
 * tool, stays as it is. A value that has no such null is given back itself.
 */
export function withoutOptionalNulls(schema: z.core.$ZodType, value: unknown): unknown {
  return containsNull(value) ? withoutNulls(schema, value) : value;
}

/** Most invalid bodies contain no null, and searching for one costs far less than the steps that follow. */
function containsNull(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).some(containsNull));
}

function withoutNulls(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || acceptanceOf(schema)(value)) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return withoutNulls(def.innerType, value);
    case 'array':
      return Array.isArray(value) ? elements(def.element, value) : value;
    case 'object':
      return Array.isArray(value) ? value : members(def, value);
    case 'union':
      return nearest(optionsFor(def, value), value);
    default:
      return value;
  }
}

function elements(element: z.core.$ZodType, list: readonly unknown[]): readonly unknown[] {
  let cleaned: unknown[] | undefined;
  for (const [index, each] of list.entries()) {
    const rest = withoutNulls(element, each);
    if (rest !== each) cleaned ??= list.slice(0, index);
    cleaned?.push(rest);
  }
  return cleaned ?? list;
}

/** Lists of many objects pass through this function, so it builds no key list and copies each object at most once. */
function members({ shape }: z.core.$ZodObjectDef, value: object): object {
  const own = value as Readonly<Record<string, unknown>>;
  let cleaned: Record<string, unknown> | undefined;
  for (const name in own) {
    const member = own[name];
    const schema = typeof member === 'object' && Object.hasOwn(shape, name) ? shape[name] : undefined;
    const isOmitted = schema !== undefined && member === null && treatsNullAsAbsent(schema);
    const rest = schema === undefined || isOmitted ? member : withoutNulls(schema, member);
    if (isOmitted || rest !== member) cleaned ??= membersBefore(own, name);
    if (cleaned !== undefined && !isOmitted) put(cleaned, name, rest);
  }
  return cleaned ?? value;
}

function membersBefore(own: Readonly<Record<string, unknown>>, end: string): Record<string, unknown> {
  const cleaned: Record<string, unknown> = {};
  for (const name in own) {
    if (name === end) break;
    put(cleaned, name, own[name]);
  }
  return cleaned;
}

/** A member of any name: it is no setter's. */
function put(cleaned: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(cleaned, name, { value, writable: true, enumerable: true, configurable: true });
  else cleaned[name] = value;
}

/** Whether null in a member of this schema means the same as its absence. */
function treatsNullAsAbsent(schema: z.core.$ZodType): boolean {
  return isOptional(schema) && !acceptanceOf(schema)(null);
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === 'optional';
}

/** A null tag is also removed where a type lets it be absent. */
function optionsFor(def: z.core.$ZodUnionDef, value: object): readonly z.core.$ZodType[] {
  return optionsTagged(def, tagOf(def, value) ?? undefined);
}

/** The result of the first option that accepts its own result, or else of the first option that removes something. */
function nearest(options: readonly z.core.$ZodType[], value: object): unknown {
  let first: unknown = value;
  for (const option of options) {
    const rest = withoutNulls(option, value);
    if (rest === value) continue;
    if (options.length === 1 || acceptanceOf(option)(rest)) return rest;
    if (first === value) first = rest;
  }
  return first;
}
