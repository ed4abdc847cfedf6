import * as z from 'zod';

/** One of the known values, or a value of a later API version. */
export type OpenEnum<Value extends string> = Value | (string & {});

/**
 * A string with a documented but open set of values; the known values are the examples in the schema's metadata. For
 * values that a service reports (reasons, error codes, tiers) and that clients send back unchanged: a future value
 * must not break the request. Settings that change the meaning of a request stay closed enums.
 */
export function openEnum<const Values extends readonly string[]>(
  values: Values,
): z.ZodType<OpenEnum<Values[number]>, string> {
  const schema: z.ZodType<OpenEnum<Values[number]>, string> = z.string().meta({ examples: [...values] });
  knownValues.set(schema, values);
  return schema;
}

const knownValues = new WeakMap<z.ZodType, readonly string[]>();

/** The values that `schema` was built with, or undefined when `openEnum` did not build it. */
export function knownValuesOf(schema: z.ZodType): readonly string[] | undefined {
  return knownValues.get(schema);
}
