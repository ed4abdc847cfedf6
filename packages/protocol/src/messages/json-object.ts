import * as z from 'zod';
import { isExactNumber } from '../schema/exact-number.js';

/** A JSON object whose members are opaque to this protocol: tool input, JSON Schemas. */
export type JsonObject = { [key: string]: unknown };

/**
 * Any JSON object, passed on as the very same value. `z.record` would copy it and drop a `__proto__` key; tool input
 * must arrive as it was sent.
 */
export const jsonObjectSchema = z.custom<JsonObject>().check((context) => {
  const input: unknown = context.value;
  if (typeof input !== 'object' || input === null || Array.isArray(input) || isExactNumber(input)) {
    context.issues.push({ code: 'invalid_type', expected: 'object', input });
  }
});
