// Clients in typed languages write every member that they have not set as null, also where the wire leaves such members out.
import type { z } from 'zod';
import { acceptanceOf } from './acceptance.js';
import { optionsTagged, tagOf } from './tagged-options.js';

/**
 * `value` without the nulls in members that `schema` lets be absent, and not be null. What it does not describe, such as the schema of a
 * tool, stays as it is. A value that has no such null is given back itself.
 */
export function withoutOptionalNulls(schema: z.core.$ZodType, value: unknown): unknown {
  return holdsNull(value) ? withoutNulls(schema, value) : value;
}

/** Most bodies with a fault hold none, and looking for one costs far less than what follows. */
function holdsNull(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).some(holdsNull));
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
  const kept = list.map((each) => withoutNulls(element, each));
  return kept.some((each, index) => each !== list[index]) ? kept : list;
}

function members({ shape }: z.core.$ZodObjectDef, value: object): object {
  let changed = false;
  const kept = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema === undefined) return [[name, member]];
    const rest = member === null && isOptional(schema) && !acceptanceOf(schema)(null) ? undefined : withoutNulls(schema, member);
    changed ||= rest !== member;
    return rest === undefined ? [] : [[name, rest]];
  });
  return changed ? Object.fromEntries(kept) : value;
}

function isOptional(schema: z.core.$ZodType): boolean {
  return schema._zod.optin === 'optional';
}

/** A tag that is null is left out as well, where a kind lets it be absent. */
function optionsFor(def: z.core.$ZodUnionDef, value: object): readonly z.core.$ZodType[] {
  return optionsTagged(def, tagOf(def, value) ?? undefined);
}

/** What the first option leaves that takes what it leaves, or else the first that leaves something out. */
function nearest(options: readonly z.core.$ZodType[], value: object): unknown {
  const rests = options.map((option) => ({ option, rest: withoutNulls(option, value) })).filter(({ rest }) => rest !== value);
  return (rests.find(({ option, rest }) => acceptanceOf(option)(rest)) ?? rests[0])?.rest ?? value;
}
