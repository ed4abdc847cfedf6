// The bytes that structure a JSON text in UTF-8: none of them occurs in a character of several bytes.
import { isUtf8 } from 'node:buffer';
import type { Steps } from '@org/engine';

export const quote = 0x22;
export const comma = 0x2c;
export const colon = 0x3a;
export const space = 0x20;
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const backslash = 0x5c;
export const openBracket = 0x5b;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;
export const minus = 0x2d;
export const point = 0x2e;
export const zero = 0x30;
const nine = 0x39;
export const upperE = 0x45;
export const lowerE = 0x65;

/** Most strings are names and end soon; longer ones are worth a native search. */
const nearby = 16;

/** Work on so many bytes takes well below a millisecond: after them, it may yield to the event loop. */
export const sliceBytes = 262_144;

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine;
}

export function isWhiteSpace(byte: number | undefined): boolean {
  return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;
}

/** Whether a byte continues a character. */
export function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/**
 * Index of the closing quote of a string, or one past the end. `from` is in the string, without a preceding backslash.
 * Where the quote is beyond `until`, the result may be negative: `~from` for the next call.
 */
export function endOfString(bytes: Buffer, from: number, until: number): number {
  const nearEnd = Math.min(from + nearby, bytes.length);
  let at = from;
  for (; at < nearEnd; at++) {
    const byte = bytes[at];
    if (byte === quote) return at;
    if (byte === backslash) at++;
  }
  const start = at;
  for (at = bytes.indexOf(quote, start); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0;
    while (at - escapes > start && bytes[at - 1 - escapes] === backslash) escapes++;
    if (escapes % 2 === 0) return at;
    if (at >= until) return ~(at + 1);
  }
  return bytes.length;
}

/** The first offset from `start` on without white space. */
export function* skipWhiteSpace(bytes: Buffer, start: number): Steps<number> {
  let at = start;
  for (let pause = at + sliceBytes; isWhiteSpace(bytes[at]); pause = at + sliceBytes) {
    while (at < pause && isWhiteSpace(bytes[at])) at += 1;
    if (at === pause) yield;
  }
  return at;
}

/** Whether bytes are valid UTF-8. */
export function* isUtf8InSteps(bytes: Buffer): Steps<boolean> {
  for (let start = 0, end = 0; start < bytes.length; start = end) {
    if (start > 0) yield;
    end = Math.min(start + 4 * sliceBytes, bytes.length);
    // A character has at most three such bytes.
    for (let at = 0; at < 3 && isContinuation(bytes[end]); at += 1) end += 1;
    if (!isUtf8(bytes.subarray(start, end))) return false;
  }
  return true;
}
