// Locates a JSON syntax error. JSON.parse reports it, too, but its message repeats the text, which may be a prompt.
import type { Steps } from '@org/engine';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isContinuation,
  isDigit,
  lineFeed,
  lowerE,
  minus,
  openBrace,
  openBracket,
  point,
  quote,
  skipWhiteSpace,
  sliceBytes,
  space,
  upperE,
  zero,
} from './json-bytes.js';

/** What is wrong and where; lines and columns count from 1, columns in UTF-16. */
export interface JsonFault {
  readonly expected: string;
  readonly line: number;
  readonly column: number;
}

/** Finds the first error of a text in UTF-8 from `start` on; undefined where it is valid. It is slower than JSON.parse. */
export function* locateJsonFault(bytes: Buffer, start: number): Steps<JsonFault | undefined> {
  const fault = yield* faultOf(bytes, start);
  if (fault === undefined) return undefined;
  let line = 1;
  let column = 1;
  for (let at = start; at < fault.at; at += 1) {
    const byte = bytes[at] ?? 0;
    if (at % sliceBytes === 0) yield;
    if (byte === lineFeed) {
      line += 1;
      column = 1;
    } else if (byte >= firstOfFour) column += 2;
    else if (!isContinuation(byte)) column += 1;
  }
  return { expected: fault.expected, line, column };
}

/** The first byte of a character of four bytes, which is a pair in UTF-16, is this or higher. */
const firstOfFour = 0xf0;

interface Fault {
  readonly expected: string;
  readonly at: number;
}

function* faultOf(bytes: Buffer, start: number): Steps<Fault | undefined> {
  /** The closing brackets of the open arrays and objects. */
  const closes: number[] = [];
  let at = start;
  for (let values = 0; ; values += 1) {
    if (values % 1_000 === 0) yield;
    at = yield* skipWhiteSpace(bytes, at);
    const opened = closeOf(bytes[at]);
    if (opened !== undefined) {
      closes.push(opened);
      at = yield* skipWhiteSpace(bytes, at + 1);
    } else {
      const read = bytes[at] === quote ? yield* readString(bytes, at) : yield* readLiteral(bytes, at);
      if (read.expected !== undefined) return { expected: read.expected, at: read.at };
      at = yield* skipWhiteSpace(bytes, read.at);
    }
    // Everything that ends here. An array or object that was just opened may be empty.
    let mayFollow = opened === undefined;
    while (closes.length > 0 && bytes[at] === closes.at(-1)) {
      closes.pop();
      at = yield* skipWhiteSpace(bytes, at + 1);
      mayFollow = true;
    }
    const close = closes.at(-1);
    if (close === undefined) return at === bytes.length ? undefined : { expected: 'the end of the body', at };
    if (mayFollow) {
      if (bytes[at] !== comma) return { expected: `"," or "${String.fromCharCode(close)}"`, at };
      at = yield* skipWhiteSpace(bytes, at + 1);
    }
    if (close !== closeBrace) continue;
    if (bytes[at] !== quote) return { expected: 'a quoted name', at };
    const name = yield* readString(bytes, at);
    if (name.expected !== undefined) return { expected: name.expected, at: name.at };
    at = yield* skipWhiteSpace(bytes, name.at);
    if (bytes[at] !== colon) return { expected: '":"', at };
    at += 1;
  }
}

function closeOf(byte: number | undefined): number | undefined {
  if (byte === openBrace) return closeBrace;
  return byte === openBracket ? closeBracket : undefined;
}

/** The offset after a token, or the one at which something else is expected. */
interface Read {
  readonly at: number;
  readonly expected?: string;
}

function* readString(bytes: Buffer, start: number): Steps<Read> {
  for (let at = start + 1, pause = at + sliceBytes; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) return { at: at + 1 };
    const length = byte === backslash ? lengthOfEscape(bytes, at) : byte < space ? 0 : 1;
    if (length === 0) return { at, expected: 'a valid character or escape in a string' };
    at += length;
    if (at < pause) continue;
    yield;
    pause = at + sliceBytes;
  }
  return { at: bytes.length, expected: 'a closing quote' };
}

/** 0 where it is not valid. */
function lengthOfEscape(bytes: Buffer, at: number): number {
  const [escape] = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(bytes.toString('latin1', at, at + 6)) ?? [''];
  return escape.length;
}

function* readLiteral(bytes: Buffer, start: number): Steps<Read> {
  const [word] = /^(?:true|false|null)/.exec(bytes.toString('latin1', start, start + 5)) ?? [''];
  if (word !== '') return { at: start + word.length };
  let at = bytes[start] === minus ? start + 1 : start;
  if (!isDigit(bytes[at])) return { at: start, expected: 'a value' };
  at = bytes[at] === zero ? at + 1 : yield* endOfDigits(bytes, at);
  if (bytes[at] === point && isDigit(bytes[at + 1])) at = yield* endOfDigits(bytes, at + 1);
  if (bytes[at] !== lowerE && bytes[at] !== upperE) return { at };
  const sign = bytes[at + 1];
  const exponent = sign === minus || sign === plus ? at + 2 : at + 1;
  return { at: isDigit(bytes[exponent]) ? yield* endOfDigits(bytes, exponent) : at };
}

const plus = 0x2b;

function* endOfDigits(bytes: Buffer, start: number): Steps<number> {
  let at = start;
  for (let pause = at + sliceBytes; isDigit(bytes[at]); pause = at + sliceBytes) {
    while (at < pause && isDigit(bytes[at])) at += 1;
    if (at === pause) yield;
  }
  return at;
}
