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
import { wordBefore } from './word-before.js';

/** A call that is read. */
interface OpenCall {
  readonly said: CallArguments;
  readonly written: ArgumentsReader;
}

type State = 'begin' | 'number' | 'name' | 'id' | 'arguments' | 'end' | 'ended' | 'broken';

/** Reads calls that name their tool outside of JSON; see CallFrame. A call part opens as soon as the name is known. */
export class FramedCalls implements CallReader {
  readonly #format: CallFormat;
  readonly #frame: CallFrame;
  readonly #tools: CallableTools;
  readonly #writer: PartWriter;
  #state: State = 'begin';
  #held = '';
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
    this.#held += text;
    while (this.state === 'reading' && this.#step());
    return this.state === 'reading' ? '' : this.#held;
  }

  finish(cut: boolean): void {
    this.#held = '';
    this.#endCall(cut);
  }

  /** One step over the held text; whether another one may follow. */
  #step(): boolean {
    const { begin, numbered, between = begin, end } = this.#frame;
    const first = numbered === undefined ? 'name' : 'number';
    switch (this.#state) {
      case 'begin':
        return this.#opened > 0 ? this.#take(between.trimEnd(), first, 'ended') : this.#take(begin, first, 'broken');
      case 'number':
        return this.#skip(numbered ?? '', (taken) => this.#go('name', taken));
      case 'name':
        return this.#readName();
      case 'id':
        return this.#skip(this.#frame.named, (taken) => this.#open(taken));
      case 'arguments':
        return this.#readArguments();
      case 'end':
        return this.#take(end, this.#format.list ? 'begin' : 'ended', 'broken');
      case 'ended':
      case 'broken':
        return false;
    }
  }

  /** Goes on behind a mark where it stands here, or with `otherwise` where it does not. */
  #take(mark: string, to: State, otherwise: State): boolean {
    if (mark === '') return this.#go(to);
    this.#held = this.#held.trimStart();
    if (this.#held.startsWith(mark)) return this.#go(to, mark.length);
    return !mark.startsWith(this.#held) && this.#go(otherwise);
  }

  /** `taken`: so much of the held text is done with. */
  #go(to: State, taken = 0): true {
    this.#held = this.#held.slice(taken);
    if (to === 'begin' || to === 'ended') this.#endCall(false);
    this.#state = to;
    return true;
  }

  #readName(): boolean {
    const { id = '', named, end, members, quote } = this.#frame;
    this.#held = this.#held.trimStart();
    const found = wordBefore(
      this.#held,
      [id, named, members?.open ?? '', quote === undefined ? '' : '{', end, this.#format.close ?? ''].filter(
        (mark) => mark !== '',
      ),
    );
    if (found === undefined || /[<>{}"]|\s\S/.test(found.word)) return this.#go('broken');
    if (found.mark === undefined) return false;
    this.#name = found.word.trim();
    if (this.#name === '') return this.#go('broken');
    if (found.mark === id) return this.#go('id', found.end);
    return this.#open(found.mark === named ? found.end : found.end - found.mark.length);
  }

  /** An id is not needed: goes on behind the mark that ends it. */
  #skip(mark: string, on: (end: number) => true): boolean {
    const found = wordBefore(this.#held, [mark]);
    if (found === undefined) return this.#go('broken');
    return found.mark !== undefined && on(found.end);
  }

  #open(taken: number): true {
    const name = this.#name;
    this.#opened += 1;
    this.#call = {
      said: new CallArguments(this.#tools.headOf(name), this.#writer),
      written: argumentsIn(this.#frame, (path) => this.#tools.typesOf(name, ...path)),
    };
    return this.#go('arguments', taken);
  }

  #readArguments(): boolean {
    if (this.#call === undefined) return false;
    const { said, written } = this.#call;
    said.push(written.push(this.#held));
    this.#held = written.state === 'reading' ? '' : written.rest;
    if (written.state === 'reading') return false;
    return this.#go(written.state === 'ended' ? 'end' : 'broken');
  }

  #endCall(cut: boolean): void {
    const call = this.#call;
    this.#call = undefined;
    call?.said.push(call.written.finish(cut));
    call?.said.finish(cut);
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
