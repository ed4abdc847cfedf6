import { anyOf } from '../gbnf.js';
import { ceilOf, floorOf, type Decimal } from './decimal.js';

/** Bounds of an integer; `undefined` is open. */
export interface IntegerBounds {
  readonly minimum?: Decimal;
  readonly maximum?: Decimal;
  readonly exclusiveMinimum?: Decimal;
  readonly exclusiveMaximum?: Decimal;
}

// Programs hold integers in 64 bits, with or without a sign; what exceeds both has no form in them.
const minSigned = -(2n ** 63n);
const maxSigned = 2n ** 63n - 1n;
const maxUnsigned = 2n ** 64n - 1n;

/** An integer of at most 64 bits within bounds, or `undefined` when there is none. */
export function integerGrammar(bounds: IntegerBounds): string | undefined {
  const low = lowEnd(bounds);
  const high = highEnd(bounds) ?? (low > maxSigned ? maxUnsigned : maxSigned);
  const negative = naturals(high < -1n ? -high : 1n, -low).map((alternative) => `"-" ${alternative}`);
  const alternatives = [...negative, ...naturals(low > 0n ? low : 0n, high)];
  return alternatives.length === 0 ? undefined : anyOf(alternatives);
}

function lowEnd({ minimum, exclusiveMinimum }: IntegerBounds): bigint {
  const closed = minimum === undefined ? minSigned : ceilOf(minimum);
  const open = exclusiveMinimum === undefined ? minSigned : floorOf(exclusiveMinimum) + 1n;
  const low = closed > open ? closed : open;
  return low > minSigned ? low : minSigned;
}

/** Undefined where no bound is within 64 bits. */
function highEnd({ maximum, exclusiveMaximum }: IntegerBounds): bigint | undefined {
  const ends = [
    ...(maximum === undefined ? [] : [floorOf(maximum)]),
    ...(exclusiveMaximum === undefined ? [] : [ceilOf(exclusiveMaximum) - 1n]),
  ].filter((end) => end <= maxUnsigned);
  return ends.length === 0 ? undefined : ends.reduce((least, end) => (end < least ? end : least));
}

/** Integers from `low` (at least 0) to `high`, digit by digit, without leading zeros. */
export function naturals(low: bigint, high: bigint): readonly string[] {
  if (low > high) return [];
  const alternatives: string[] = [];
  const [lowDigits, highDigits] = [String(low), String(high)];
  const fullFrom = lowDigits === '0' || isPowerOfTen(lowDigits) ? lowDigits.length : lowDigits.length + 1;
  const fullTo = /^9+$/.test(highDigits) ? highDigits.length : highDigits.length - 1;
  // All integers of these lengths are within the bounds, so one expression stands for them.
  if (fullFrom <= fullTo) {
    const any = `[1-9] ${fullTo === 1 ? '""' : `[0-9]{${fullFrom - 1},${fullTo - 1}}`}`;
    alternatives.push(lowDigits === '0' ? `( "0" | ${any} )` : any);
  }
  for (let length = lowDigits.length; length <= highDigits.length; length += 1) {
    if (length >= fullFrom && length <= fullTo) continue;
    const from = length === lowDigits.length ? lowDigits : `1${'0'.repeat(length - 1)}`;
    const to = length === highDigits.length ? highDigits : '9'.repeat(length);
    alternatives.push(between(from, to));
  }
  return [anyOf(alternatives)];
}

function isPowerOfTen(digits: string): boolean {
  return /^10*$/.test(digits);
}

/** Digit strings of equal length between two others. */
function between(low: string, high: string): string {
  if (low === '') return '""';
  if (/^0+$/.test(low) && /^9+$/.test(high)) return anyDigits(low.length);
  const [first, last] = [Number(low[0]), Number(high[0])];
  if (first === last) return `( ${digit(first, first)} ${between(low.slice(1), high.slice(1))} )`;
  const rest = low.length - 1;
  const alternatives = [`${digit(first, first)} ${between(low.slice(1), '9'.repeat(rest))}`];
  if (last - first > 1) alternatives.push(`${digit(first + 1, last - 1)} ${anyDigits(rest)}`);
  alternatives.push(`${digit(last, last)} ${between('0'.repeat(rest), high.slice(1))}`);
  return `( ${alternatives.join(' | ')} )`;
}

function digit(low: number, high: number): string {
  return low === high ? `"${low}"` : `[${low}-${high}]`;
}

function anyDigits(count: number): string {
  return count === 0 ? '""' : `[0-9]{${count}}`;
}
