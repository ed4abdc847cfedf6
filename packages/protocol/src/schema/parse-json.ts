import type { z } from 'zod';
import { acceptanceOf } from './acceptance.js';
import { upToFault } from './up-to-fault.js';

/** A schema of this protocol whose values are `Value`s. */
export type RequestSchema<Value> = z.ZodType<Value>;

/**
 * `schema.safeParse` for values of `JSON.parse`. A value that is valid as it stands is given back itself and not as a
 * copy: a large request costs a fraction of what zod takes. Every other value is zod's to judge, and of a list with faults
 * only what comes up to the first of them: nobody is told more.
 */
export function parseJson<Value>(schema: RequestSchema<Value>, value: unknown): z.ZodSafeParseResult<Value> {
  if (isAccepted(schema, value)) return { success: true, data: value };
  const start = upToFault(schema, value);
  if (start !== value) {
    const parsed = schema.safeParse(start);
    if (!parsed.success) return parsed;
  }
  return schema.safeParse(value);
}

function isAccepted<Value>(schema: RequestSchema<Value>, value: unknown): value is Value {
  return acceptanceOf(schema)(value);
}
