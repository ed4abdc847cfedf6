// Numbers that a JavaScript number cannot hold as they were written: 64-bit ids, `20.0`, `1e400`. A server may parse
// them as `JSON.rawJSON`, which `JSON.stringify` writes unchanged.
import * as z from 'zod';

const { isRawJSON } = JSON as { readonly isRawJSON?: (value: unknown) => boolean };

/** Whether a value is a number that was parsed with its text. To all other code it looks like an object. */
export function isExactNumber(value: unknown): value is object {
  return isRawJSON?.(value) === true;
}

/**
 * The JavaScript number that an exact number means. An integer that JavaScript would round counts as infinite, so that
 * every schema for numbers rejects it.
 */
export function toPlainNumber(exact: object): number {
  const text = JSON.stringify(exact);
  const plain = Number(text);
  return Number.isFinite(plain) && isInteger.test(text) && BigInt(text) !== BigInt(plain) ? Infinity : plain;
}

const isInteger = /^-?\d+$/;

/** A number that passes through: in its place an exact number is valid, too. */
export const passedOnNumberSchema: z.ZodCustom<number, number> = z
  .custom<number>()
  .check((context) => {
    const input: unknown = context.value;
    if (!Number.isFinite(input) && !isExactNumber(input))
      context.issues.push({ code: 'invalid_type', expected: 'number', input });
  })
  .meta({ type: 'number' });
