import { JsonStringDecoder } from './json-string-decoder.js';
import type { CallHead, PartWriter } from './part-writer.js';

/** The arguments of a call whose name is known, passed through as written without the surrounding white space. */
export class CallArguments {
  readonly #head: CallHead;
  readonly #writer: PartWriter;
  #started = false;
  #decoder: JsonStringDecoder | undefined;
  /** White space that may be the last. */
  #buffered = '';

  constructor(head: CallHead, writer: PartWriter) {
    this.#head = head;
    this.#writer = writer;
    writer.openCall(head);
  }

  push(text: string): void {
    const rest = this.#started ? text : text.trimStart();
    if (rest === '') return;
    if (!this.#started) this.#start(rest.charAt(0));
    const known = this.#buffered + (this.#decoder === undefined ? rest : this.#decoder.push(rest));
    // What is decoded ends with its quote: white space before that is part of it.
    const confirmed = this.#decoder === undefined ? known.trimEnd() : known;
    this.#writer.callArguments(confirmed);
    this.#buffered = known.slice(confirmed.length);
  }

  /** The parser does not complete `truncated` output. */
  finish(truncated: boolean): void {
    if (!truncated && !this.#started && this.#head.kind === 'function') this.#writer.callArguments('{}');
    this.#writer.close();
  }

  /** Free text travels in an object; some models wrap the object in a string. */
  #start(firstChar: string): void {
    this.#started = true;
    const wrapped = firstChar === '"' || (firstChar === '{' && this.#head.kind === 'custom');
    this.#decoder = wrapped ? new JsonStringDecoder() : undefined;
  }
}
