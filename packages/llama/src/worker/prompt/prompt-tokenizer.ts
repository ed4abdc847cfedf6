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
  /** Text between control tokens has the same tokens wherever it stands. True for byte-pair vocabularies. */
  readonly splits: boolean;
}

/** Longer texts of vocabularies that allow it are cut, so that what was read once is found again. UTF-16 units. */
const longText = 2_000;
/** Texts that are kept, in UTF-16 units of all together. */
const maxCachedLength = 8_000_000;
/** Work at a stretch before others get their turn. Milliseconds. */
const timeSliceMs = 20;

/**
 * Turns prompts into tokens and remembers those of earlier turns: engines tokenise far slower than they could, and a
 * conversation comes back whole with every request. What one owner sent is never looked up for another.
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
   * The tokens of a prompt that was cut where no token may span. After `maxTokens` tokens it stops: `count` is then an
   * estimate from the length of the rest. Rejects with the signal's reason when it aborts.
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
        // Appended one by one: a spread of many thousand arguments overflows the stack.
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

  /** Control tokens, and what stands between them in stretches. */
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

  /** The whole piece, but for what is too long to be read at once. */
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

  /** Where texts between control tokens begin and end. */
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
