// Builds the value of a long JSON text from the values of short ranges of it. The complete text is never one string.
import type { Steps } from '@org/engine';
import { ArrayBuilder, ObjectBuilder, type ParseText } from './json-builders.js';
import {
  closeBrace,
  closeBracket,
  colon,
  comma,
  endOfString,
  isWhiteSpace,
  openBrace,
  openBracket,
  quote,
  skipWhiteSpace,
} from './json-bytes.js';
import { parseLongString } from './parse-long-string.js';

export interface JsonText {
  readonly bytes: Buffer;
  /** The end offset of each value of more than `chunkBytes`, and of some shorter ones, by its start offset. */
  readonly ends: ReadonlyMap<number, number>;
  /** Approximate number of bytes that are parsed in a step. */
  readonly chunkBytes: number;
  readonly parse: ParseText;
}

/** A text that is not valid JSON, or has a number of more than {@link maxNumberBytes}. */
export class UnparsableJson extends Error {}

/** A number is parsed in one step, so that it cannot be of any length. */
export const maxNumberBytes = 65_536;

/** The value of the text from `start` on, as `parse` returns it. Throws {@link UnparsableJson}, or as `parse` does. */
export function* buildJson(text: JsonText, start: number): Steps<unknown> {
  const { value, end } = yield* valueAt(text, yield* skipWhiteSpace(text.bytes, start));
  if ((yield* skipWhiteSpace(text.bytes, end)) < text.bytes.length) throw new UnparsableJson();
  return value;
}

interface Read {
  readonly value: unknown;
  readonly end: number;
}

function* valueAt(text: JsonText, at: number): Steps<Read> {
  const { bytes, chunkBytes, parse } = text;
  const end = text.ends.get(at) ?? endOfShortValue(text, at);
  const first = bytes[at];
  if (end - at <= chunkBytes || (first !== quote && first !== openBracket && first !== openBrace))
    return { value: parse(bytes.toString('utf8', at, end)), end };
  yield;
  const value =
    first === quote ? yield* parseLongString(bytes, at, end, chunkBytes) : yield* containerAt(text, at, end);
  return { value, end };
}

/** An array or object: consecutive small children are parsed together, and each large child by itself. */
function* containerAt(text: JsonText, start: number, end: number): Steps<unknown> {
  const { bytes, chunkBytes, parse } = text;
  const isObject = bytes[start] === openBrace;
  const builder = isObject ? new ObjectBuilder(parse) : new ArrayBuilder(parse);
  const last = end - 1;
  if (bytes[last] !== (isObject ? closeBrace : closeBracket)) throw new UnparsableJson();
  let at = yield* skipWhiteSpace(bytes, start + 1);
  if (at === last) return builder.value;
  // The range of small children that are not parsed yet.
  let rangeStart = at;
  let rangeEnd = at;
  for (;;) {
    let value = at;
    if (isObject) {
      const colonAt = yield* skipWhiteSpace(bytes, endOfName(text, at));
      if (bytes[colonAt] !== colon) throw new UnparsableJson();
      value = yield* skipWhiteSpace(bytes, colonAt + 1);
    }
    const childEnd = text.ends.get(value) ?? endOfShortValue(text, value);
    const isSmall = childEnd - at <= chunkBytes;
    if (isSmall) rangeEnd = childEnd;
    else {
      if (rangeEnd > rangeStart) builder.addRange(bytes.toString('utf8', rangeStart, rangeEnd));
      const name = isObject ? (yield* valueAt(text, at)).value : undefined;
      builder.add((yield* valueAt(text, value)).value, String(name));
    }
    const separator = isWhiteSpace(bytes[childEnd]) ? yield* skipWhiteSpace(bytes, childEnd) : childEnd;
    const isLast = separator === last;
    if (!isLast && bytes[separator] !== comma) throw new UnparsableJson();
    at = isWhiteSpace(bytes[separator + 1]) ? yield* skipWhiteSpace(bytes, separator + 1) : separator + 1;
    if (isSmall && (isLast || at - rangeStart >= chunkBytes)) {
      builder.addRange(bytes.toString('utf8', rangeStart, rangeEnd));
      yield;
      rangeStart = rangeEnd = at;
    } else if (!isSmall) rangeStart = rangeEnd = at;
    if (isLast) return builder.value;
  }
}

function endOfName(text: JsonText, at: number): number {
  if (text.bytes[at] !== quote) throw new UnparsableJson();
  return text.ends.get(at) ?? endOfShortValue(text, at);
}

/** The end offset of a value whose end is not recorded. Throws {@link UnparsableJson} where none starts at `start`. */
function endOfShortValue({ bytes, chunkBytes }: JsonText, start: number): number {
  const until = start + chunkBytes;
  let at = start;
  let depth = 0;
  do {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at + 1, until) + 1;
        break;
      case openBracket:
      case openBrace:
        depth += 1;
        at += 1;
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        at += 1;
        break;
      default:
        if (depth > 0) at += 1;
        else return endOfScalar(bytes, at);
    }
    if (at <= start || at > Math.min(until, bytes.length)) throw new UnparsableJson();
  } while (depth > 0);
  if (depth < 0) throw new UnparsableJson();
  return at;
}

/** The end offset of a number or a literal. Reads no more of a number than is allowed: a body may be all one. */
function endOfScalar(bytes: Buffer, start: number): number {
  const until = Math.min(bytes.length, start + maxNumberBytes + 1);
  let at = start;
  while (at < until && isOfScalar(bytes[at])) at += 1;
  if (at === start || at - start > maxNumberBytes) throw new UnparsableJson();
  return at;
}

function isOfScalar(byte: number | undefined): boolean {
  return byte !== comma && byte !== closeBracket && byte !== closeBrace && !isWhiteSpace(byte);
}
