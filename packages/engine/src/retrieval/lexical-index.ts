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
  /** Every distinct word once, each between two line feeds, in UTF-8. */
  readonly dictionary: Buffer;
  /** Where each word starts in the dictionary. */
  readonly starts: Uint32Array;
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

function join(lengths: Uint32Array, postings: ReadonlyMap<string, readonly number[]>, total: number): Uint8Array {
  const dictionary = Buffer.from(`\n${Array.from(postings.keys(), (word) => `${word}\n`).join('')}`);
  const numbers = headerLength + lengths.length + 2 * postings.size + 1 + total;
  const padded = numbers * 4 + dictionary.length;
  const bytes = new Uint8Array(padded + ((4 - (padded % 4)) % 4));
  const view = new Uint32Array(bytes.buffer, 0, numbers);
  view.set([version, lengths.length, postings.size, total]);
  view.set(lengths, headerLength);
  const starts = headerLength + lengths.length;
  const offsets = starts + postings.size;
  let word = 0;
  let start = 1;
  let offset = 0;
  for (const [text, list] of postings) {
    view[starts + word] = start;
    view[offsets + word] = offset;
    view.set(list, offsets + postings.size + 1 + offset);
    start += Buffer.byteLength(text) + 1;
    offset += list.length;
    word += 1;
  }
  view[offsets + postings.size] = offset;
  bytes.set(dictionary, numbers * 4);
  return bytes;
}
