import type { PartDelta } from '@org/engine/model/generation-event';
import type { Part } from '@org/engine/model/part';
import type { ReasoningText, SummaryText } from '@org/protocol/responses';
import { bagOf } from '../extensions.js';
import { reasoningTexts } from '../reasoning-texts.js';
import { placed, type ItemPlace, type ItemStream } from './item-stream.js';
import type { SentEvent } from '../sent-event.js';

/**
 * Reasoning: its text grows as one summary part, and as one raw part beside it where the installation wants that. An
 * item that came over the wire with a summary of its own is sent when it is whole, because its text is another.
 */
export class ReasoningStream implements ItemStream {
  readonly #place: ItemPlace;
  readonly #raw: boolean;
  #ready = false;
  #open = false;

  constructor(place: ItemPlace, raw: boolean) {
    this.#place = place;
    this.#raw = raw;
  }

  start(part: Part): SentEvent[] {
    const { item } = bagOf(part.extensions);
    this.#ready = item?.['summary'] === undefined && item?.['content'] === undefined;
    return [];
  }

  delta(delta: PartDelta): SentEvent[] {
    if (!this.#ready) return [];
    const first = !this.#open;
    this.#open = true;
    return [
      ...(first ? this.#begin() : []),
      this.#summaryDelta(0, delta.text),
      ...(this.#raw ? [this.#contentDelta(0, delta.text)] : []),
    ];
  }

  end(part: Part): SentEvent[] {
    if (part.type !== 'reasoning') return [];
    const { summary, content } = reasoningTexts(part, this.#raw);
    return [
      ...summary.flatMap((text, index) => [
        ...(this.#open ? [] : [this.#summaryAdded(index), this.#summaryDelta(index, text.text)]),
        ...this.#summaryDone(index, text),
      ]),
      ...content.flatMap((text, index) => [
        ...(this.#open ? [] : [this.#contentAdded(index), this.#contentDelta(index, text.text)]),
        ...this.#contentDone(index, text),
      ]),
    ];
  }

  #begin(): SentEvent[] {
    return this.#raw ? [this.#summaryAdded(0), this.#contentAdded(0)] : [this.#summaryAdded(0)];
  }

  #summaryAdded(index: number): SentEvent {
    const part = { type: 'summary_text' as const, text: '' };
    return { type: 'response.reasoning_summary_part.added', ...placed(this.#place), summary_index: index, part };
  }

  #summaryDelta(index: number, delta: string): SentEvent {
    return { type: 'response.reasoning_summary_text.delta', ...placed(this.#place), summary_index: index, delta };
  }

  #summaryDone(index: number, part: SummaryText): SentEvent[] {
    return [
      { type: 'response.reasoning_summary_text.done', ...placed(this.#place), summary_index: index, text: part.text },
      { type: 'response.reasoning_summary_part.done', ...placed(this.#place), summary_index: index, part },
    ];
  }

  #contentAdded(index: number): SentEvent {
    const part = { type: 'reasoning_text' as const, text: '' };
    return { type: 'response.content_part.added', ...placed(this.#place), content_index: index, part };
  }

  #contentDelta(index: number, delta: string): SentEvent {
    return { type: 'response.reasoning_text.delta', ...placed(this.#place), content_index: index, delta };
  }

  #contentDone(index: number, part: ReasoningText): SentEvent[] {
    return [
      { type: 'response.reasoning_text.done', ...placed(this.#place), content_index: index, text: part.text },
      { type: 'response.content_part.done', ...placed(this.#place), content_index: index, part },
    ];
  }
}
