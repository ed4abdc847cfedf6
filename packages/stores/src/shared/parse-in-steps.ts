import { parseExactly, type Steps } from '@org/engine/storage';
import { elementsAt, endOfValue, isArrayAt, membersOf } from './json-ranges.js';

/** Approximate number of array bytes parsed at once, because each call has a fixed cost. */
const chunkBytes = 32_768;

/** Changes a parsed value, or returns it unchanged. */
export type Fill = (value: unknown) => unknown;

/** Bytes up to which an object is parsed in one step. */
const longLength = 262_144;

/** Whether parsing these bytes takes so long that the event loop should run in between. */
export function isLongContent(bytes: Uint8Array): boolean {
  return bytes.length > longLength;
}

/**
 * Parses an object that `JSON.stringify` wrote. A long one takes a step for each chunk of an array; a member that is no array is
 * parsed in one step. `fill` receives the parsed value, or of a long object each member and each element of an array.
 */
export function* parseInSteps(json: Buffer, fill: Fill): Steps<unknown> {
  if (!isLongContent(json)) return fill(parsed(json, 0, json.length));
  const result: Record<string, unknown> = {};
  const members = membersOf(json);
  for (let next = members.next(0); next.done !== true;) {
    const { name, value } = next.value;
    const read = isArrayAt(json, value) ? yield* arrayAt(json, value, fill) : valueAt(json, value, fill);
    result[String(parsed(json, name.start, name.end))] = read.value;
    next = members.next(read.end);
  }
  return result;
}

interface Read {
  readonly value: unknown;
  readonly end: number;
}

function valueAt(json: Buffer, start: number, fill: Fill): Read {
  const end = endOfValue(json, start);
  return { value: fill(parsed(json, start, end)), end };
}

function* arrayAt(json: Buffer, start: number, fill: Fill): Steps<Read> {
  const all: unknown[] = [];
  const elements = elementsAt(json, start);
  let [from, to] = [start + 1, start + 1];
  const take = (): void => {
    if (to > from)
      for (const element of parseExactly(`[${json.toString('utf8', from, to)}]`) as readonly unknown[])
        all.push(fill(element));
    from = to + 1; // After the comma.
  };
  for (let next = elements.next(); ; next = elements.next()) {
    if (next.done === true) {
      take();
      return { value: all, end: next.value };
    }
    to = next.value.end;
    if (to - from < chunkBytes) continue;
    take();
    yield;
  }
}

function parsed(json: Buffer, start: number, end: number): unknown {
  return parseExactly(json.toString('utf8', start, end));
}
