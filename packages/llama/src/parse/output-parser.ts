import { callBeginning, type CallBeginning } from './bare-call.js';
import { callReader, type CallReader } from './call-reader.js';
import { firstMarker, partialSuffix } from '@org/engine';
import type { AnswerReader, ReadingOptions, TextSink } from './answer-reader.js';
import { silentMarks, type MarkedFamily } from './output-family.js';
import type { PartWriter } from './part-writer.js';

export interface OutputParserOptions extends ReadingOptions {
  readonly family: MarkedFamily;
}

type State = 'reasoning' | 'answer' | 'call' | 'after-call';

/** Reads answers with reasoning and calls between marks. What looks like a call but is none stays text. */
export class OutputParser implements AnswerReader {
  readonly #options: OutputParserOptions;
  readonly #writer: PartWriter;
  readonly #sink: TextSink;
  #state: State;
  #held = '';
  #call: CallReader | undefined;
  /** All that stands behind the mark of a call, as long as none was opened: what goes on as no call is text after all. */
  #unsure = '';
  /** That is white space alone. */
  #untouched = true;
  #calls = 0;
  /** White space goes unseen here: right after reasoning and between calls. */
  #trimStart: boolean;
  /** A section of reasoning can no longer begin. */
  #reasoned = false;
  /** Nothing was said yet: a call without marks may still begin. */
  #unsaid: boolean;
  /** White space between the text and the mark of a call, and the mark, said after all when it is no call. */
  #before = '';
  /** A call began in the middle of reasoning, whose end may follow it. */
  #unclosed = false;

  constructor(options: OutputParserOptions, writer: PartWriter, sink: TextSink) {
    this.#options = options;
    this.#writer = writer;
    this.#sink = sink;
    this.#state = options.startsInReasoning ? 'reasoning' : 'answer';
    this.#trimStart = options.startsInReasoning;
    this.#unsaid = !options.continues;
  }

  get inReasoning(): boolean {
    return this.#state === 'reasoning';
  }

  get inAnswer(): boolean {
    return this.#state === 'answer';
  }

  get calls(): number {
    return this.#calls + (this.#call?.opened ?? 0);
  }

  /** From behind the mark that opens a call to behind the mark that closes it. */
  get inCall(): boolean {
    return this.#state === 'call' || this.#state === 'after-call';
  }

  /** A call's mark was just written and nothing of its body yet. */
  get atCallStart(): boolean {
    return this.#state === 'call' && this.#untouched;
  }

  push(text: string): void {
    this.#held += text;
    while (!this.#sink.stopped && this.#advance());
  }

  finish(cut: boolean): void {
    switch (this.#state) {
      case 'reasoning':
        this.#writer.reasoning(this.#trimmed(this.#held).trimEnd());
        break;
      case 'call':
        if (this.#call !== undefined && this.#call.opened > 0) this.#call.finish(cut);
        else if (!cut) this.#noCall(this.#unsure);
        break;
      case 'answer':
        this.#text(this.#trimmed(this.#held));
        break;
      case 'after-call':
        break;
    }
    this.#held = '';
    this.#sink.flush();
    this.#writer.close();
  }

  #text(text: string): void {
    if (text === '') return;
    this.#reasoned = true;
    this.#unsaid = false;
    this.#sink.push(text);
  }

  /** One step over the held text; whether another one may follow. */
  #advance(): boolean {
    switch (this.#state) {
      case 'reasoning':
        return this.#reason();
      case 'answer':
        return this.#answer();
      case 'call':
        return this.#readCall();
      case 'after-call':
        return this.#endCall();
    }
  }

  #reason(): boolean {
    const { reasoning, call, sections } = this.#options.family;
    const markers = [
      reasoning.close,
      ...(this.#options.callsEndReasoning ? [call.open] : []),
      ...(sections === undefined ? [] : [sections.text]),
    ];
    const found = firstMarker(this.#held, markers);
    if (found === undefined) {
      this.#release(markers, (text) => this.#writer.reasoning(text));
      return false;
    }
    const thought = this.#trimmed(this.#held.slice(0, found.at));
    this.#writer.reasoning(thought.trimEnd());
    this.#held = this.#held.slice(found.at + found.marker.length);
    if (found.marker === call.open) {
      this.#unclosed = true;
      this.#startCall(thought, call.open);
      return true;
    }
    this.#writer.close();
    this.#state = 'answer';
    this.#trimStart = true;
    this.#reasoned = true;
    return true;
  }

  #answer(): boolean {
    const bare = this.#bareCall();
    if (bare !== 'no') return bare === 'is';
    const { family, tools } = this.#options;
    const apart = family.sections !== undefined;
    const markers = [
      ...(tools ? [family.call.open] : []),
      ...(this.#reasoned && !apart ? [] : [family.reasoning.open]),
      ...(this.#unclosed || (this.#unsaid && family.reasoning.closeAlone === true) ? [family.reasoning.close] : []),
      ...silentMarks(family),
    ];
    const found = firstMarker(this.#held, markers);
    if (found === undefined) {
      this.#release(markers, (text) => this.#text(text));
      return false;
    }
    const before = this.#held.slice(0, found.at);
    if (
      found.marker === family.reasoning.close &&
      family.reasoning.closeAlone === true &&
      !this.#unclosed &&
      before.trim() !== ''
    ) {
      this.#unsaid = false;
      return true;
    }
    if (found.marker === family.reasoning.open && !apart && before.trim() !== '') {
      this.#reasoned = true;
      return true;
    }
    const text = this.#trimmed(before);
    this.#text(text.trimEnd());
    this.#held = this.#held.slice(found.at + found.marker.length);
    if (found.marker === family.call.open) {
      this.#startCall(text, family.call.open);
      return true;
    }
    this.#trimStart = true;
    this.#reasoned = true;
    if (found.marker === family.reasoning.open) {
      this.#sink.flush();
      this.#state = 'reasoning';
    }
    if (found.marker === family.reasoning.close) this.#unclosed = false;
    return true;
  }

  /** Begins the call that the held text begins with, if it does. */
  #bareCall(): CallBeginning {
    const { family, tools, bareCalls } = this.#options;
    if (!tools || !this.#unsaid || family.call.bare !== true) return 'no';
    // Llama has this between two calls.
    const between = this.#calls === 0 ? '' : (/^\s*;/.exec(this.#held)?.[0] ?? '');
    const rest = this.#held.slice(between.length);
    const begins = callBeginning(rest, bareCalls);
    if (begins === 'is') {
      this.#held = rest;
      this.#startCall(between, '');
    }
    return begins;
  }

  /** `before`: what stands before the mark. */
  #startCall(before: string, mark: string): void {
    this.#before = before.slice(before.trimEnd().length) + mark;
    this.#trimStart = true;
    this.#reasoned = true;
    this.#sink.flush();
    this.#state = 'call';
    this.#unsure = '';
    this.#untouched = true;
    this.#call = callReader(this.#options.family.call, this.#options, this.#writer);
  }

  /** What stands behind the mark is none: it belongs to what the mark interrupted. */
  #noCall(rest: string): void {
    const said = this.#before + rest;
    if (this.#unclosed && this.#calls === 0) this.#writer.reasoning(said);
    else this.#text(said);
  }

  #readCall(): boolean {
    const call = this.#call;
    if (call === undefined) return false;
    if (call.opened === 0) this.#unsure += this.#held;
    this.#untouched &&= this.#held.trim() === '';
    this.#held = call.push(this.#held);
    if (call.state === 'reading') return false;
    call.finish(false);
    this.#calls += call.opened;
    this.#call = undefined;
    if (call.state === 'ended' || call.opened > 0) {
      this.#state = 'after-call';
      return true;
    }
    this.#held = this.#unsure;
    this.#noCall('');
    this.#unsaid = false;
    this.#trimStart = false;
    this.#state = this.#unclosed && this.#calls === 0 ? 'reasoning' : 'answer';
    return true;
  }

  #endCall(): boolean {
    const { close } = this.#options.family.call;
    const rest = this.#held.trimStart();
    if (close !== undefined && rest.length < close.length && close.startsWith(rest)) return false;
    this.#held = close !== undefined && rest.startsWith(close) ? rest.slice(close.length) : rest;
    this.#state = 'answer';
    this.#trimStart = true;
    return true;
  }

  /** Says all of the held text but what may still become a marker, and white space that may stand before one where there are any. */
  #release(markers: readonly string[], say: (text: string) => void): void {
    const partial = partialSuffix(this.#held, markers);
    const whole = this.#held.slice(0, this.#held.length - partial);
    const sure = markers.length === 0 ? whole : whole.trimEnd();
    const text = this.#trimmed(sure);
    if (text === '') return;
    this.#held = this.#held.slice(sure.length);
    say(text);
  }

  #trimmed(text: string): string {
    if (!this.#trimStart) return text;
    const rest = text.trimStart();
    if (rest !== '') this.#trimStart = false;
    return rest;
  }
}
