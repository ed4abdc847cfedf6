import type { Chunk, ChunkLengths } from '@org/engine';
import { type CountTokens, estimateTokens } from '../shared/estimate-tokens.js';
import { type Sentence, splitText } from './split-text.js';

/** A part of a document: a page, or the text below a heading, with that heading in it. */
export interface ChunkableSection {
  readonly text: string;
  readonly page?: number;
  readonly heading?: string;
}

/** What the strategy `auto` means. */
export const autoChunkLengths: ChunkLengths = { maxTokens: 800, overlapTokens: 400 };

/** Sentences are split to this share of a chunk, so that every chunk can overlap. */
const sentencesPerChunk = 4;

/** Between sections of one chunk. */
const separator = '\n\n';

interface PlacedSentence extends Sentence {
  readonly section: ChunkableSection;
}

/**
 * Splits a document into chunks of at most `maxTokens`. A chunk ends before a heading once it is half full, else after
 * a paragraph, else after a sentence or line, else between words. It starts with up to `overlapTokens` from the end of
 * the chunk before it, unless a heading separates them. Nothing but space is lost. A generator, because the caller yields
 * to the event loop between the chunks of a long document.
 */
export function* chunkSections(
  sections: Iterable<ChunkableSection>,
  lengths: ChunkLengths,
  countTokens: CountTokens = estimateTokens,
): Generator<Chunk, void, void> {
  const chunk = new ChunkInProgress(lengths);
  const separatorTokens = countTokens(separator);
  const maxSentenceTokens = Math.max(1, Math.floor(lengths.maxTokens / sentencesPerChunk));
  let heading: string | undefined;
  for (const section of sections) {
    if (section.heading !== heading) yield* chunk.endBeforeHeading();
    heading = section.heading;
    for (const sentence of splitText(section.text, maxSentenceTokens, countTokens)) {
      const tokens = sentence.tokens + (sentence.start === 0 ? separatorTokens : 0);
      yield* chunk.add({ ...sentence, tokens, section });
    }
  }
  yield* chunk.end();
}

/** The chunk that is being filled. */
class ChunkInProgress {
  readonly #lengths: ChunkLengths;
  #sentences: PlacedSentence[] = [];
  #tokens = 0;
  /** How many of the sentences the chunk before it has, too. */
  #overlapping = 0;

  constructor(lengths: ChunkLengths) {
    this.#lengths = lengths;
  }

  *add(sentence: PlacedSentence): Generator<Chunk, void, void> {
    while (this.#tokens + sentence.tokens > this.#lengths.maxTokens && this.#sentences.length > 0) {
      if (this.#overlapping === this.#sentences.length) this.#dropFirst();
      else yield* this.#emit(this.#bestEnd());
    }
    this.#sentences.push(sentence);
    this.#tokens += sentence.tokens;
  }

  /** Short sections share a chunk: a heading alone says little. */
  *endBeforeHeading(): Generator<Chunk, void, void> {
    if (this.#tokens >= this.#lengths.maxTokens / 2) yield* this.end();
  }

  *end(): Generator<Chunk, void, void> {
    if (this.#overlapping < this.#sentences.length) yield* this.#emit(this.#sentences.length);
    this.#restart([], 0);
  }

  #dropFirst(): void {
    this.#restart(this.#sentences.slice(1), this.#overlapping - 1);
  }

  /** After the last paragraph of the second half, else after the last sentence. */
  #bestEnd(): number {
    let tokens = this.#tokens;
    for (let end = this.#sentences.length; end > this.#overlapping; end -= 1) {
      const last = this.#sentences[end - 1];
      if (last === undefined || tokens < this.#lengths.maxTokens / 2) break;
      if (last.endsParagraph || last.section !== (this.#sentences[end] ?? last).section) return end;
      tokens -= last.tokens;
    }
    return this.#sentences.length;
  }

  *#emit(end: number): Generator<Chunk, void, void> {
    const [first] = this.#sentences;
    const text = textOf(this.#sentences.slice(0, end));
    if (first !== undefined && text !== '') {
      const { page, heading } = first.section;
      yield { text, ...(page !== undefined && { page }), ...(heading !== undefined && { heading }) };
    }
    let overlap = 0;
    let start = end;
    while (start > 1) {
      const tokens = this.#sentences[start - 1]?.tokens ?? Infinity;
      if (overlap + tokens > this.#lengths.overlapTokens) break;
      overlap += tokens;
      start -= 1;
    }
    this.#restart(this.#sentences.slice(start), end - start);
  }

  #restart(sentences: PlacedSentence[], overlapping: number): void {
    this.#sentences = sentences;
    this.#overlapping = overlapping;
    this.#tokens = sentences.reduce((sum, { tokens }) => sum + tokens, 0);
  }
}

/** Sentences of one section are contiguous, so their text is that of the section between them. */
function textOf(sentences: readonly PlacedSentence[]): string {
  const texts: string[] = [];
  let from = 0;
  for (const [index, { section, start, end }] of sentences.entries()) {
    if (index === 0 || section !== sentences[index - 1]?.section) from = start;
    if (section !== sentences[index + 1]?.section) texts.push(section.text.slice(from, end).trim());
  }
  return texts.filter((text) => text !== '').join(separator);
}
