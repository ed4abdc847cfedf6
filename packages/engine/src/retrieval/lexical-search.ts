import type { Steps } from '../concurrency/steps.js';
import {
  chunkOf,
  countOf,
  decodeLexicalIndex,
  lengthOfWord,
  type LexicalIndex,
  wordsEndingWith,
  wordsStartingWith,
} from './lexical-index.js';
import { TopChunks, type RankedChunk } from './top-chunks.js';
import { isUnspaced, wordsOf } from './words-of.js';

/** Later words of a query are ignored: each costs a search in the words of every file. */
export const maxQueryWords = 32;

/** Constants of BM25 that the field uses. */
const saturation = 1.2;
const lengthShare = 0.75;
/** What a word counts that only starts or ends with the word of the query, or is its stem. */
const partialWeight = 0.4;
/** Shorter words of a query find no words that end, or start, with them: too many do. */
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
  readonly word: Buffer;
  /** Whether it finds words that start with it. */
  readonly findsLonger: boolean;
  /** Whether it finds words that end with it. */
  readonly findsCompounds: boolean;
  readonly stems: readonly Buffer[];
  readonly exact: Occurrences;
  readonly partial: Occurrences;
}

/**
 * Ranks chunks by the words of a query (BM25). A word finds itself and, for less, words that start or end with it and
 * its stem: `Strafe` finds `Vertragsstrafe`. Every character of the query is text: there is no syntax.
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

/** A pair of characters finds itself only; one character finds the pairs that have it. */
function toQueryWord(text: string): QueryWord {
  const isCharacter = isUnspaced(text) && Array.from(text).length === 1;
  const stems = isUnspaced(text)
    ? []
    : [text.slice(0, -1), text.slice(0, -2)].filter((stem) => stem.length >= minStemLength && stem.isWellFormed());
  return {
    word: Buffer.from(text),
    findsLonger: isUnspaced(text) ? isCharacter : text.length >= minPrefixLength,
    findsCompounds: isUnspaced(text) ? isCharacter : text.length >= minPartLength,
    stems: stems.map((stem) => Buffer.from(stem)),
    exact: { chunks: [], counts: [] },
    partial: { chunks: [], counts: [] },
  };
}

function addOccurrences(index: LexicalIndex, word: QueryWord, firstChunk: number): void {
  let partial: Float64Array | undefined;
  findWords(index, word, (number, coverage) => {
    const end = index.offsets[number + 1] ?? 0;
    for (let at = index.offsets[number] ?? 0; at < end; at++) {
      const posting = index.postings[at] ?? 0;
      const chunk = chunkOf(posting);
      if (coverage === 1) push(word.exact, firstChunk + chunk, countOf(posting));
      else {
        partial ??= new Float64Array(index.lengths.length);
        partial[chunk] = (partial[chunk] ?? 0) + coverage * countOf(posting);
      }
    }
  });
  partial?.forEach((count, chunk) => {
    if (count > 0) push(word.partial, firstChunk + chunk, count);
  });
}

function push({ chunks, counts }: Occurrences, chunk: number, count: number): void {
  chunks.push(chunk);
  counts.push(count);
}

/** Calls `found` with the words that a word of the query finds. `coverage`: 1 for itself, otherwise the equal part. */
function findWords(
  index: LexicalIndex,
  { word, stems, findsLonger, findsCompounds }: QueryWord,
  found: (number: number, coverage: number) => void,
): void {
  for (const stem of stems)
    for (const number of wordsStartingWith(index, stem)) {
      if (lengthOfWord(index, number) === stem.length) found(number, stemCoverage);
      break; // The stem itself would be the first.
    }
  for (const number of wordsStartingWith(index, word)) {
    const coverage = word.length / lengthOfWord(index, number);
    if (coverage < 1 && !findsLonger) break;
    found(number, coverage);
  }
  if (!findsCompounds) return;
  for (const number of wordsEndingWith(index, word)) {
    const coverage = word.length / lengthOfWord(index, number);
    if (coverage < 1) found(number, coverage);
  }
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
