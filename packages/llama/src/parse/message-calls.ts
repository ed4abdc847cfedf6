import type { TextSink } from './output-reader.js';
import type { CallFormat } from './call-format.js';
import { callReader, type CallableTools, type CallReader } from './call-reader.js';
import type { PartWriter } from './part-writer.js';

/** Parses a message with calls between special markers; a message without a call is text. */
export class MessageCalls {
  readonly #format: CallFormat;
  readonly #reader: CallReader;
  readonly #sink: TextSink;
  #state: 'before' | 'inside' | 'text' | 'behind' = 'before';
  /** The complete message, as long as no call was found. */
  #pendingText = '';

  constructor(format: CallFormat, tools: CallableTools, writer: PartWriter, sink: TextSink) {
    this.#format = format;
    this.#reader = callReader(format, tools, writer);
    this.#sink = sink;
  }

  /** Whether nothing of the message was read. */
  get untouched(): boolean {
    return this.#state === 'before' && this.#pendingText === '';
  }

  get opened(): number {
    return this.#reader.opened;
  }

  push(text: string): void {
    if (this.opened === 0) this.#pendingText += text;
    switch (this.#state) {
      case 'before':
        return this.#start();
      case 'inside':
        return this.#read(text);
      case 'text':
        return this.#sink.push(text);
      case 'behind':
    }
  }

  finish(truncated: boolean): void {
    if (this.#state === 'inside') this.#reader.finish(truncated);
    if (this.opened === 0 && this.#state !== 'text' && !truncated) this.#sink.push(this.#pendingText);
  }

  #start(): void {
    const { open } = this.#format;
    const rest = this.#pendingText.trimStart();
    if (rest.startsWith(open)) {
      this.#state = 'inside';
      this.#read(rest.slice(open.length));
    } else if (!open.startsWith(rest)) {
      this.#emitText();
    }
  }

  #read(text: string): void {
    this.#reader.push(text);
    if (this.#reader.state === 'reading') return;
    this.#reader.finish(false);
    if (this.opened > 0) this.#state = 'behind';
    else this.#emitText();
  }

  #emitText(): void {
    this.#state = 'text';
    this.#sink.push(this.#pendingText);
  }
}
