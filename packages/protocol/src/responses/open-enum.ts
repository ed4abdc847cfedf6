import { z } from 'zod';

/** One of the known values, or any other string: for value sets that the wire's own types leave open. */
export type OpenEnum<Value extends string> = Value | (string & {});

/** Accepts every string; the known values are kept in the type and in the schema's metadata. */
export function openEnum<const Values extends readonly string[]>(values: Values): z.ZodType<OpenEnum<Values[number]>, string> {
  return z.string().meta({ examples: [...values] }) as z.ZodType<OpenEnum<Values[number]>, string>;
}
