import { isExactNumber } from './json-value.js';

/** So many characters are put together at a time. */
const chunkLength = 65_536;
/** Fewer than these are written at once, in a millisecond or two. */
const longLength = 4 * chunkLength;

/**
 * Whether serializing a value takes long enough to block other work. Reads the value only as far as the decision
 * needs.
 */
export function isLongJson(value: unknown): boolean {
  return remainingAfter(value, longLength) < 0;
}

/**
 * The `JSON.stringify` output of a value in chunks of some ten thousand characters: the caller can yield between the
 * chunks of a long value and needs no second copy of it. No chunk ends within a character. `replacer` returns the
 * replacement for each part, in order: for a long text, or for a value that is not long.
 */
export function jsonChunks(value: object, replacer: Replacer = asItIs): Iterable<string> {
  return isLongJson(value) ? longJsonChunks(value, replacer) : [JSON.stringify(replacer(value))];
}

function* longJsonChunks(value: object, replacer: Replacer): Generator<string, void, void> {
  let chunk = '';
  for (const text of serializeValue(value, replacer)) {
    chunk += text;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** An existing text in chunks of the same size. */
export function* textChunks(text: string): Generator<string, void, void> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + chunkLength;
    if (isFirstHalf(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(start, end);
  }
}

/** What a number, a bracket or a name costs, in characters of a text: short values take longer than their length. */
const valueCost = 8;

/** The rest of `budget` after the approximate cost of a value. Counting stops below 0. */
function remainingAfter(value: unknown, budget: number): number {
  if (typeof value === 'string') return budget - value.length;
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return budget - valueCost;
  let remaining = budget - valueCost;
  if (Array.isArray(value)) {
    for (const member of value) {
      remaining = remainingAfter(member, remaining);
      if (remaining < 0) return remaining;
    }
    return remaining;
  }
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) {
    remaining = remainingAfter(members[name], remaining - name.length);
    if (remaining < 0) return remaining;
  }
  return remaining;
}

type Replacer = (part: unknown) => unknown;

function asItIs(part: unknown): unknown {
  return part;
}

function* serializeValue(value: unknown, replacer: Replacer): Generator<string, void, void> {
  if (!isLongJson(value)) yield JSON.stringify(replacer(value));
  else if (typeof value === 'string') yield* serializeLongText(value, replacer(value));
  else if (Array.isArray(value))
    yield* serializeMembers(
      '[]',
      value.map((element) => [undefined, element ?? null]),
      replacer,
    );
  else yield* serializeMembers('{}', Object.entries(value as object), replacer);
}

function* serializeLongText(text: string, replacement: unknown): Generator<string, void, void> {
  if (replacement === text) yield* serializeText(text);
  else yield JSON.stringify(replacement);
}

function* serializeText(text: string): Generator<string, void, void> {
  yield '"';
  for (const chunk of textChunks(text)) yield JSON.stringify(chunk).slice(1, -1);
  yield '"';
}

/** The members of an array or object, each after its name if it has one: short ones together. */
function* serializeMembers(
  [open = '', close = '']: string,
  members: readonly (readonly [name: string | undefined, member: unknown])[],
  replacer: Replacer,
): Generator<string, void, void> {
  let text = open;
  let separator = '';
  for (const [name, member] of members) {
    if (member === undefined) continue;
    text += name === undefined ? separator : `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    const isLong = isLongJson(member);
    if (!isLong) text += JSON.stringify(replacer(member));
    if (!isLong && text.length < chunkLength) continue;
    yield text;
    text = '';
    if (isLong) yield* serializeValue(member, replacer);
  }
  yield text + close;
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
