import type { z } from 'zod';
import { acceptanceOf } from './acceptance.js';

/**
 * `schema.safeParse` for values of `JSON.parse`. A value that is valid as it stands is given back itself and not as a
 * copy: a large request costs a fraction of what zod takes. Every other value is zod's to judge.
 */
export function parseJson<Schema extends z.ZodType>(schema: Schema, value: unknown): z.ZodSafeParseResult<z.output<Schema>> {
  if (isAccepted(schema, value)) return { success: true, data: value };
  return schema.safeParse(value);
}

function isAccepted<Schema extends z.ZodType>(schema: Schema, value: unknown): value is z.output<Schema> {
  return acceptanceOf(schema)(value);
}
