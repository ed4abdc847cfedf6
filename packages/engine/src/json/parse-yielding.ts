import { YieldTimer } from '../concurrency/yield-timer.js';
import { elementsAt, endOfValue, isArrayAt, membersOf } from './json-ranges.js';

/** Bytes of an array that are parsed at once, roughly: each call costs something of its own. */
const chunkBytes = 32_768;

/** Changes a parsed value, or gives it as it is. */
export type Fill = (value: unknown) => unknown;

/**
 * Parses an object as `JSON.stringify` wrote it. Others have their turn while the arrays in it are read; a member that is none is read at
 * once. `fill` is given each member, and each element of an array.
 */
export async function parseYielding(json: Buffer, fill: Fill): Promise<unknown> {
  const yieldTimer = new YieldTimer();
  const result: Record<string, unknown> = {};
  const members = membersOf(json);
  for (let next = members.next(0); next.done !== true;) {
    const { name, value } = next.value;
    const read = isArrayAt(json, value) ? await arrayAt(json, value, fill, yieldTimer) : valueAt(json, value, fill);
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

async function arrayAt(json: Buffer, start: number, fill: Fill, yieldTimer: YieldTimer): Promise<Read> {
  const all: unknown[] = [];
  const elements = elementsAt(json, start);
  let [from, to] = [start + 1, start + 1];
  const take = (): void => {
    if (to > from)
      for (const element of JSON.parse(`[${json.toString('utf8', from, to)}]`) as unknown[]) all.push(fill(element));
    from = to + 1; // Behind the comma.
  };
  for (let next = elements.next(); ; next = elements.next()) {
    if (next.done === true) {
      take();
      return { value: all, end: next.value };
    }
    to = next.value.end;
    if (to - from < chunkBytes) continue;
    take();
    if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
  }
}

function parsed(json: Buffer, start: number, end: number): unknown {
  return JSON.parse(json.toString('utf8', start, end));
}
