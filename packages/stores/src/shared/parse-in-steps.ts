import { parseExactly, type Steps } from '@org/engine/storage';
import { endOfValue, isArrayAt, isObjectAt, isStringAt } from './json-ranges.js';
import { parseLongString } from './parse-long-string.js';

/** Approximate number of bytes parsed at once, because each call has a fixed cost. */
const chunkBytes = 32_768;

/** Changes a parsed value, or returns it unchanged. */
export type Fill = (value: unknown) => unknown;

/** Bytes up to which a value is parsed in one step. */
const longLength = 262_144;

const comma = 0x2c;
const closeBracket = 0x5d;
const closeBrace = 0x7d;

/** Whether parsing these bytes takes so long that the event loop should run in between. */
export function isLongContent(bytes: Uint8Array): boolean {
  return bytes.length > longLength;
}

/**
 * Parses a value that `JSON.stringify` wrote. A long one takes a step for each chunk of it, at any depth. `fill` receives
 * the parsed value, or of a long one each member and each element that is parsed at once, but no array member.
 */
export function* parseInSteps(json: Buffer, fill: Fill): Steps<unknown> {
  if (!isLongContent(json)) return fill(parsed(json, 0, json.length));
  return (yield* longValueAt(json, 0, fill)).value;
}

interface Read {
  readonly value: unknown;
  readonly end: number;
}

function* valueAt(json: Buffer, start: number, fill: Fill): Steps<Read> {
  const end = endOfShortValue(json, start);
  if (end === undefined) return yield* longValueAt(json, start, fill);
  return { value: fill(parsed(json, start, end)), end };
}

function* longValueAt(json: Buffer, start: number, fill: Fill): Steps<Read> {
  if (isArrayAt(json, start)) return yield* arrayAt(json, start, fill);
  if (isObjectAt(json, start)) return yield* objectAt(json, start, fill);
  if (isStringAt(json, start)) {
    const { text, end } = yield* parseLongString(json, start);
    return { value: fill(text), end };
  }
  const end = endOfValue(json, start);
  return { value: fill(parsed(json, start, end)), end };
}

/** Undefined: the value has more than the bytes of a chunk. Looks at no more of it. */
function endOfShortValue(json: Buffer, start: number): number | undefined {
  const limit = Math.min(json.length, start + chunkBytes);
  const end = endOfValue(json.subarray(0, limit), start);
  return end < limit || limit === json.length ? end : undefined;
}

function* objectAt(json: Buffer, start: number, fill: Fill): Steps<Read> {
  const object: Record<string, unknown> = {};
  let at = start + 1;
  for (let from = at; at < json.length && json[at] !== closeBrace;) {
    const name = yield* valueAt(json, at, asItIs);
    const value = name.end + 1;
    const read = isArrayAt(json, value) ? yield* arrayAt(json, value, fill) : yield* valueAt(json, value, fill);
    setOwn(object, String(name.value), read.value);
    at = afterComma(json, read.end);
    if (at - from < chunkBytes) continue;
    yield;
    from = at;
  }
  return { value: object, end: at + 1 };
}

function* arrayAt(json: Buffer, start: number, fill: Fill): Steps<Read> {
  const all: unknown[] = [];
  let at = start + 1;
  /** Short elements that are still to be parsed. */
  let [from, to] = [at, at];
  const takeShort = (): void => {
    if (to > from)
      for (const element of parseExactly(`[${json.toString('utf8', from, to)}]`) as readonly unknown[])
        all.push(fill(element));
    from = at;
  };
  while (at < json.length && json[at] !== closeBracket) {
    const end = endOfShortValue(json, at);
    if (end === undefined) {
      takeShort();
      const read = yield* longValueAt(json, at, fill);
      all.push(read.value);
      at = afterComma(json, read.end);
      [from, to] = [at, at];
      continue;
    }
    to = end;
    at = afterComma(json, end);
    if (to - from < chunkBytes) continue;
    takeShort();
    yield;
  }
  takeShort();
  return { value: all, end: at + 1 };
}

function afterComma(json: Buffer, at: number): number {
  return json[at] === comma ? at + 1 : at;
}

/** As JSON.parse does: a member named `__proto__` is a plain one. */
function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  else object[name] = value;
}

function asItIs(value: unknown): unknown {
  return value;
}

function parsed(json: Buffer, start: number, end: number): unknown {
  return parseExactly(json.toString('utf8', start, end));
}
