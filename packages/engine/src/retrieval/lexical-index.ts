import type { Steps } from '../concurrency/steps.js';
import { wordsOf } from './words-of.js';

/** An index of another version is not searched: its words are others. */
const version = 1;
const headerLength = 4;
/** The number of occurrences in a chunk takes the low bits of a posting. */
const countBits = 8;
const maxCount = 2 ** countBits - 1;

/** The words of some chunks, and in which of them each word occurs. */
export interface LexicalIndex {
  /** Number of words of each chunk. */
  readonly lengths: Uint32Array;
  /** Every distinct word once, each between two line feeds, in UTF-8 and in the order of its bytes. */
  readonly dictionary: Buffer;
  /** Where each word starts in the dictionary. */
  readonly starts: Uint32Array;
  /** The words in the order of their bytes from the last one on. */
  readonly byEnd: Uint32Array;
  /** Where the postings of each word start, and their end. */
  readonly offsets: Uint32Array;
  /** `chunk << 8 | occurrences`. */
  readonly postings: Uint32Array;
}

/** Makes the index of chunks, one chunk a step. It is part of the stored content: it contains their words. */
export function* encodeLexicalIndex(texts: readonly string[]): Steps<Uint8Array> {
  const postings = new Map<string, number[]>();
  const lengths = new Uint32Array(texts.length);
  let total = 0;
  for (const [chunk, text] of texts.entries()) {
    const words = wordsOf(text);
    lengths[chunk] = words.length;
    for (const [word, count] of countWords(words)) {
      const posting = ((chunk << countBits) | Math.min(count, maxCount)) >>> 0;
      const others = postings.get(word);
      if (others === undefined) postings.set(word, [posting]);
      else others.push(posting);
      total += 1;
    }
    yield;
  }
  return join(lengths, postings, total);
}

/** Undefined for an index of another version. */
export function decodeLexicalIndex(bytes: Uint8Array): LexicalIndex | undefined {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  const numbers = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2);
  const [found, chunks = 0, words = 0, postings = 0] = numbers;
  if (found !== version) return undefined;
  let at = headerLength;
  const take = (length: number): Uint32Array => numbers.subarray(at, (at += length));
  return {
    lengths: take(chunks),
    starts: take(words),
    byEnd: take(words),
    offsets: take(words + 1),
    postings: take(postings),
    dictionary: Buffer.from(aligned.buffer, aligned.byteOffset + at * 4, aligned.byteLength - at * 4),
  };
}

export function chunkOf(posting: number): number {
  return posting >>> countBits;
}

export function countOf(posting: number): number {
  return posting & maxCount;
}

function countWords(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Numbers of the words that start with these bytes, the shortest first; the first may be the word itself. */
export function* wordsStartingWith(index: LexicalIndex, part: Buffer): Generator<number> {
  const { starts } = index;
  for (let at = firstNotBefore(starts.length, (word) => compareStart(index, word, part)); at < starts.length; at++) {
    if (!matches(index, at, part, 'start')) return;
    yield at;
  }
}

/** Numbers of the words that end with these bytes. */
export function* wordsEndingWith(index: LexicalIndex, part: Buffer): Generator<number> {
  const { byEnd } = index;
  const first = firstNotBefore(byEnd.length, (at) => compareEnd(index, byEnd[at] ?? 0, part));
  for (let at = first; at < byEnd.length; at++) {
    const word = byEnd[at] ?? 0;
    if (!matches(index, word, part, 'end')) return;
    yield word;
  }
}

/** Bytes of a word. */
export function lengthOfWord({ dictionary, starts }: LexicalIndex, word: number): number {
  const next = starts[word + 1];
  // Padding follows the last word.
  return (next === undefined ? dictionary.lastIndexOf('\n') : next - 1) - (starts[word] ?? 0);
}

/** The first of `length` ordered places whose order is not below 0. */
function firstNotBefore(length: number, orderOf: (place: number) => number): number {
  let low = 0;
  for (let high = length; low < high;) {
    const middle = (low + high) >>> 1;
    if (orderOf(middle) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Compares a word with bytes, from its first byte on. The line feed after a word is before every byte of a word. */
function compareStart({ dictionary, starts }: LexicalIndex, word: number, part: Buffer): number {
  const start = starts[word] ?? 0;
  for (let at = 0; at < part.length; at++) {
    const order = (dictionary[start + at] ?? 0) - (part[at] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

/** Compares a word with bytes, from its last byte on. */
function compareEnd(index: LexicalIndex, word: number, part: Buffer): number {
  const end = (index.starts[word] ?? 0) + lengthOfWord(index, word);
  for (let at = 1; at <= part.length; at++) {
    const order = (index.dictionary[end - at] ?? 0) - (part[part.length - at] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

function matches(index: LexicalIndex, word: number, part: Buffer, place: 'start' | 'end'): boolean {
  return (
    lengthOfWord(index, word) >= part.length &&
    (place === 'start' ? compareStart(index, word, part) : compareEnd(index, word, part)) === 0
  );
}

function join(lengths: Uint32Array, postings: ReadonlyMap<string, readonly number[]>, total: number): Uint8Array {
  const words = Array.from(postings, ([word, list]) => ({ word: Buffer.from(word), list })).toSorted((one, other) =>
    Buffer.compare(one.word, other.word),
  );
  const byEnd = Array.from(words, ({ word }, number) => ({ reversed: Buffer.from(word).reverse(), number })).toSorted(
    (one, other) => Buffer.compare(one.reversed, other.reversed),
  );
  const lineFeed = Buffer.from('\n');
  const dictionary = Buffer.concat([lineFeed, ...words.flatMap(({ word }) => [word, lineFeed])]);
  const numbers = headerLength + lengths.length + 3 * words.length + 1 + total;
  const padded = numbers * 4 + dictionary.length;
  const bytes = new Uint8Array(padded + ((4 - (padded % 4)) % 4));
  const view = new Uint32Array(bytes.buffer, 0, numbers);
  view.set([version, lengths.length, words.length, total]);
  view.set(lengths, headerLength);
  const starts = headerLength + lengths.length;
  const offsets = starts + 2 * words.length;
  view.set(
    byEnd.map(({ number }) => number),
    starts + words.length,
  );
  let start = 1;
  let offset = 0;
  for (const [number, { word, list }] of words.entries()) {
    view[starts + number] = start;
    view[offsets + number] = offset;
    view.set(list, offsets + words.length + 1 + offset);
    start += word.length + 1;
    offset += list.length;
  }
  view[offsets + words.length] = offset;
  bytes.set(dictionary, numbers * 4);
  return bytes;
}
