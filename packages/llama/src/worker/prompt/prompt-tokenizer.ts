import { setImmediate as turn } from 'node:timers/promises';

import type { Token } from 'node-llama-cpp';

import { cutsIn } from './stretches.js';

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
const keptText = 8_000_000;
/** Work at a stretch before others get their turn. Milliseconds. */
const stretch = 20;

/**
 * Turns prompts into tokens and remembers those of earlier turns: engines tokenise far slower than they could, and a
 * conversation comes back whole with every request. What one owner sent is never looked up for another.
 */
export class PromptTokenizer {
  readonly #model: TokenizerModel;
  readonly #options: PromptTokenizerOptions;
  /** Tokens by owner and text, the least recently used first. */
  readonly #kept = new Map<string, readonly Token[]>();
  #keptLength = 0;

  constructor(model: TokenizerModel, options: PromptTokenizerOptions) {
    this.#model = model;
    this.#options = options;
  }

  /**
   * The tokens of a prompt that was cut where no token may span. After `most` tokens it stops: `count` is then an
   * estimate from the length of the rest. Rejects with the signal's reason when it aborts.
   */
  async tokenize(
    owner: string,
    pieces: readonly string[],
    most: number,
    signal: AbortSignal,
  ): Promise<{ readonly tokens: Token[]; readonly count: number }> {
    const tokens: Token[] = [];
    let started = performance.now();
    let read = 0;
    for (const [index, piece] of pieces.entries()) {
      let begun = index > 0;
      for (const text of this.#options.splits ? this.#cut(piece) : this.#cutRuns(piece)) {
        if (tokens.length > most) return { tokens, count: Math.round((tokens.length / read) * totalLength(pieces)) };
        read += text.length;
        // Appended one by one: a spread of many thousand arguments overflows the stack.
        for (const token of this.#options.splits ? this.#lookUp(owner, text) : this.#read(text, begun))
          tokens.push(token);
        begun = true;
        if (performance.now() - started < stretch) continue;
        await turn();
        signal.throwIfAborted();
        started = performance.now();
      }
    }
    return { tokens, count: tokens.length };
  }

  /** Control tokens, and what stands between them in stretches. */
  *#cut(piece: string): Generator<string> {
    let at = 0;
    for (const [start, end] of this.#between(piece)) {
      if (start > at) yield piece.slice(at, start);
      at = start;
      for (const cut of cutsIn(piece, start, end, longText)) {
        yield piece.slice(at, cut);
        at = cut;
      }
      if (end > at) yield piece.slice(at, end);
      at = end;
    }
  }

  /** The whole piece, but for what is too long to be read at once. */
  *#cutRuns(piece: string): Generator<string> {
    let at = 0;
    for (const [start, end] of this.#between(piece)) {
      for (const cut of cutsIn(piece, start, end)) {
        yield piece.slice(at, cut);
        at = cut;
      }
    }
    if (at < piece.length) yield piece.slice(at);
  }

  /** Where texts between control tokens begin and end. */
  *#between(piece: string): Generator<readonly [start: number, end: number]> {
    const { specials } = this.#options;
    let at = 0;
    for (const match of specials === undefined ? [] : piece.matchAll(specials)) {
      yield [at, match.index];
      at = match.index + match[0].length;
    }
    yield [at, piece.length];
  }

  #lookUp(owner: string, text: string): readonly Token[] {
    const key = `${owner}\0${text}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) this.#kept.delete(key);
    else this.#keptLength += key.length;
    const tokens = kept ?? this.#model.tokenize(text, true);
    this.#kept.set(key, tokens);
    for (const [oldest] of this.#kept) {
      if (this.#keptLength <= keptText) break;
      this.#kept.delete(oldest);
      this.#keptLength -= oldest.length;
    }
    return tokens;
  }

  #read(text: string, continues: boolean): readonly Token[] {
    return continues ? this.#model.tokenize(text, true, 'trimLeadingSpace') : this.#model.tokenize(text, true);
  }
}

function totalLength(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}
