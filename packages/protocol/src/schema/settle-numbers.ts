// Exact numbers stay where a schema does not describe the value: in JSON Schemas, arguments and unknown members. A
// field that the server reads itself has a JavaScript number.
import type { z } from 'zod';
import { acceptanceOf } from './acceptance.js';
import { isExactNumber, toPlainNumber } from './exact-number.js';
import { optionsTagged, tagOf } from './tagged-options.js';

/**
 * `value` with JavaScript numbers in place of the exact ones that `schema` describes. A value without such a number is
 * returned itself. A number that JavaScript cannot hold becomes infinite: the schema then rejects it at its path.
 */
export function settleNumbers(schema: z.core.$ZodType, value: unknown): unknown {
  return containsExactNumber(value) ? settle(schema, value) : value;
}

/** Most bodies that a schema does not accept contain none, and searching costs far less than the steps that follow. */
function containsExactNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isExactNumber(value) || Object.values(value).some(containsExactNumber);
}

function settle(schema: z.core.$ZodType, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || acceptanceOf(schema)(value)) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return settle(def.innerType, value);
  if (def.type === 'union') return nearest(optionsTagged(def, tagOf(def, value)), value);
  if (isExactNumber(value)) return isFreeForm(def) ? value : toPlainNumber(value);
  if (def.type === 'array') return Array.isArray(value) ? elements(def.element, value) : value;
  if (Array.isArray(value)) return value;
  if (def.type === 'object')
    return members(value, (name) => (Object.hasOwn(def.shape, name) ? def.shape[name] : undefined));
  return def.type === 'record' ? members(value, () => def.valueType) : value;
}

/** Its own check decides. */
function isFreeForm({ type }: z.core.$ZodTypeDef): boolean {
  return type === 'unknown' || type === 'custom';
}

function elements(element: z.core.$ZodType, list: readonly unknown[]): readonly unknown[] {
  const settled = list.map((each) => settle(element, each));
  return settled.some((each, index) => each !== list[index]) ? settled : list;
}

function members(value: object, schemaOf: (name: string) => z.core.$ZodType | undefined): object {
  const entries = Object.entries(value);
  const settled = entries.map(([name, member]: [string, unknown]): [string, unknown] => {
    const schema = schemaOf(name);
    return [name, schema === undefined ? member : settle(schema, member)];
  });
  // Defines each member, so one named `__proto__` stays a member.
  return settled.some(([, member], index) => member !== entries[index]?.[1]) ? Object.fromEntries(settled) : value;
}

/** The result of the first option that accepts its own result, or else of the first option that changes something. */
function nearest(options: readonly z.core.$ZodType[], value: object): unknown {
  let first: unknown = value;
  for (const option of options) {
    const settled = settle(option, value);
    if (settled === value) continue;
    if (options.length === 1 || acceptanceOf(option)(settled)) return settled;
    if (first === value) first = settled;
  }
  return first;
}
