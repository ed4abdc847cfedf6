import { inJsonString, valueJson, type ValueTypes } from './argument-types.js';

/** Converts one non-JSON argument to JSON as it arrives: strings immediately, anything else when it is complete. */
export class MemberValue {
  readonly #types: ValueTypes;
  readonly #edge: string;
  readonly #isText: boolean;
  /** Text that is not part of the value if nothing follows it, and any value that is not certainly a string. */
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
    const confirmed = this.#withoutEdge();
    this.#buffered = this.#buffered.slice(confirmed.length);
    return inJsonString(confirmed);
  }

  /** The parser does not complete `truncated` output. */
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
