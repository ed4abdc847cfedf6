// The texts of a turn repeat in the model's parts, in its items and in the API payload. On disk a long text is stored
// once, unescaped, with a reference at each occurrence: half the pages to encrypt, write and copy, and nothing to
// escape.
import { isExactNumber, joinChunks, jsonChunks, mapInSteps, textChunks, type Steps } from '@org/engine/storage';
import { parseInSteps } from './parse-in-steps.js';

/** From so many characters on a text is long. A reference takes a few. */
const minLength = 64;

/** Prefix of every reference and escape of every text that would otherwise be read as one. */
const referencePrefix = '=';

const lineFeed = 0x0a;

/**
 * Serializes JSON values without their long texts, one per line, followed by these texts in order of first
 * occurrence. The first line lists the size of each text in UTF-8 bytes.
 */
export function* serializeDeduplicated(...values: readonly object[]): Steps<string> {
  return (yield* deduplicatedParts(...values)).join('');
}

/** The output of {@link serializeDeduplicated} in parts, each long text as it is: joined, they would be a copy. */
export function* deduplicatedParts(...values: readonly object[]): Steps<readonly string[]> {
  const texts = new LongTexts();
  const lines: string[] = [];
  for (const value of values) lines.push(yield* joinChunks(jsonChunks(value, (part) => texts.replaceLongTexts(part))));
  const sizes: number[] = [];
  for (const text of texts.numbers.keys())
    sizes.push((yield* mapInSteps(textChunks(text), (chunk) => Buffer.byteLength(chunk))).reduce((a, b) => a + b));
  return [[sizes.join(' '), ...lines, ''].join('\n'), ...texts.numbers.keys()];
}

class LongTexts {
  /** The number of each text. */
  readonly numbers = new Map<string, number>();

  /** The value with references in it. It stays what it was. */
  replaceLongTexts(value: unknown): unknown {
    if (typeof value === 'string') return this.#refer(value);
    if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
    if (Array.isArray(value)) return value.map((member) => this.replaceLongTexts(member));
    // The copy has a member named __proto__ as its own property, which can be replaced like any other.
    const copy: Record<string, unknown> = { ...value };
    for (const key in copy) copy[key] = this.replaceLongTexts(copy[key]);
    return copy;
  }

  #refer(text: string): string {
    const number = this.numbers.get(text) ?? this.numbers.size;
    const isKnown = number < this.numbers.size;
    // UTF-8 has no lone surrogates; JSON escapes them.
    if (!isKnown && (text.length < minLength || !text.isWellFormed()))
      return text.startsWith(referencePrefix) ? `${referencePrefix}${text}` : text;
    this.numbers.set(text, number);
    return `${referencePrefix}${number}`;
  }
}

/** Reads what {@link serializeDeduplicated} wrote, value by value in their order. */
export class DeduplicatedReader {
  /** Offset of the next value. */
  #at: number;
  /** Start offset of each text, and the end of the last one. */
  readonly #bounds: readonly number[];
  /** The texts read so far, so that a text that occurs in a value a thousand times is in memory once. */
  readonly #texts: string[] = [];
  #textBytes = 0;
  #lineBytes = 0;

  constructor(private readonly content: Buffer) {
    const sizes = this.#line(0);
    this.#at = sizes.length + 1;
    this.#bounds = boundsOf(sizes, content.length);
  }

  /** Size in bytes of the values read so far, counting a text at each occurrence. */
  get size(): number {
    return this.#lineBytes + this.#textBytes;
  }

  next(): Steps<unknown> {
    return parseInSteps(this.nextLine(), (value) => this.fill(value));
  }

  /** The next value as stored, for callers that read it in parts or traverse it. */
  nextLine(): Buffer {
    const line = this.#line(this.#at);
    this.#at += line.length + 1;
    this.#lineBytes += line.length;
    return line;
  }

  #line(from: number): Buffer {
    return this.content.subarray(from, this.content.indexOf(lineFeed, from));
  }

  /** Replaces references in a value, or a part of one, with their texts, in place: no other code holds these objects. */
  fill(value: unknown): unknown {
    if (typeof value === 'string')
      return value.startsWith(referencePrefix) ? this.#referred(value.slice(referencePrefix.length)) : value;
    if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
    const members = value as Record<string, unknown>; // Of an array, too.
    for (const key of Object.keys(members)) members[key] = this.fill(members[key]);
    return value;
  }

  #referred(rest: string): string {
    if (rest.startsWith(referencePrefix)) return rest;
    const number = Number(rest);
    const [start, end] = [this.#bounds[number], this.#bounds[number + 1]];
    if (start === undefined || end === undefined) throw new TypeError('A text reference has no target.');
    this.#textBytes += end - start;
    return (this.#texts[number] ??= this.content.toString('utf8', start, end));
  }
}

function boundsOf(sizes: Buffer, end: number): readonly number[] {
  const numbers = sizes.length === 0 ? [] : sizes.toString('latin1').split(' ').map(Number);
  let bound = end - numbers.reduce((sum, size) => sum + size, 0);
  return [bound, ...numbers.map((size) => (bound += size))];
}
