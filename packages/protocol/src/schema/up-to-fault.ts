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
  return isObjectOrList(value) && !acceptanceOf(schema)(value) ? truncated(schema, value) : value;
}

function isObjectOrList(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The same for a value that `schema` does not accept: no schema that it consists of accepts it, so none is asked. */
function truncated(schema: z.core.$ZodType, value: object): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
      return truncated(def.innerType, value);
    case 'array':
      return Array.isArray(value) ? listUpToFault(def.element, value) : value;
    case 'object':
      return membersUpToFault(def, value);
    case 'union':
      return pickLongest(
        optionsTagged(def, tagOf(def, value)).map((option) => truncated(option, value)),
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
    const start = isObjectOrList(each) ? truncated(element, each) : each;
    if (!z.safeParse(element, start).success) return [...list.slice(0, index), start];
  }
  return list;
}

function membersUpToFault({ shape }: z.core.$ZodObjectDef, value: object): unknown {
  const changed: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const start = schema === undefined ? member : upToFault(schema, member);
    if (start !== member) changed.push([name, start]);
  }
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

/** The truncated value of the option that matched furthest. */
function pickLongest(candidates: readonly unknown[], value: object): unknown {
  const changed = candidates.filter((candidate) => candidate !== value);
  return changed.reduce((best, each) => (lengthOf(each) > lengthOf(best) ? each : best), changed[0]) ?? value;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
