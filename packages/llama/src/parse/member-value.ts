import { inJsonString, valueJson, type ValueTypes } from './argument-types.js';

/** One argument that is not written as JSON, turned into it as it arrives: a text at once, anything else when it is whole. */
export class MemberValue {
  readonly #types: ValueTypes;
  readonly #edge: string;
  readonly #isText: boolean;
  /** What is no part of the value if nothing follows it, and all of what is no text for sure. */
  #buffered = '';
  #started = false;

  /** `edge`: a line break around the value that is no part of it. */
  constructor(types: ValueTypes, edge: string) {
    this.#types = types;
    this.#edge = edge;
    this.#isText = types.size === 1 && types.has('string');
  }

  /** What is sure before anything of it was read. */
  get start(): string {
    return this.#isText ? '"' : '';
  }

  /** The JSON that is sure now. */
  push(text: string): string {
    if (text === '') return '';
    const first = !this.#started && this.#edge !== '' && text.startsWith(this.#edge);
    this.#started = true;
    this.#buffered += first ? text.slice(this.#edge.length) : text;
    if (!this.#isText) return '';
    const sure = this.#withoutEdge();
    this.#buffered = this.#buffered.slice(sure.length);
    return inJsonString(sure);
  }

  /** What was `truncated` off is not made up. */
  finish(truncated: boolean): string {
    if (truncated) return '';
    const text = this.#withoutEdge();
    return this.#isText ? `${inJsonString(text)}"` : valueJson(text, this.#types);
  }

  #withoutEdge(): string {
    return this.#edge !== '' && this.#buffered.endsWith(this.#edge)
      ? this.#buffered.slice(0, -this.#edge.length)
      : this.#buffered;
  }
}
