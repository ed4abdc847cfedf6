import type { LlamaModel, Token } from 'node-llama-cpp';

const replacement = '\uFFFD';
/** A UTF-8 character has at most four bytes, so after this many tokens a broken character will not become complete. */
const maxPendingTokens = 8;
/**
 * Number of preceding tokens that the engine needs for detokenization, because some tokenizers drop the first space
 * of a text.
 */
const contextTokens = 4;

/** Converts tokens to text as they arrive. A token that is part of a character waits until the character is complete. */
export class TokenText {
  readonly #model: LlamaModel;
  readonly #silent: ReadonlySet<Token>;
  readonly #before: Token[];
  #pending: Token[] = [];
  /** Length of the pending tokens' text that was already returned, in UTF-16 code units. */
  #given = 0;

  /** `before`: the end of the prompt. `silent`: tokens without text. */
  constructor(model: LlamaModel, before: readonly Token[], silent: ReadonlySet<Token>) {
    this.#model = model;
    this.#before = before.slice(-contextTokens);
    this.#silent = silent;
  }

  /**
   * The text that is certain now. A character that never became complete yields U+FFFD; an incomplete one at the very
   * end yields nothing.
   */
  push(token: Token): string {
    if (this.#silent.has(token)) return '';
    this.#pending.push(token);
    const text = this.#model.detokenize(this.#pending, true, this.#before);
    const waits = text.endsWith(replacement) && this.#pending.length < maxPendingTokens;
    const confirmed = waits ? text.slice(0, -replacement.length) : text;
    const fresh = confirmed.slice(this.#given);
    this.#given = confirmed.length;
    if (!waits) this.#commitPending();
    return fresh;
  }

  #commitPending(): void {
    this.#before.push(...this.#pending);
    this.#before.splice(0, this.#before.length - contextTokens);
    this.#pending = [];
    this.#given = 0;
  }
}
