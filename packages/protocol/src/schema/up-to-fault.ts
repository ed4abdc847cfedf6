// zod continues after a fault and describes every later one. The service reports only the first, and a megabyte can
// hold a hundred thousand, which take seconds and a gigabyte to describe.
import * as z from 'zod';
import { acceptanceOf } from './acceptance.js';
import { optionsTagged, tagOf } from './tagged-options.js';

/**
 * `value` with each of its lists truncated at the first element that `schema` rejects; the result is rejected for the
 * same reason. A value without such an element is returned itself.
 */
export function upToFault(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || acceptanceOf(schema)(value)) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return upToFault(def.innerType, value);
    case 'array':
      return Array.isArray(value) ? listUpToFault(def.element, value) : value;
    case 'object':
      return membersUpToFault(def, value);
    case 'union':
      return pickLongest(
        optionsTagged(def, tagOf(def, value)).map((option) => upToFault(option, value)),
        value,
      );
    default:
      return value;
  }
}

function listUpToFault(element: z.core.$ZodType, list: readonly unknown[]): unknown {
  const accepts = acceptanceOf(element);
  for (const [index, each] of list.entries()) {
    if (accepts(each)) continue;
    const truncated = upToFault(element, each);
    if (!z.safeParse(element, truncated).success) return [...list.slice(0, index), truncated];
  }
  return list;
}

function membersUpToFault({ shape }: z.core.$ZodObjectDef, value: object): unknown {
  const truncated: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const start = schema === undefined ? member : upToFault(schema, member);
    if (start !== member) truncated.push([name, start]);
  }
  return truncated.length === 0 ? value : { ...value, ...Object.fromEntries(truncated) };
}

/** The truncated value of the option that matched furthest. */
function pickLongest(candidates: readonly unknown[], value: object): unknown {
  const changed = candidates.filter((truncated) => truncated !== value);
  return (
    changed.reduce((best, truncated) => (lengthOf(truncated) > lengthOf(best) ? truncated : best), changed[0]) ?? value
  );
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
