import type { LlamaModel, Token } from 'node-llama-cpp';

const replacement = '\uFFFD';
/** A UTF-8 character has at most four bytes, and a token at least one of them. */
const longestCharacter = 4;

/** Turns tokens into text as they come. A token can be a part of a character: it waits until the character is whole. */
export class TokenText {
  readonly #model: LlamaModel;
  readonly #silent: ReadonlySet<Token>;
  readonly #before: Token[];
  #pending: Token[] = [];

  /** `before`: the end of the prompt, because some tokenisers drop the first space of a text. `silent`: tokens without text. */
  constructor(model: LlamaModel, before: readonly Token[], silent: ReadonlySet<Token>) {
    this.#model = model;
    this.#before = before.slice(-longestCharacter);
    this.#silent = silent;
  }

  push(token: Token): string {
    if (this.#silent.has(token)) return '';
    this.#pending.push(token);
    const text = this.#model.detokenize(this.#pending, true, this.#before);
    if (text.endsWith(replacement) && this.#pending.length < longestCharacter) return '';
    this.#settle();
    return text;
  }

  /** What waits for the rest of a character that never came. */
  flush(): string {
    if (this.#pending.length === 0) return '';
    const text = this.#model.detokenize(this.#pending, true, this.#before);
    this.#settle();
    return text;
  }

  #settle(): void {
    this.#before.push(...this.#pending);
    this.#before.splice(0, this.#before.length - longestCharacter);
    this.#pending = [];
  }
}
