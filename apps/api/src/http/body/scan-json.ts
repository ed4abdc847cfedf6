// Bounds a JSON text before it is parsed: what passes JSON.parse can still overflow the stack or fill the memory of
// everything that walks it later.
import { EngineError } from '@org/engine';

export interface JsonLimits {
  /** Deepest nesting of arrays and objects. */
  readonly depth: number;
  /** Maximum number of values, where each member and each element counts as one. */
  readonly values: number;
}

/** What a text contains that plain parsing does not preserve exactly. */
export interface JsonFindings {
  /** Numbers that the language may write otherwise: of many digits, `20.0`, `2e1` or `-0`. */
  readonly numbers: boolean;
  /** Names of members that have an escape. */
  readonly names: boolean;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const space = 0x20;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;
const nine = 0x39;
const upperE = 0x45;
const lowerE = 0x65;

/**
 * Names of objects are copied one by one: an object of a hundred thousand members takes a second in total, as many in
 * a thousand objects do not.
 */
const maxMembers = 10_000;

/** Consecutive digits that a JavaScript number may not represent. */
const manyDigits = 16;

/** Most strings are names and end soon; longer ones are worth a native search. */
const nearby = 16;

/**
 * Throws when `bytes` nests deeper or holds more values than allowed, or an object of too many members. Scans UTF-8
 * byte by byte (no structural character of JSON occurs inside a multi-byte one) without checking the rest of the
 * syntax. Linear, with almost no allocation. Returns the rarities that it found.
 */
export function scanJson(bytes: Buffer, { depth: deepest, values: maxValues }: JsonLimits): JsonFindings {
  let depth = 0;
  let values = 1;
  let otherwise = false;
  let names = false;
  /** Remaining members of the open object at each depth; a list counts on below zero. */
  const remainingMembers = new Int32Array(deepest + 1);
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote: {
        const start = at + 1;
        at = endOfString(bytes, start);
        names ||= isName(bytes, at) && hasEscape(bytes, start, at);
        break;
      }
      case openBracket:
      case openBrace:
        if (++depth > deepest) throw jsonTooLarge(`is nested deeper than ${deepest} levels`);
        if (++values > maxValues) throw jsonTooLarge(`contains more than ${maxValues} values`);
        remainingMembers[depth] = bytes[at] === openBrace ? maxMembers : 0;
        break;
      case closeBracket:
      case closeBrace:
        depth--;
        break;
      case comma:
        if (++values > maxValues) throw jsonTooLarge(`contains more than ${maxValues} values`);
        if (isLast(remainingMembers, depth))
          throw jsonTooLarge(`contains an object with more than ${maxMembers} members`);
        break;
      case point:
        otherwise ||= endsWithZero(bytes, at + 1);
        break;
      case minus:
        otherwise ||= bytes[at + 1] === zero && bytes[at + 2] !== point;
        break;
      case lowerE:
      case upperE:
        otherwise ||= isDigit(bytes[at - 1]);
        break;
      default:
        // Every run of that many digits has one at an index that is a multiple of their number.
        if (at % manyDigits === 0 && !otherwise && isLongRun(bytes, at)) otherwise = true;
    }
  }
  return { numbers: otherwise, names };
}

/** Takes one member at `depth`, and returns whether it was the last. */
function isLast(remainingMembers: Int32Array, depth: number): boolean {
  const remaining = (remainingMembers[depth] ?? 0) - 1;
  remainingMembers[depth] = remaining;
  return remaining === 0;
}

/** Whether the digit at `at` is in a long run of digits. */
function isLongRun(bytes: Buffer, at: number): boolean {
  let start = at;
  let end = at;
  while (isDigit(bytes[start - 1])) start--;
  while (isDigit(bytes[end])) end++;
  return end - start >= manyDigits;
}

/** Whether the digits from `at` on end with a zero. */
function endsWithZero(bytes: Buffer, at: number): boolean {
  let end = at;
  while (isDigit(bytes[end])) end++;
  return bytes[end - 1] === zero;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

/** Index of the closing quote of the string whose first character is at `start`, or one past the end. */
function endOfString(bytes: Buffer, start: number): number {
  const nearEnd = Math.min(start + nearby, bytes.length);
  let at = start;
  for (; at < nearEnd; at++) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) at++;
  }
  return endOfLongString(bytes, at);
}

/** The same from an index in the string without a preceding backslash. */
function endOfLongString(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(quote, from); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - escapes > from && bytes[at - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return bytes.length;
}

/** Whether the string that ends at `end` is the name of a member. */
function isName(bytes: Buffer, end: number): boolean {
  let at = end + 1;
  // Only white space may occur in between, and no other character of valid JSON has a lower code.
  while ((bytes[at] ?? colon) <= space) at++;
  return bytes[at] === colon;
}

function hasEscape(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === backslash) return true;
  return false;
}

function jsonTooLarge(subject: string): EngineError {
  return new EngineError('invalid-request', `The body ${subject}.`);
}
