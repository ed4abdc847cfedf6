import type { Part, TokenLogprob } from '@org/engine';
import type { PartWriter } from './part-writer.js';
import type { ToolCallAssembler } from './tool-call-assembler.js';

export type TextKind = 'text' | 'refusal' | 'reasoning';

/** No scores of tokens. */
export const none: readonly TokenLogprob[] = [];

/**
 * Writes the content of a response other than its calls. White space waits for visible text, and text that arrives
 * during an unfinished call waits for all calls.
 */
export class TextWriter {
  /** Leading white space of a text, until visible text follows. */
  #blank = '';
  /** Leading white space of reasoning: models with disabled reasoning emit only that. */
  #blankReasoning = '';
  /** What came while a call was unfinished, in order. */
  readonly #deferred: (() => void)[] = [];

  constructor(
    private readonly parts: PartWriter,
    private readonly calls: ToolCallAssembler,
  ) {}

  write(kind: TextKind, text: string, logprobs: readonly TokenLogprob[]): void {
    if (text === '') return;
    if (this.calls.flushCompleted()) this.#writeNow(kind, text, logprobs);
    else this.#deferred.push(() => this.#writeNow(kind, text, none));
  }

  /** Writes a complete part. */
  add(part: Part): void {
    if (this.calls.flushCompleted()) this.parts.add(part);
    else this.#deferred.push(() => this.parts.add(part));
  }

  /** What follows is no text. */
  interrupt(): void {
    this.#blank = '';
  }

  /** Writes what waited for the calls. */
  release(): void {
    for (const write of this.#deferred) write();
  }

  /** Ends the text: a response of only white space consists of that. */
  finish(): void {
    if (this.parts.count === 0 && this.#blank !== '') this.parts.text(this.#blank, false, none);
  }

  /** Engines emit line breaks before and between calls; text of only those is not part of a response. */
  #writeNow(kind: TextKind, text: string, logprobs: readonly TokenLogprob[]): void {
    if (kind === 'reasoning') this.#writeReasoning(text);
    else this.#writeText(text, kind === 'refusal', logprobs);
  }

  #writeReasoning(text: string): void {
    this.#blank = '';
    if (this.parts.isOpen('reasoning')) {
      this.parts.reasoning(text);
    } else if (text.trim() === '') {
      this.#blankReasoning += text;
    } else {
      this.parts.reasoning(this.#blankReasoning + text);
      this.#blankReasoning = '';
    }
  }

  #writeText(text: string, refusal: boolean, logprobs: readonly TokenLogprob[]): void {
    this.#blankReasoning = '';
    if (!this.parts.isOpen('text', refusal) && logprobs.length === 0 && text.trim() === '') {
      this.#blank += text;
    } else {
      this.parts.text(this.#blank + text, refusal, logprobs);
      this.#blank = '';
    }
  }
}
