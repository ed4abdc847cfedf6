import { firstMarker, partialSuffix } from '@org/engine';
import type { OutputReader, ReadingOptions, TextSink } from './output-reader.js';
import { CallArguments } from './call-arguments.js';
import { MessageCalls } from './message-calls.js';
import type { ChannelFamily } from './output-family.js';
import type { PartWriter } from './part-writer.js';

type State = 'header' | 'reasoning' | 'text' | 'call';

const bodyToken = '<|message|>';
/** Recipient prefix that is the same for every tool; the tool's name follows. */
const anyFunction = /\bto=functions/;
const justFunction = /\bto=functions$/;

/**
 * Parses messages whose headers name a channel or a recipient, as in harmony, the format of gpt-oss. The prompt ends
 * within the first header. Header text is never emitted.
 */
export class ChannelParser implements OutputReader {
  readonly #family: ChannelFamily;
  readonly #options: ReadingOptions;
  readonly #writer: PartWriter;
  readonly #sink: TextSink;
  #state: State;
  #buffered = '';
  #call: CallArguments | MessageCalls | undefined;
  #calls = 0;

  constructor(family: ChannelFamily, options: ReadingOptions, writer: PartWriter, sink: TextSink) {
    this.#family = family;
    this.#options = options;
    this.#writer = writer;
    this.#sink = sink;
    this.#state = options.startsInReasoning ? 'reasoning' : options.continues ? 'text' : 'header';
  }

  get inReasoning(): boolean {
    return this.#state === 'reasoning';
  }

  get inText(): boolean {
    return this.#state === 'text';
  }

  get inCall(): boolean {
    return this.#state === 'call' || this.#headerHas(anyFunction);
  }

  get atCallStart(): boolean {
    return (
      this.#headerHas(justFunction) ||
      (this.#call instanceof MessageCalls && this.#call.untouched && this.#buffered === '')
    );
  }

  get calls(): number {
    return this.#calls + (this.#call instanceof MessageCalls ? this.#call.opened : 0);
  }

  /** Of a header that is written, where the arguments of a call follow it. */
  #headerHas(recipient: RegExp): boolean {
    return (
      this.#state === 'header' &&
      this.#options.tools &&
      this.#family.call === undefined &&
      recipient.test(this.#buffered)
    );
  }

  push(text: string): void {
    this.#buffered += text;
    while (!this.#sink.stopped && (this.#state === 'header' ? this.#readHeader() : this.#readBody()));
  }

  finish(truncated: boolean): void {
    const rest = this.#buffered.trimStart();
    // The first letters of a completion without a header may look like a header.
    if (this.#state === 'header' && !truncated && !rest.startsWith('<|') && !rest.startsWith('to='))
      this.#state = 'text';
    if (this.#state !== 'header') this.#emit(this.#buffered);
    this.#buffered = '';
    this.#endMessage(truncated);
  }

  /** Whether more of the buffered text may be parsed. */
  #readHeader(): boolean {
    const rest = this.#buffered.trimStart();
    const headerStarts = [...this.#family.headers, bodyToken, 'to='];
    if (rest !== '' && !headerStarts.some((start) => start.startsWith(rest) || rest.startsWith(start))) {
      this.#buffered = rest;
      this.#state = 'text';
      return true;
    }
    const found = firstMarker(this.#buffered, [bodyToken, ...this.#family.ends]);
    if (found === undefined) return false;
    const header = this.#buffered.slice(0, found.at);
    this.#buffered = this.#buffered.slice(found.at + found.marker.length);
    if (found.marker === bodyToken) this.#startMessage(header);
    return true;
  }

  #startMessage(header: string): void {
    // Small models write complete headers and correct them; the last recipient counts.
    const recipient = [...header.matchAll(/\bto=([^\s<]+)/g)]
      .map((match) => match[1] ?? '')
      .findLast((name) => name !== 'assistant');
    const name = recipient?.replace(/^functions\.?/, '') ?? '';
    const channel = [...header.matchAll(/<\|channel\|>\s*(\w+)/g)].at(-1)?.[1];
    if (recipient === 'self' || recipient === 'user') this.#state = recipient === 'self' ? 'reasoning' : 'text';
    else if (name !== '' && this.#options.tools) this.#startCall(name);
    else this.#state = channel === 'analysis' ? 'reasoning' : 'text';
  }

  #startCall(name: string): void {
    const { call } = this.#family;
    this.#state = 'call';
    this.#call =
      call === undefined
        ? new CallArguments(this.#options.headOf(name), this.#writer)
        : new MessageCalls(call, this.#options, this.#writer, this.#sink);
    if (call === undefined) this.#calls += 1;
  }

  #readBody(): boolean {
    const { ends, headers } = this.#family;
    const markers = [...ends, ...headers];
    const found = firstMarker(this.#buffered, markers);
    if (found === undefined) {
      const confirmed = this.#buffered.length - partialSuffix(this.#buffered, markers);
      this.#emit(this.#buffered.slice(0, confirmed));
      this.#buffered = this.#buffered.slice(confirmed);
      return false;
    }
    this.#emit(this.#buffered.slice(0, found.at));
    this.#buffered = this.#buffered.slice(headers.includes(found.marker) ? found.at : found.at + found.marker.length);
    this.#endMessage(false);
    return true;
  }

  #emit(text: string): void {
    if (text === '') return;
    if (this.#state === 'reasoning') this.#writer.reasoning(text);
    else if (this.#state === 'call') this.#call?.push(text);
    else this.#sink.push(text);
  }

  #endMessage(truncated: boolean): void {
    this.#calls = this.calls;
    this.#call?.finish(truncated);
    this.#call = undefined;
    this.#sink.flush();
    this.#writer.close();
    this.#state = 'header';
  }
}
