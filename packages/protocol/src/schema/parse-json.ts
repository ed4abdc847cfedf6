import type { z } from 'zod';
import { acceptanceOf } from './acceptance.js';

/** A schema of this protocol whose values are `Value`s. */
export type WireSchema<Value> = z.ZodType<Value>;

/**
 * `schema.safeParse` for values of `JSON.parse`. A value that is valid as it stands is given back itself and not as a
 * copy: a large request costs a fraction of what zod takes. Every other value is zod's to judge.
 */
export function parseJson<Value>(schema: WireSchema<Value>, value: unknown): z.ZodSafeParseResult<Value> {
  if (isAccepted(schema, value)) return { success: true, data: value };
  return schema.safeParse(value);
}

function isAccepted<Value>(schema: WireSchema<Value>, value: unknown): value is Value {
  return acceptanceOf(schema)(value);
}
