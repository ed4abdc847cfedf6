// Bounds a JSON text before it is parsed: what passes JSON.parse can still overflow the stack or fill the memory of
// everything that walks it later.
import { EngineError, type Steps } from '@org/engine';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  endOfString,
  isDigit,
  lowerE,
  minus,
  openBrace,
  openBracket,
  point,
  quote,
  sliceBytes,
  upperE,
  zero,
} from './json-bytes.js';

export interface JsonLimits {
  /** Deepest nesting of arrays and objects. */
  readonly depth: number;
  /** Maximum number of values, where each member and each element counts as one. */
  readonly values: number;
}

/** What a text contains that plain parsing does not preserve exactly, or not without blocking other work. */
export interface JsonFindings {
  /** Numbers that the language may write otherwise: of many digits, `20.0`, `2e1` or `-0`. */
  readonly numbers: boolean;
  /** Names of members that have an escape. */
  readonly names: boolean;
  /** Number of values. */
  readonly values: number;
  /** Strings, arrays and objects of more than {@link minRecordedBytes}: the end offset of each by its start offset. */
  readonly ends: ReadonlyMap<number, number>;
}

/**
 * Names of objects are copied one by one: an object of a hundred thousand members takes a second in total, as many in
 * a thousand objects do not.
 */
const maxMembers = 10_000;

/** Longer names are worth a native search. */
const longNameBytes = 256;

/** Consecutive digits that a JavaScript number may not represent. */
const manyDigits = 16;

/** The ends of shorter values are found again in less time than it takes to record them. */
const minRecordedBytes = 1_024;

/**
 * Throws when `bytes` nests deeper or holds more values than allowed, or an object of too many members. Scans UTF-8
 * byte by byte without checking the rest of the syntax. Linear, with almost no allocation. Returns the rarities that it
 * found, and the ends of all values of more than `maxUnrecorded` bytes.
 */
export function* scanJson(
  bytes: Buffer,
  limits: JsonLimits,
  maxUnrecorded: number = minRecordedBytes,
): Steps<JsonFindings> {
  const scan = new JsonScan(bytes, limits, Math.min(maxUnrecorded, minRecordedBytes));
  while (scan.at < bytes.length) {
    if (scan.at > 0) yield;
    scan.scan(scan.at + sliceBytes);
  }
  return scan;
}

/** {@link scanJson} in one step, without the ends. */
export function scanShortJson(bytes: Buffer, limits: JsonLimits): JsonFindings {
  const scan = new JsonScan(bytes, limits, Infinity);
  scan.scan(bytes.length);
  return scan;
}

const noEnds = new Map<number, number>();

class JsonScan implements JsonFindings {
  numbers = false;
  names = false;
  values = 1;
  readonly ends: Map<number, number> = noEnds;
  /** Everything before this index is scanned. */
  at = 0;
  readonly #bytes: Buffer;
  readonly #limits: JsonLimits;
  readonly #maxUnrecorded: number;
  #depth = 0;
  /**
   * Of the open array or object at each depth: the remaining members, where an array counts on below zero, and then the
   * start. It grows with the depth: most bodies need a few entries of the hundreds that are allowed.
   */
  readonly #open: number[] = [0, 0];
  /** Start of the last string: its quote. */
  #stringStart = 0;
  /** Index of its closing quote; negative in an open string: `~from`, where the search for the quote continues. */
  #stringEnd = 0;

  constructor(bytes: Buffer, limits: JsonLimits, maxUnrecorded: number) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#maxUnrecorded = maxUnrecorded;
    if (maxUnrecorded !== Infinity) this.ends = new Map();
  }

  /** Scans up to `until` or a little further. */
  scan(until: number): void {
    const bytes = this.#bytes;
    const end = Math.min(until, bytes.length);
    let at = this.#stringEnd < 0 ? this.#endString(~this.#stringEnd, until) : this.at;
    for (; at < end; at++) {
      switch (bytes[at]) {
        case quote:
          this.#stringStart = at;
          at = this.#endString(at + 1, until) - 1;
          break;
        case colon:
          this.names ||= hasEscape(bytes, this.#stringStart, this.#stringEnd);
          // Broken texts may have a second colon.
          this.#stringStart = this.#stringEnd;
          break;
        case openBracket:
        case openBrace:
          this.#enter(at);
          break;
        case closeBracket:
        case closeBrace:
          this.#leave(at + 1);
          break;
        case comma:
          this.#separate();
          break;
        case point:
          this.numbers ||= endsWithZero(bytes, at + 1);
          break;
        case minus:
          this.numbers ||= bytes[at + 1] === zero && bytes[at + 2] !== point;
          break;
        case lowerE:
        case upperE:
          this.numbers ||= isDigit(bytes[at - 1]);
          break;
        default:
          // Every run of that many digits has one at an index that is a multiple of their number.
          if (at % manyDigits === 0 && !this.numbers && isLongRun(bytes, at)) this.numbers = true;
      }
    }
    this.at = at;
  }

  /** Continues at `from` in the last string. Returns the index after it, or in it where it is longer than `until`. */
  #endString(from: number, until: number): number {
    const end = endOfString(this.#bytes, from, until);
    this.#stringEnd = end;
    if (end < 0) return ~end;
    const isLarge = end + 1 - this.#stringStart > this.#maxUnrecorded;
    // A string without an end is not recorded.
    if (isLarge && end < this.#bytes.length) this.ends.set(this.#stringStart, end + 1);
    return end + 1;
  }

  #enter(at: number): void {
    this.#depth += 1;
    if (this.#depth > this.#limits.depth) throw jsonTooLarge(`is nested deeper than ${this.#limits.depth} levels`);
    this.#countValue();
    this.#open[2 * this.#depth] = this.#bytes[at] === openBrace ? maxMembers : 0;
    this.#open[2 * this.#depth + 1] = at;
  }

  #leave(end: number): void {
    // A broken text may close more than it opens.
    if (this.#depth === 0) return;
    const start = this.#open[2 * this.#depth + 1] ?? end;
    if (end - start > this.#maxUnrecorded) this.ends.set(start, end);
    this.#depth -= 1;
  }

  #separate(): void {
    this.#countValue();
    const remaining = (this.#open[2 * this.#depth] ?? 0) - 1;
    this.#open[2 * this.#depth] = remaining;
    if (remaining === 0) throw jsonTooLarge(`contains an object with more than ${maxMembers} members`);
  }

  #countValue(): void {
    this.values += 1;
    if (this.values > this.#limits.values) throw jsonTooLarge(`contains more than ${this.#limits.values} values`);
  }
}

/** Whether the digit at `at` is in a long run of digits. */
function isLongRun(bytes: Buffer, at: number): boolean {
  let start = at;
  let end = at;
  while (at - start < manyDigits && isDigit(bytes[start - 1])) start--;
  while (end - start < manyDigits && isDigit(bytes[end])) end++;
  return end - start >= manyDigits;
}

/** Whether the digits from `at` on end with a zero. */
function endsWithZero(bytes: Buffer, at: number): boolean {
  let end = at;
  while (isDigit(bytes[end])) end++;
  return bytes[end - 1] === zero;
}

function hasEscape(bytes: Buffer, start: number, end: number): boolean {
  if (end - start > longNameBytes) return bytes.subarray(start, end).includes(backslash);
  for (let at = start; at < end; at++) if (bytes[at] === backslash) return true;
  return false;
}

export function jsonTooLarge(subject: string): EngineError {
  return new EngineError('invalid-request', `The body ${subject}.`);
}
