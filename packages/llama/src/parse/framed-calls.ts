import type { ValueTypes } from './argument-types.js';
import type { ArgumentsReader } from './arguments-reader.js';
import type { CallFormat, CallFrame } from './call-format.js';
import type { CallableTools, CallReader } from './call-reader.js';
import { BareObject } from './bare-object.js';
import { CallArguments } from './call-arguments.js';
import { ElementArguments } from './element-arguments.js';
import { JsonArguments } from './json-arguments.js';
import { KeywordArguments } from './keyword-arguments.js';
import { MemberArguments } from './member-arguments.js';
import type { PartWriter } from './part-writer.js';
import { progressAt, type Progress } from './progress.js';
import { prefixBeforeMarker } from './prefix-before-marker.js';

/** A call that is read. */
interface OpenCall {
  readonly callArguments: CallArguments;
  readonly written: ArgumentsReader;
}

type State = 'begin' | 'number' | 'name' | 'id' | 'arguments' | 'end' | 'ended' | 'broken';

/** Parses calls that name their tool outside of JSON; see CallFrame. A call part opens as soon as the name is known. */
export class FramedCalls implements CallReader {
  readonly #format: CallFormat;
  readonly #frame: CallFrame;
  readonly #tools: CallableTools;
  readonly #writer: PartWriter;
  #state: State = 'begin';
  #buffered = '';
  #opened = 0;
  #name = '';
  #call: OpenCall | undefined;

  constructor(format: CallFormat, frame: CallFrame, tools: CallableTools, writer: PartWriter) {
    this.#format = format;
    this.#frame = frame;
    this.#tools = tools;
    this.#writer = writer;
  }

  get state(): Progress {
    return progressAt(this.#state);
  }

  get opened(): number {
    return this.#opened;
  }

  push(text: string): string {
    this.#buffered += text;
    while (this.state === 'reading' && this.#step());
    return this.state === 'reading' ? '' : this.#buffered;
  }

  finish(truncated: boolean): void {
    this.#buffered = '';
    this.#endCall(truncated);
  }

  /** Performs one step over the buffered text; returns whether another one may follow. */
  #step(): boolean {
    const { start, callIdSeparator, between = start, end } = this.#frame;
    const first = callIdSeparator === undefined ? 'name' : 'number';
    switch (this.#state) {
      case 'begin':
        return this.#opened > 0 ? this.#take(between.trimEnd(), first, 'ended') : this.#take(start, first, 'broken');
      case 'number':
        return this.#skip(callIdSeparator ?? '', (consumed) => this.#go('name', consumed));
      case 'name':
        return this.#readName();
      case 'id':
        return this.#skip(this.#frame.named, (consumed) => this.#open(consumed));
      case 'arguments':
        return this.#readArguments();
      case 'end':
        return this.#take(end, this.#format.list ? 'begin' : 'ended', 'broken');
      case 'ended':
      case 'broken':
        return false;
    }
  }

  /** Continues after a marker if the text starts with it, or with `otherwise` if not. */
  #take(marker: string, to: State, otherwise: State): boolean {
    if (marker === '') return this.#go(to);
    this.#buffered = this.#buffered.trimStart();
    if (this.#buffered.startsWith(marker)) return this.#go(to, marker.length);
    return !marker.startsWith(this.#buffered) && this.#go(otherwise);
  }

  /** `consumed`: number of buffered characters that are done. */
  #go(to: State, consumed = 0): true {
    this.#buffered = this.#buffered.slice(consumed);
    if (to === 'begin' || to === 'ended') this.#endCall(false);
    this.#state = to;
    return true;
  }

  #readName(): boolean {
    const { id = '', named, end, members, quote } = this.#frame;
    this.#buffered = this.#buffered.trimStart();
    const found = prefixBeforeMarker(
      this.#buffered,
      [id, named, members?.open ?? '', quote === undefined ? '' : '{', end, this.#format.close ?? ''].filter(
        (marker) => marker !== '',
      ),
    );
    if (found === undefined || /[<>{}"]|\s\S/.test(found.prefix)) return this.#go('broken');
    if (found.marker === undefined) return false;
    this.#name = found.prefix.trim();
    if (this.#name === '') return this.#go('broken');
    if (found.marker === id) return this.#go('id', found.end);
    return this.#open(found.marker === named ? found.end : found.end - found.marker.length);
  }

  /** Skips an unneeded id and continues after the marker that ends it. */
  #skip(marker: string, on: (end: number) => true): boolean {
    const found = prefixBeforeMarker(this.#buffered, [marker]);
    if (found === undefined) return this.#go('broken');
    return found.marker !== undefined && on(found.end);
  }

  #open(consumed: number): true {
    const name = this.#name;
    this.#opened += 1;
    this.#call = {
      callArguments: new CallArguments(this.#tools.headOf(name), this.#writer),
      written: argumentsIn(this.#frame, (path) => this.#tools.typesOf(name, ...path)),
    };
    return this.#go('arguments', consumed);
  }

  #readArguments(): boolean {
    if (this.#call === undefined) return false;
    const { callArguments, written } = this.#call;
    callArguments.push(written.push(this.#buffered));
    this.#buffered = written.state === 'reading' ? '' : written.rest;
    if (written.state === 'reading') return false;
    return this.#go(written.state === 'ended' ? 'end' : 'broken');
  }

  #endCall(truncated: boolean): void {
    const call = this.#call;
    this.#call = undefined;
    call?.callArguments.push(call.written.finish(truncated));
    call?.callArguments.finish(truncated);
  }
}

function argumentsIn(
  { quote, keywords, members, elements }: CallFrame,
  typesOf: (path: readonly string[]) => ValueTypes,
): ArgumentsReader {
  if (quote !== undefined) return new BareObject(quote);
  if (elements !== undefined) return new ElementArguments(elements, typesOf);
  if (keywords === true) return new KeywordArguments();
  return members === undefined ? new JsonArguments() : new MemberArguments(members, (key) => typesOf([key]));
}
