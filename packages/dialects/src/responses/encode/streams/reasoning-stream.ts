import type { Part, PartDelta } from '@org/engine';
import type { ReasoningText, SummaryText } from '@org/protocol/responses';
import { passthroughFieldsOf, withItem } from '../../extensions.js';
import { rawTexts, reasoningTexts, summaryTexts } from '../reasoning-texts.js';
import { eventPosition, type ItemPosition, type ItemStream } from './item-stream.js';
import type { SentEvent } from '../sent-event.js';

/** A partially streamed list of texts: `done` are complete, and `grown` of the next one was streamed when it is open. */
interface StreamedTexts {
  readonly done: string[];
  open: boolean;
  grown: string;
}

/**
 * Streams reasoning. Its text grows as a summary, one part per paragraph where the upstream separates them, and also
 * as one raw part where the installation wants that. Text that an upstream marks as the model's own wording grows as
 * raw text only. An item that arrived over the API with its own summary is sent once complete, because its text
 * differs.
 */
export class ReasoningStream implements ItemStream {
  readonly #position: ItemPosition;
  readonly #raw: boolean;
  #ready = false;
  readonly #summary: StreamedTexts = { done: [], open: false, grown: '' };
  readonly #content: StreamedTexts = { done: [], open: false, grown: '' };

  constructor(position: ItemPosition, raw: boolean) {
    this.#position = position;
    this.#raw = raw;
  }

  start(part: Part): SentEvent[] {
    const { item } = passthroughFieldsOf(part.extensions);
    this.#ready = item?.['summary'] === undefined && item?.['content'] === undefined;
    return [];
  }

  delta(delta: PartDelta): SentEvent[] {
    if (!this.#ready || delta.type !== 'reasoning') return [];
    const { text, raw = false, divides = false } = delta;
    if (raw)
      return divides
        ? [...this.#openContent(), ...this.#closeContent()]
        : [...this.#openContent(), ...this.#appendContent(text)];
    const opened = [...this.#openSummary(), ...(this.#raw ? this.#openContent() : [])];
    const summary = divides ? this.#closeSummary() : this.#appendSummary(text);
    return [...opened, ...summary, ...(this.#raw ? this.#appendContent(text) : [])];
  }

  end(part: Part): SentEvent[] {
    if (part.type !== 'reasoning') return [];
    const { summary, content } = reasoningTexts(part, this.#raw);
    return [
      ...summaryTexts(summary)
        .slice(this.#summary.done.length)
        .flatMap((text) => [
          ...(this.#summary.open ? [] : [...this.#openSummary(), ...this.#appendSummary(text.text)]),
          ...this.#closeSummary(text),
        ]),
      ...rawTexts(content)
        .slice(this.#content.done.length)
        .flatMap((text) => [
          ...(this.#content.open ? [] : [...this.#openContent(), ...this.#appendContent(text.text)]),
          ...this.#closeContent(text),
        ]),
    ];
  }

  /** Paragraphs and raw text that were streamed separately stay separate. */
  truncate(part: Part): Part {
    if (!this.#ready || part.type !== 'reasoning') return part;
    const summary = streamedTexts(this.#summary).map((text) => ({ type: 'summary_text', text }));
    const content = streamedTexts(this.#content).map((text) => ({ type: 'reasoning_text', text }));
    if (summary.length < 2 && content.length === 0) return part;
    return withItem(part, {
      item: { ...passthroughFieldsOf(part.extensions).item, summary, ...(content.length > 0 && { content }) },
    });
  }

  #openSummary(): SentEvent[] {
    if (!open(this.#summary)) return [];
    const part = { type: 'summary_text' as const, text: '' };
    return [
      {
        type: 'response.reasoning_summary_part.added',
        ...eventPosition(this.#position),
        summary_index: this.#summary.done.length,
        part,
      },
    ];
  }

  #appendSummary(delta: string): SentEvent[] {
    if (delta === '') return [];
    this.#summary.grown += delta;
    return [
      {
        type: 'response.reasoning_summary_text.delta',
        ...eventPosition(this.#position),
        summary_index: this.#summary.done.length,
        delta,
      },
    ];
  }

  #closeSummary(part: SummaryText = { type: 'summary_text', text: this.#summary.grown }): SentEvent[] {
    const index = close(this.#summary);
    return [
      {
        type: 'response.reasoning_summary_text.done',
        ...eventPosition(this.#position),
        summary_index: index,
        text: part.text,
      },
      { type: 'response.reasoning_summary_part.done', ...eventPosition(this.#position), summary_index: index, part },
    ];
  }

  #openContent(): SentEvent[] {
    if (!open(this.#content)) return [];
    const part = { type: 'reasoning_text' as const, text: '' };
    return [
      {
        type: 'response.content_part.added',
        ...eventPosition(this.#position),
        content_index: this.#content.done.length,
        part,
      },
    ];
  }

  #appendContent(delta: string): SentEvent[] {
    if (delta === '') return [];
    this.#content.grown += delta;
    return [
      {
        type: 'response.reasoning_text.delta',
        ...eventPosition(this.#position),
        content_index: this.#content.done.length,
        delta,
      },
    ];
  }

  #closeContent(part: ReasoningText = { type: 'reasoning_text', text: this.#content.grown }): SentEvent[] {
    const index = close(this.#content);
    return [
      { type: 'response.reasoning_text.done', ...eventPosition(this.#position), content_index: index, text: part.text },
      { type: 'response.content_part.done', ...eventPosition(this.#position), content_index: index, part },
    ];
  }
}

/** False when the next text is open already. */
function open(streamed: StreamedTexts): boolean {
  if (streamed.open) return false;
  streamed.open = true;
  streamed.grown = '';
  return true;
}

/** Index of the text that ends. */
function close(streamed: StreamedTexts): number {
  streamed.open = false;
  return streamed.done.push(streamed.grown) - 1;
}

function streamedTexts({ done, open: isOpen, grown }: StreamedTexts): readonly string[] {
  return isOpen ? [...done, grown] : done;
}
