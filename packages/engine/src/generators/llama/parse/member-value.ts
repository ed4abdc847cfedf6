import { inJsonString, valueJson, type ValueTypes } from './argument-types.js';

/** One argument that is not written as JSON, turned into it as it arrives: a text at once, anything else when it is whole. */
export class MemberValue {
  readonly #types: ValueTypes;
  readonly #edge: string;
  readonly #say: (json: string) => void;
  readonly #isText: boolean;
  /** What is no part of the value if nothing follows it, and all of what is no text for sure. */
  #held = '';
  #started = false;

  /** `edge`: a line break around the value that is no part of it. */
  constructor(types: ValueTypes, edge: string, say: (json: string) => void) {
    this.#types = types;
    this.#edge = edge;
    this.#say = say;
    this.#isText = types.size === 1 && types.has('string');
    if (this.#isText) say('"');
  }

  push(text: string): void {
    if (text === '') return;
    const first = !this.#started && this.#edge !== '' && text.startsWith(this.#edge);
    this.#started = true;
    this.#held += first ? text.slice(this.#edge.length) : text;
    if (!this.#isText) return;
    const sure = this.#edge !== '' && this.#held.endsWith(this.#edge) ? this.#held.slice(0, -this.#edge.length) : this.#held;
    this.#say(inJsonString(sure));
    this.#held = this.#held.slice(sure.length);
  }

  /** What was `cut` off is not made up. */
  finish(cut: boolean): void {
    if (cut) return;
    const text = this.#edge !== '' && this.#held.endsWith(this.#edge) ? this.#held.slice(0, -this.#edge.length) : this.#held;
    this.#say(this.#isText ? `${inJsonString(text)}"` : valueJson(text, this.#types));
  }
}
