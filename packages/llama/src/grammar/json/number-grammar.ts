import { anyOf, literal } from '../gbnf.js';

/** Bounds of a number; `undefined` is open. */
export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
}

/** Larger integers are not exact in JSON parsers, so bounds beyond it mean no bound. */
const maxMagnitude = 1e15;
/** Maximum number of digits after the first one. */
const maxDigits = 14;
const fraction = '( "." [0-9]{1,15} )?';
const zeroFraction = '( "." "0"{1,15} )?';
/**
 * With this many digits in total, no two decimals share a double, so a value next to a bound stays on its side when
 * it is parsed.
 */
const exactDigits = 15;

/** An integer within bounds, or `undefined` when there is none. */
export function integerGrammar(bounds: NumberBounds): string | undefined {
  if (isOutOfReach(bounds)) return undefined;
  const low = Math.max(ceil(bounds.minimum), below(bounds.exclusiveMinimum) + 1);
  const high = Math.min(floor(bounds.maximum), -below(negated(bounds.exclusiveMaximum)) - 1);
  const alternatives = [...negativeIntegers(low, high), ...naturals(Math.max(low, 0), high)];
  return alternatives.length === 0 ? undefined : anyOf(alternatives);
}

/**
 * A number within bounds, without exponent. Fractional bounds are rounded inward to the next integer, so that every
 * accepted value is within them; `undefined` when no value remains.
 */
export function numberGrammar(bounds: NumberBounds): string | undefined {
  if (isOutOfReach(bounds)) return undefined;
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

/** Only numbers of more digits than we write. */
function isOutOfReach({ minimum = 0, exclusiveMinimum = 0, maximum = 0, exclusiveMaximum = 0 }: NumberBounds): boolean {
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

/** The largest integer that is not above an exclusive lower bound. */
function below(exclusive: number | undefined): number {
  return exclusive === undefined || exclusive < -maxMagnitude ? -Infinity : Math.floor(exclusive);
}

function negated(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}

function negativeIntegers(low: number, high: number): readonly string[] {
  return naturals(Math.max(1, -high), -low).map((alternative) => `"-" ${alternative}`);
}

/** Integers from `low` (at least 0) to `high`, digit by digit, without leading zeros. */
function naturals(low: number, high: number): readonly string[] {
  if (low > high) return [];
  if (low === 0 && high === Infinity) return [`( "0" | [1-9] [0-9]{0,${maxDigits}} )`];
  const alternatives: string[] = [];
  const lowDigits = String(low);
  const highDigits = high === Infinity ? '9'.repeat(maxDigits + 1) : String(high);
  for (let length = lowDigits.length; length <= highDigits.length; length += 1) {
    const from = length === lowDigits.length ? lowDigits : `1${'0'.repeat(length - 1)}`;
    const to = length === highDigits.length ? highDigits : '9'.repeat(length);
    alternatives.push(between(from, to));
  }
  return [anyOf(alternatives)];
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
