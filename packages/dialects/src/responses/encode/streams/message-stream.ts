import type { Part, PartDelta, TextPart } from '@org/engine';
import type { ResponseOutputContent } from '@org/protocol/responses';
import { verbatim } from '../../../shared/json-of.js';
import { encodeContentList } from '../encode-content.js';
import { encodeOutputText } from '../encode-output-item.js';
import { encodeLogprobs } from '../../logprobs.js';
import { eventPosition, type ItemPosition, type ItemStream } from './item-stream.js';
import type { SentEvent } from '../sent-event.js';

/** Streams a message: each text is a content part that opens empty, grows, and closes complete. */
export class MessageStream implements ItemStream {
  readonly #position: ItemPosition;
  #contentIndex = -1;
  #refusal = false;

  constructor(position: ItemPosition) {
    this.#position = position;
  }

  start(part: Part): SentEvent[] {
    this.#contentIndex += 1;
    this.#refusal = part.type === 'text' && part.refusal === true;
    if (part.type !== 'text') return [];
    const opening: ResponseOutputContent = this.#refusal
      ? { type: 'refusal', refusal: '' }
      : { type: 'output_text', text: '', annotations: [], logprobs: [] };
    return [{ type: 'response.content_part.added', ...this.#eventPosition(), part: opening }];
  }

  delta(delta: PartDelta): SentEvent[] {
    if (this.#refusal) return [{ type: 'response.refusal.delta', ...this.#eventPosition(), delta: delta.text }];
    const logprobs = delta.type === 'text' && delta.logprobs !== undefined ? encodeLogprobs(delta.logprobs) : [];
    return [{ type: 'response.output_text.delta', ...this.#eventPosition(), delta: delta.text, logprobs }];
  }

  end(part: Part): SentEvent[] {
    if (part.type !== 'text') return this.#emitComplete(part);
    const content = encodeOutputText(part);
    return [
      ...this.#done(part, content),
      { type: 'response.content_part.done', ...this.#eventPosition(), part: content },
    ];
  }

  #done(part: TextPart, content: ResponseOutputContent): SentEvent[] {
    if (content.type !== 'output_text')
      return [{ type: 'response.refusal.done', ...this.#eventPosition(), refusal: part.text }];
    return [
      ...content.annotations.map((annotation, index): SentEvent => ({
        type: 'response.output_text.annotation.added',
        ...this.#eventPosition(),
        annotation_index: index,
        annotation,
      })),
      {
        type: 'response.output_text.done',
        ...this.#eventPosition(),
        text: part.text,
        logprobs: encodeLogprobs(part.logprobs ?? []),
      },
    ];
  }

  /** Content that does not grow. */
  #emitComplete(part: Part): SentEvent[] {
    return encodeContentList([part], 'output_text').flatMap((content): SentEvent[] => [
      { type: 'response.content_part.added', ...this.#eventPosition(), part: verbatim(content) },
      { type: 'response.content_part.done', ...this.#eventPosition(), part: verbatim(content) },
    ]);
  }

  #eventPosition() {
    return { ...eventPosition(this.#position), content_index: this.#contentIndex };
  }
}
