import type { Steps } from '../concurrency/steps.js';
import { chunkOf, countOf, decodeLexicalIndex, type LexicalIndex } from './lexical-index.js';
import { TopChunks, type RankedChunk } from './top-chunks.js';
import { isUnspaced, wordsOf } from './words-of.js';

/** Later words of a query are ignored: each costs a pass over all words of the chunks. */
export const maxQueryWords = 32;

/** Constants of BM25 that the field uses. */
const saturation = 1.2;
const lengthShare = 0.75;
/** What a word counts that only contains the word of the query, or is its stem. */
const partialWeight = 0.4;
/** Shorter words of a query find no words that contain them: too many do. */
const minPartLength = 4;
const minPrefixLength = 3;
/** A stem is the word of the query without its last one or two letters, as in `fristen` and `frist`. */
const minStemLength = 4;
const stemCoverage = 0.8;

/** How often words occur, by the chunk's number among all chunks. */
interface Occurrences {
  readonly chunks: number[];
  readonly counts: number[];
}

interface QueryWord {
  readonly text: string;
  readonly length: number;
  readonly stems: readonly string[];
  readonly exact: Occurrences;
  readonly partial: Occurrences;
}

/**
 * Ranks chunks by the words of a query (BM25). A word finds itself and, for less, words that contain it and its stem:
 * `Strafe` finds `Vertragsstrafe`. Every character of the query is text: there is no syntax.
 */
export class LexicalSearch {
  readonly #words: readonly QueryWord[];
  readonly #lengths: Uint32Array[] = [];
  #chunks = 0;

  constructor(
    query: string,
    private readonly limit: number,
  ) {
    this.#words = [...new Set(wordsOf(query))].slice(0, maxQueryWords).map(toQueryWord);
  }

  /** `bytes`: what `encodeLexicalIndex` made. The bytes are not used after the last step. */
  *add(_segment: number, bytes: Uint8Array): Steps<void> {
    const index = decodeLexicalIndex(bytes);
    this.#lengths.push(index?.lengths.slice() ?? new Uint32Array(0));
    if (index === undefined) return;
    for (const word of this.#words) {
      addOccurrences(index, word, this.#chunks);
      yield;
    }
    this.#chunks += index.lengths.length;
  }

  *finish(): Steps<readonly RankedChunk[]> {
    const lengths = new Uint32Array(this.#chunks);
    let filled = 0;
    for (const some of this.#lengths) {
      lengths.set(some, filled);
      filled += some.length;
    }
    const averageLength = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.#chunks));
    const scores = new Float64Array(this.#chunks);
    for (const { exact, partial } of this.#words) {
      addScores(scores, exact, 1, lengths, averageLength);
      yield;
      addScores(scores, partial, partialWeight, lengths, averageLength);
      yield;
    }
    const top = new TopChunks(this.limit);
    let first = 0;
    for (const [segment, { length }] of this.#lengths.entries()) {
      for (let chunk = 0; chunk < length; chunk++) {
        const score = scores[first + chunk] ?? 0;
        if (score > 0 && score > top.minScore) top.add(segment, chunk, score);
      }
      first += length;
    }
    return top.best;
  }
}

function toQueryWord(text: string): QueryWord {
  const stems = isUnspaced(text)
    ? []
    : [text.slice(0, -1), text.slice(0, -2)].filter((stem) => stem.length >= minStemLength && stem.isWellFormed());
  return {
    text,
    length: Buffer.byteLength(text),
    stems,
    exact: { chunks: [], counts: [] },
    partial: { chunks: [], counts: [] },
  };
}

function addOccurrences(index: LexicalIndex, word: QueryWord, firstChunk: number): void {
  const partial = new Float64Array(index.lengths.length);
  for (const { number, coverage } of findWords(index, word)) {
    const postings = index.postings.subarray(index.offsets[number], index.offsets[number + 1]);
    for (const posting of postings) {
      if (coverage < 1) partial[chunkOf(posting)] = (partial[chunkOf(posting)] ?? 0) + coverage * countOf(posting);
      else push(word.exact, firstChunk + chunkOf(posting), countOf(posting));
    }
  }
  for (const [chunk, count] of partial.entries()) if (count > 0) push(word.partial, firstChunk + chunk, count);
}

function push({ chunks, counts }: Occurrences, chunk: number, count: number): void {
  chunks.push(chunk);
  counts.push(count);
}

/** Numbers of the words that a word of the query finds. `coverage`: 1 for itself, otherwise the part that is equal. */
function* findWords(
  { dictionary, starts }: LexicalIndex,
  { text, length, stems }: QueryWord,
): Generator<{ readonly number: number; readonly coverage: number }> {
  for (const stem of stems) {
    const at = dictionary.indexOf(`\n${stem}\n`);
    if (at >= 0) yield { number: wordAt(starts, at + 1), coverage: stemCoverage };
  }
  if (!findsLonger(text)) {
    const at = dictionary.indexOf(`\n${text}\n`);
    if (at >= 0) yield { number: wordAt(starts, at + 1), coverage: 1 };
    return;
  }
  const needle = isPrefixOnly(text) ? Buffer.from(`\n${text}`) : Buffer.from(text);
  const skipped = needle.length - length;
  let last = -1;
  for (let at = dictionary.indexOf(needle); at >= 0; at = dictionary.indexOf(needle, at + needle.length - skipped)) {
    const number = wordAt(starts, at + skipped);
    if (number === last) continue;
    last = number;
    const wordLength = (starts[number + 1] ?? lengthOf(dictionary) + 1) - 1 - (starts[number] ?? 0);
    yield { number, coverage: length / wordLength };
  }
}

/** Where the last word ends: padding follows it. */
function lengthOf(dictionary: Buffer): number {
  return dictionary.lastIndexOf('\n');
}

/** A pair of characters finds itself only; one character finds the pairs that contain it. */
function findsLonger(text: string): boolean {
  return isUnspaced(text) ? Array.from(text).length === 1 : text.length >= minPrefixLength;
}

function isPrefixOnly(text: string): boolean {
  return !isUnspaced(text) && text.length < minPartLength;
}

/** Number of the word that contains a position of the dictionary. */
function wordAt(starts: Uint32Array, position: number): number {
  let low = 0;
  for (let high = starts.length - 1; low < high;) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function addScores(
  scores: Float64Array,
  { chunks, counts }: Occurrences,
  weight: number,
  lengths: Uint32Array,
  averageLength: number,
): void {
  const rarity = weight * Math.log(1 + (scores.length - chunks.length + 0.5) / (chunks.length + 0.5));
  for (const [index, chunk] of chunks.entries()) {
    const count = counts[index] ?? 0;
    const damping = saturation * (1 - lengthShare + (lengthShare * (lengths[chunk] ?? 0)) / averageLength);
    scores[chunk] = (scores[chunk] ?? 0) + (rarity * count * (saturation + 1)) / (count + damping);
  }
}
