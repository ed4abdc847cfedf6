import { isDeepStrictEqual } from 'node:util';

import { isExactNumber, type JsonValue } from '@org/engine';

/** A number as it was written: `unscaled` divided by 10 to the power of `scale`. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** A larger exponent exceeds every bound that a grammar can enforce, and its digits would fill the memory. */
const maxExponent = 400;
const maxScale = 2_000;

/** The text of a number; undefined for every other value. */
export function numberText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'number' || isExactNumber(value) ? JSON.stringify(value) : undefined;
}

/** Whether a JavaScript number has exactly the value of a number in JSON. */
export function isEqualNumber(text: string, number: number): boolean {
  const [exact, rounded] = [decimalIn(text), decimalOf(number)];
  return exact !== undefined && rounded !== undefined && compareDecimals(exact, rounded) === 0;
}

/** The exact value of a number; undefined for every other value. */
export function decimalOf(value: JsonValue | undefined): Decimal | undefined {
  return decimalIn(numberText(value) ?? '');
}

function decimalIn(text: string): Decimal | undefined {
  const parts = numberPattern.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', integer = '', fraction = '', exponent = '0'] = parts;
  const unscaled = BigInt(sign + integer + fraction);
  const scale = Math.max(-maxExponent, fraction.length - Number(exponent));
  if (scale < 0) return { unscaled: unscaled * 10n ** BigInt(-scale), scale: 0 };
  // A number so close to zero is only known to be on its side of zero.
  if (scale > maxScale) return { unscaled: unscaled === 0n ? 0n : unscaled < 0n ? -1n : 1n, scale: 1 };
  return { unscaled, scale };
}

/** Whether two JSON values are equal; numbers by their value, however they were written. */
export function isEqualJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  const [first, second] = [decimalOf(a), decimalOf(b)];
  return first !== undefined && second !== undefined ? compareDecimals(first, second) === 0 : isDeepStrictEqual(a, b);
}

const numberPattern = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/;

/** The largest integer that is not above the number. */
export function floorOf({ unscaled, scale }: Decimal): bigint {
  const unit = 10n ** BigInt(scale);
  const quotient = unscaled / unit;
  return unscaled < 0n && quotient * unit !== unscaled ? quotient - 1n : quotient;
}

/** The smallest integer that is not below the number. */
export function ceilOf({ unscaled, scale }: Decimal): bigint {
  return -floorOf({ unscaled: -unscaled, scale });
}

/** Negative, 0 or positive, as `a` is less than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = a.unscaled * 10n ** BigInt(scale - a.scale) - b.unscaled * 10n ** BigInt(scale - b.scale);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}
