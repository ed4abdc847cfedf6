import { setImmediate as turn } from 'node:timers/promises';

import type { Token } from 'node-llama-cpp';

import { splitPoints } from './split-points.js';

/** What of a model the tokeniser needs. */
export interface TokenizerModel {
  tokenize(text: string, specialTokens: boolean, options?: 'trimLeadingSpace'): Token[];
}

export interface PromptTokenizerOptions {
  /** The texts of all control tokens, as one pattern. */
  readonly specials: RegExp | undefined;
  /** Whether text between control tokens has the same tokens in any position. True for byte-pair vocabularies. */
  readonly splits: boolean;
}

/**
 * Length from which texts are split where the vocabulary allows it, so that cached segments are found again, in
 * UTF-16 code units.
 */
const longText = 2_000;
/** Maximum total length of the cached texts, in UTF-16 code units. */
const maxCachedLength = 8_000_000;
/** Maximum time of uninterrupted work before yielding to the event loop, in milliseconds. */
const timeSliceMs = 20;

/**
 * Tokenizes prompts and caches the tokens of earlier turns: engines tokenize slowly, and every request repeats the
 * entire conversation. Owners never share cache entries.
 */
export class PromptTokenizer {
  readonly #model: TokenizerModel;
  readonly #options: PromptTokenizerOptions;
  /** Tokens by owner and text, the least recently used first. */
  readonly #cached = new Map<string, readonly Token[]>();
  #cachedLength = 0;

  constructor(model: TokenizerModel, options: PromptTokenizerOptions) {
    this.#model = model;
    this.#options = options;
  }

  /**
   * Tokenizes the segments of a prompt that was split where no token may span. It stops after `maxTokens` tokens;
   * `count` is then an estimate from the length of the rest. Rejects with the signal's reason when it aborts.
   */
  async tokenize(
    owner: string,
    segments: readonly string[],
    maxTokens: number,
    signal: AbortSignal,
  ): Promise<{ readonly tokens: Token[]; readonly count: number }> {
    const tokens: Token[] = [];
    let started = performance.now();
    let read = 0;
    for (const [index, segment] of segments.entries()) {
      let continues = index > 0;
      for (const text of this.#options.splits ? this.#split(segment) : this.#splitRuns(segment)) {
        if (tokens.length > maxTokens)
          return { tokens, count: Math.round((tokens.length / read) * totalLength(segments)) };
        read += text.length;
        // Appended one by one, because a spread of many thousand arguments overflows the stack.
        for (const token of this.#options.splits ? this.#lookUp(owner, text) : this.#read(text, continues))
          tokens.push(token);
        continues = true;
        if (performance.now() - started < timeSliceMs) continue;
        await turn();
        signal.throwIfAborted();
        started = performance.now();
      }
    }
    return { tokens, count: tokens.length };
  }

  /** Control tokens, and the text between them in runs. */
  *#split(segment: string): Generator<string> {
    let at = 0;
    for (const [start, end] of this.#between(segment)) {
      if (start > at) yield segment.slice(at, start);
      at = start;
      for (const split of splitPoints(segment, start, end, longText)) {
        yield segment.slice(at, split);
        at = split;
      }
      if (end > at) yield segment.slice(at, end);
      at = end;
    }
  }

  /** The entire segment, split only where it is too long for one call. */
  *#splitRuns(segment: string): Generator<string> {
    let at = 0;
    for (const [start, end] of this.#between(segment)) {
      for (const split of splitPoints(segment, start, end)) {
        yield segment.slice(at, split);
        at = split;
      }
    }
    if (at < segment.length) yield segment.slice(at);
  }

  /** The ranges of the texts between control tokens. */
  *#between(segment: string): Generator<readonly [start: number, end: number]> {
    const { specials } = this.#options;
    let at = 0;
    for (const match of specials === undefined ? [] : segment.matchAll(specials)) {
      yield [at, match.index];
      at = match.index + match[0].length;
    }
    yield [at, segment.length];
  }

  #lookUp(owner: string, text: string): readonly Token[] {
    const key = `${owner}\0${text}`;
    const cached = this.#cached.get(key);
    if (cached !== undefined) this.#cached.delete(key);
    else this.#cachedLength += key.length;
    const tokens = cached ?? this.#model.tokenize(text, true);
    this.#cached.set(key, tokens);
    for (const [oldest] of this.#cached) {
      if (this.#cachedLength <= maxCachedLength) break;
      this.#cached.delete(oldest);
      this.#cachedLength -= oldest.length;
    }
    return tokens;
  }

  #read(text: string, continues: boolean): readonly Token[] {
    return continues ? this.#model.tokenize(text, true, 'trimLeadingSpace') : this.#model.tokenize(text, true);
  }
}

function totalLength(segments: readonly string[]): number {
  return segments.reduce((sum, segment) => sum + segment.length, 0);
}
