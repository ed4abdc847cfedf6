// Clients in typed languages write every member that they have not set as null, also where the wire leaves such members out.
import type { z } from 'zod';
import { acceptanceOf } from './acceptance.js';

/**
 * `value` without the nulls in members that `schema` lets be absent, and not be null. What it does not describe, such as the schema of a
 * tool, stays as it is. A value that has no such null is given back itself.
 */
export function withoutOptionalNulls(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || acceptanceOf(schema)(value)) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return withoutOptionalNulls(def.innerType, value);
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
  const kept = list.map((each) => withoutOptionalNulls(element, each));
  return kept.some((each, index) => each !== list[index]) ? kept : list;
}

function members({ shape }: z.core.$ZodObjectDef, value: object): object {
  let changed = false;
  const kept = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema === undefined) return [[name, member]];
    const left = member === null && isOptional(schema) && !acceptanceOf(schema)(null) ? undefined : withoutOptionalNulls(schema, member);
    changed ||= left !== member;
    return left === undefined ? [] : [[name, left]];
  });
  return changed ? Object.fromEntries(kept) : value;
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === 'optional';
}

/** Of options that are told apart by a tag only one is meant, unless it is the tag that is null. */
function optionsFor(def: z.core.$ZodUnionDef, value: object): readonly z.core.$ZodType[] {
  if (!('discriminator' in def)) return def.options;
  const tag: unknown = Object.entries(value).find(([name]) => name === def.discriminator)?.[1];
  return tag === null ? def.options : def.options.filter((option) => [...(option._zod.propValues?.[String(def.discriminator)] ?? [])].some((own) => own === tag));
}

/** What the first option leaves that takes what it leaves, or else the first that leaves something out. */
function nearest(options: readonly z.core.$ZodType[], value: object): unknown {
  const left = options.map((option) => ({ option, rest: withoutOptionalNulls(option, value) })).filter(({ rest }) => rest !== value);
  return (left.find(({ option, rest }) => acceptanceOf(option)(rest)) ?? left[0])?.rest ?? value;
}
