import type { LlamaModel, Token } from 'node-llama-cpp';

const replacement = '\uFFFD';
/** A UTF-8 character has at most four bytes, so after this many tokens a broken one will not become whole. */
const maxPendingTokens = 8;
/** Tokens before the current ones that the engine wants to see: some tokenisers drop the first space of a text. */
const lookBack = 4;

/** Turns tokens into text as they come. A token can be a part of a character: it waits until the character is whole. */
export class TokenText {
  readonly #model: LlamaModel;
  readonly #silent: ReadonlySet<Token>;
  readonly #before: Token[];
  #pending: Token[] = [];
  /** How much of the text of the pending tokens was given out. UTF-16 units. */
  #given = 0;

  /** `before`: the end of the prompt. `silent`: tokens without text. */
  constructor(model: LlamaModel, before: readonly Token[], silent: ReadonlySet<Token>) {
    this.#model = model;
    this.#before = before.slice(-lookBack);
    this.#silent = silent;
  }

  /** The text that is sure now. A character that never became whole gives U+FFFD; one at the very end gives nothing. */
  push(token: Token): string {
    if (this.#silent.has(token)) return '';
    this.#pending.push(token);
    const text = this.#model.detokenize(this.#pending, true, this.#before);
    const waits = text.endsWith(replacement) && this.#pending.length < maxPendingTokens;
    const sure = waits ? text.slice(0, -replacement.length) : text;
    const fresh = sure.slice(this.#given);
    this.#given = sure.length;
    if (!waits) this.#commitPending();
    return fresh;
  }

  #commitPending(): void {
    this.#before.push(...this.#pending);
    this.#before.splice(0, this.#before.length - lookBack);
    this.#pending = [];
    this.#given = 0;
  }
}
