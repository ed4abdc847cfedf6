import type { JsonObject, JsonValue } from '@org/engine/model/json';
import type { ReasoningPart } from '@org/engine/model/part';
import { responseReasoningItemParamSchema } from '@org/protocol/responses';
import { brokenAnswer } from '../../shared/upstream/broken-answer.js';
import { membersOutside, textOf } from '../../shared/json-of.js';
import { decodeReasoning, type ReasoningVoice } from '../decode-reasoning.js';
import { bagOf, toExtensions } from '../extensions.js';
import { emitWhole, opening, partsOf, type ItemContext, type ItemReader } from './item-reader.js';

const gap = '\n\n';

/** Reasoning: grows as its summary, paragraph by paragraph, or as the model's own wording. */
export class ReasoningItemReader implements ItemReader {
  readonly #context: ItemContext;
  readonly #item: JsonObject;
  /** Which of the item's texts is the part's: the one that comes first, because it has been shown. */
  #voice: ReasoningVoice | undefined;
  /** Index of the paragraph that grows. */
  #paragraph = 0;
  #grown = '';

  constructor(item: JsonObject, context: ItemContext) {
    this.#context = context;
    this.#item = item;
  }

  take(event: JsonObject): void {
    switch (event['type']) {
      case 'response.reasoning_summary_text.delta':
        return this.#grow('summary', event['summary_index'], textOf(event['delta']));
      case 'response.reasoning_text.delta':
        return this.#grow('raw', event['content_index'], textOf(event['delta']));
      default:
        return undefined;
    }
  }

  finish(item: JsonObject): void {
    if (this.#voice === undefined) return emitWhole(partsOf(item).map((part) => (part.type === 'reasoning' ? this.#sealed(part, item) : part)), this.#context.parts);
    const told = this.#voice === 'raw' && !Array.isArray(item['content']) ? { ...item, content: [{ type: 'reasoning_text', text: this.#grown }] } : item;
    const part = this.#sealed(reasoningOf(told, this.#voice), item);
    if (part.text !== this.#grown) throw brokenAnswer('reasoning that ends as another text than it grew to');
    this.#context.parts.close(part);
  }

  #grow(voice: ReasoningVoice, index: JsonValue | undefined, text: string): void {
    if (this.#voice === undefined) this.#begin(voice);
    if (this.#voice !== voice) return;
    for (const paragraph = typeof index === 'number' ? index : 0; this.#paragraph < paragraph; this.#paragraph += 1) this.#emit(gap, true);
    this.#emit(text, false);
  }

  #begin(voice: ReasoningVoice): void {
    this.#voice = voice;
    const { item = {} } = bagOf(reasoningOf({ ...opening(this.#item), summary: [] }, voice).extensions);
    this.#context.parts.open({ type: 'reasoning', text: '', extensions: toExtensions({ item: membersOutside(item, texts) }) });
  }

  #emit(text: string, divides: boolean): void {
    this.#grown += text;
    this.#context.parts.grow({ type: 'reasoning', text, ...(this.#voice === 'raw' && { raw: true }), ...(divides && { divides: true }) });
  }

  #sealed(part: ReasoningPart, { encrypted_content: data }: JsonObject): ReasoningPart {
    const { seal: _, ...bare } = part;
    return typeof data === 'string' && data !== '' ? { ...bare, seal: { issuer: this.#context.issuer, form: 'encrypted', data } } : bare;
  }
}

const texts = new Set(['summary', 'content']);

function reasoningOf(item: JsonObject, voice: ReasoningVoice): ReasoningPart {
  const parsed = responseReasoningItemParamSchema.safeParse({ summary: [], ...item });
  if (!parsed.success) throw brokenAnswer('reasoning that cannot be read');
  return decodeReasoning(parsed.data, () => undefined, voice);
}
