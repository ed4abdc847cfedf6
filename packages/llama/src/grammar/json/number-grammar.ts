import { anyOf, literal } from '../gbnf.js';
import { naturals as integersBetween } from './integer-grammar.js';

/** Bounds of a number; `undefined` is open. */
export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** Larger numbers with a fraction are not exact in JSON parsers, so bounds beyond it mean no bound. */
const maxMagnitude = 1e15;
const fraction = '( "." [0-9]{1,15} )?';
const zeroFraction = '( "." "0"{1,15} )?';
/**
 * With this many digits in total, no two decimals share a double, so a value next to a bound stays on its side when
 * it is parsed.
 */
const exactDigits = 15;

/**
 * A number within bounds, without exponent. Fractional bounds are rounded inward to the next integer, so that every
 * accepted value is within them; `undefined` when no value remains.
 */
export function numberGrammar(bounds: NumberBounds): string | undefined {
  const low = lowEnd(bounds);
  const high = highEnd(bounds);
  const alternatives = magnitudes(low, high);
  const negative =
    low.at >= 0
      ? []
      : magnitudes({ at: -high.at, open: high.open }, { at: -low.at, open: low.open }).map(
          (alternative) => `"-" ${alternative}`,
        );
  const all = [...negative, ...alternatives];
  return all.length === 0 ? undefined : anyOf(all);
}

/** Whether only numbers are within the bounds that have too many digits for a fraction. */
export function exceedsFractions({
  minimum = 0,
  exclusiveMinimum = 0,
  maximum = 0,
  exclusiveMaximum = 0,
}: NumberBounds): boolean {
  return Math.max(minimum, exclusiveMinimum) > maxMagnitude || Math.min(maximum, exclusiveMaximum) < -maxMagnitude;
}

interface End {
  readonly at: number;
  /** The end itself is excluded. */
  readonly open: boolean;
}

function lowEnd({ minimum, exclusiveMinimum }: NumberBounds): End {
  const closed = { at: ceil(minimum), open: false };
  if (exclusiveMinimum === undefined || Math.abs(exclusiveMinimum) > maxMagnitude) return closed;
  const at = Math.ceil(exclusiveMinimum);
  return at >= closed.at ? { at, open: at === exclusiveMinimum } : closed;
}

function highEnd({ maximum, exclusiveMaximum }: NumberBounds): End {
  const closed = { at: floor(maximum), open: false };
  if (exclusiveMaximum === undefined || Math.abs(exclusiveMaximum) > maxMagnitude) return closed;
  const at = Math.floor(exclusiveMaximum);
  return at <= closed.at ? { at, open: at === exclusiveMaximum } : closed;
}

/** Numbers of at least 0 between two ends. */
function magnitudes(low: End, high: End): readonly string[] {
  const from = Math.max(low.at, 0);
  const open = low.open && low.at >= 0;
  if (from > high.at || (from === high.at && (open || high.open))) return [];
  if (from === high.at) return [`${naturals(from, from).join('')} ${zeroFraction}`];
  const alternatives: string[] = [];
  if (open) alternatives.push(...justAbove(from));
  const integer = naturals(open ? from + 1 : from, high.at - 1);
  if (integer.length > 0) alternatives.push(`${anyOf(integer)} ${high.open ? fractionBelow(high.at) : fraction}`);
  if (!high.open && Number.isFinite(high.at)) alternatives.push(`${literal(String(high.at))} ${zeroFraction}`);
  return alternatives;
}

/** Numbers strictly between an integer and the next one. */
function justAbove(integer: number): readonly string[] {
  const digits = exactDigits - String(integer).length;
  const zeros = Math.floor((digits - 1) / 2);
  return digits < 1 ? [] : [`${literal(String(integer))} "." "0"{0,${zeros}} [1-9] [0-9]{0,${digits - 1 - zeros}}`];
}

/** Any fraction of a number below `end` with which it stays below it. */
function fractionBelow(end: number): string {
  const digits = exactDigits - String(end).length;
  return digits < 1 ? '""' : `( "." [0-9]{1,${digits}} )?`;
}

function ceil(value: number | undefined): number {
  return value === undefined || value < -maxMagnitude ? -Infinity : Math.ceil(value);
}

function floor(value: number | undefined): number {
  return value === undefined || value > maxMagnitude ? Infinity : Math.floor(value);
}

/** Integers from `low` (at least 0) to `high`, of at most 15 digits. */
function naturals(low: number, high: number): readonly string[] {
  return integersBetween(BigInt(low), BigInt(Math.min(high, maxMagnitude - 1)));
}
