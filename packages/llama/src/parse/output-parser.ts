import { detectCallStart, type CallStart } from './bare-call.js';
import { callReader, type CallReader } from './call-reader.js';
import { firstMarker, partialSuffix } from '@org/engine';
import type { OutputReader, ReadingOptions, TextSink } from './output-reader.js';
import { hiddenSpecialTokens, type MarkedFamily } from './output-family.js';
import type { PartWriter } from './part-writer.js';

export interface OutputParserOptions extends ReadingOptions {
  readonly family: MarkedFamily;
}

type State = 'reasoning' | 'text' | 'call' | 'after-call';

/** Parses completions with reasoning and calls between markers. Text that only looks like a call stays text. */
export class OutputParser implements OutputReader {
  readonly #options: OutputParserOptions;
  readonly #writer: PartWriter;
  readonly #sink: TextSink;
  #state: State;
  #buffered = '';
  #call: CallReader | undefined;
  /** All text after a call marker while no call is open; it becomes text when it turns out not to be a call. */
  #pendingText = '';
  /** That is white space alone. */
  #isPendingBlank = true;
  #calls = 0;
  /** Whether white space is dropped here: right after reasoning and between calls. */
  #trimStart: boolean;
  /** A reasoning section can no longer begin. */
  #reasoned = false;
  /** No text was emitted yet, so an unmarked call may still begin. */
  #noTextYet: boolean;
  /** White space between the text and a call marker, and the marker; it is emitted as text when no call follows. */
  #before = '';
  /** A call began within reasoning, whose end marker may follow it. */
  #unclosed = false;

  constructor(options: OutputParserOptions, writer: PartWriter, sink: TextSink) {
    this.#options = options;
    this.#writer = writer;
    this.#sink = sink;
    this.#state = options.startsInReasoning ? 'reasoning' : 'text';
    this.#trimStart = options.startsInReasoning;
    this.#noTextYet = !options.continues;
  }

  get inReasoning(): boolean {
    return this.#state === 'reasoning';
  }

  get inText(): boolean {
    return this.#state === 'text';
  }

  get calls(): number {
    return this.#calls + (this.#call?.opened ?? 0);
  }

  /** From after the opening marker of a call to after its closing marker. */
  get inCall(): boolean {
    return this.#state === 'call' || this.#state === 'after-call';
  }

  /** A call marker was just written and nothing of its body yet. */
  get atCallStart(): boolean {
    return this.#state === 'call' && this.#isPendingBlank;
  }

  push(text: string): void {
    this.#buffered += text;
    while (!this.#sink.stopped && this.#advance());
  }

  finish(truncated: boolean): void {
    switch (this.#state) {
      case 'reasoning':
        this.#writer.reasoning(this.#trimmed(this.#buffered).trimEnd());
        break;
      case 'call':
        if (this.#call !== undefined && this.#call.opened > 0) this.#call.finish(truncated);
        else if (!truncated) this.#noCall(this.#pendingText);
        break;
      case 'text':
        this.#text(this.#trimmed(this.#buffered));
        break;
      case 'after-call':
        break;
    }
    this.#buffered = '';
    this.#sink.flush();
    this.#writer.close();
  }

  #text(text: string): void {
    if (text === '') return;
    this.#reasoned = true;
    this.#noTextYet = false;
    this.#sink.push(text);
  }

  /** Performs one step over the buffered text; returns whether another one may follow. */
  #advance(): boolean {
    switch (this.#state) {
      case 'reasoning':
        return this.#reason();
      case 'text':
        return this.#parseText();
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
    const found = firstMarker(this.#buffered, markers);
    if (found === undefined) {
      this.#release(markers, (text) => this.#writer.reasoning(text));
      return false;
    }
    const reasoningText = this.#trimmed(this.#buffered.slice(0, found.at));
    this.#writer.reasoning(reasoningText.trimEnd());
    this.#buffered = this.#buffered.slice(found.at + found.marker.length);
    if (found.marker === call.open) {
      this.#unclosed = true;
      this.#startCall(reasoningText, call.open);
      return true;
    }
    this.#writer.close();
    this.#state = 'text';
    this.#trimStart = true;
    this.#reasoned = true;
    return true;
  }

  #parseText(): boolean {
    const bare = this.#bareCall();
    if (bare !== 'no') return bare === 'is';
    const { family, tools } = this.#options;
    const hasSections = family.sections !== undefined;
    const markers = [
      ...(tools ? [family.call.open] : []),
      ...(this.#reasoned && !hasSections ? [] : [family.reasoning.open]),
      ...(this.#unclosed || (this.#noTextYet && family.reasoning.allowsCloseOnly === true)
        ? [family.reasoning.close]
        : []),
      ...hiddenSpecialTokens(family),
    ];
    const found = firstMarker(this.#buffered, markers);
    if (found === undefined) {
      this.#release(markers, (text) => this.#text(text));
      return false;
    }
    const before = this.#buffered.slice(0, found.at);
    if (
      found.marker === family.reasoning.close &&
      family.reasoning.allowsCloseOnly === true &&
      !this.#unclosed &&
      before.trim() !== ''
    ) {
      this.#noTextYet = false;
      return true;
    }
    if (found.marker === family.reasoning.open && !hasSections && before.trim() !== '') {
      this.#reasoned = true;
      return true;
    }
    const text = this.#trimmed(before);
    this.#text(text.trimEnd());
    this.#buffered = this.#buffered.slice(found.at + found.marker.length);
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

  /** Opens the call at the start of the buffered text, if there is one. */
  #bareCall(): CallStart {
    const { family, tools, bareCalls } = this.#options;
    if (!tools || !this.#noTextYet || family.call.bare !== true) return 'no';
    // Llama has this between two calls.
    const between = this.#calls === 0 ? '' : (/^\s*;/.exec(this.#buffered)?.[0] ?? '');
    const rest = this.#buffered.slice(between.length);
    const callStart = detectCallStart(rest, bareCalls);
    if (callStart === 'is') {
      this.#buffered = rest;
      this.#startCall(between, '');
    }
    return callStart;
  }

  /** `before`: the text that precedes the marker. */
  #startCall(before: string, marker: string): void {
    this.#before = before.slice(before.trimEnd().length) + marker;
    this.#trimStart = true;
    this.#reasoned = true;
    this.#sink.flush();
    this.#state = 'call';
    this.#pendingText = '';
    this.#isPendingBlank = true;
    this.#call = callReader(this.#options.family.call, this.#options, this.#writer);
  }

  /** The text after the marker is no call and belongs to the interrupted section. */
  #noCall(rest: string): void {
    const text = this.#before + rest;
    if (this.#unclosed && this.#calls === 0) this.#writer.reasoning(text);
    else this.#text(text);
  }

  #readCall(): boolean {
    const call = this.#call;
    if (call === undefined) return false;
    if (call.opened === 0) this.#pendingText += this.#buffered;
    this.#isPendingBlank &&= this.#buffered.trim() === '';
    this.#buffered = call.push(this.#buffered);
    if (call.state === 'reading') return false;
    call.finish(false);
    this.#calls += call.opened;
    this.#call = undefined;
    if (call.state === 'ended' || call.opened > 0) {
      this.#state = 'after-call';
      return true;
    }
    this.#buffered = this.#pendingText;
    this.#noCall('');
    this.#noTextYet = false;
    this.#trimStart = false;
    this.#state = this.#unclosed && this.#calls === 0 ? 'reasoning' : 'text';
    return true;
  }

  #endCall(): boolean {
    const { close } = this.#options.family.call;
    const rest = this.#buffered.trimStart();
    if (close !== undefined && rest.length < close.length && close.startsWith(rest)) return false;
    this.#buffered = close !== undefined && rest.startsWith(close) ? rest.slice(close.length) : rest;
    this.#state = 'text';
    this.#trimStart = true;
    return true;
  }

  /**
   * Emits the buffered text except for a possible marker prefix, and white space that may precede a marker where
   * there are any.
   */
  #release(markers: readonly string[], emit: (text: string) => void): void {
    const partial = partialSuffix(this.#buffered, markers);
    const complete = this.#buffered.slice(0, this.#buffered.length - partial);
    const confirmed = markers.length === 0 ? complete : complete.trimEnd();
    const text = this.#trimmed(confirmed);
    if (text === '') return;
    this.#buffered = this.#buffered.slice(confirmed.length);
    emit(text);
  }

  #trimmed(text: string): string {
    if (!this.#trimStart) return text;
    const rest = text.trimStart();
    if (rest !== '') this.#trimStart = false;
    return rest;
  }
}
