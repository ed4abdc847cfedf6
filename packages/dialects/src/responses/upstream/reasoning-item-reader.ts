import { type JsonObject, type JsonValue, type ReasoningPart, textOf } from '@org/engine';
import { responseReasoningItemParamSchema } from '@org/protocol/responses';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import { membersOutside } from '../../shared/json-of.js';
import { decodeReasoning, gap, type ReasoningVoice } from '../decode/decode-reasoning.js';
import { passthroughFieldsOf, toExtensions } from '../extensions.js';
import { emitCompleteParts, opening, type ItemContext, type ItemReader } from './item-reader.js';
import { reconcileParagraphs } from './reconcile-paragraphs.js';

/** Reads reasoning, which grows as a summary, paragraph by paragraph, or as the model's own wording. */
export class ReasoningItemReader implements ItemReader {
  readonly #context: ItemContext;
  readonly #item: JsonObject;
  /** Which of the item's texts becomes the part's text: the first to arrive, because it has been streamed. */
  #voice: ReasoningVoice | undefined;
  /** Indexes of announced paragraphs. Some servers count every delta, so only an announced index starts a paragraph. */
  readonly #announced: Readonly<Record<ReasoningVoice, Set<JsonValue | undefined>>> = {
    summary: new Set(),
    raw: new Set(),
  };
  /** Index of the paragraph that grows. */
  #paragraph: JsonValue | undefined;
  /** Streamed paragraphs, none of them empty; the last one grows. */
  readonly #streamed: string[] = [];

  constructor(item: JsonObject, context: ItemContext) {
    this.#context = context;
    this.#item = item;
  }

  take(event: JsonObject): void {
    switch (event['type']) {
      case 'response.reasoning_summary_part.added':
        this.#announced.summary.add(event['summary_index']);
        return undefined;
      case 'response.content_part.added':
        this.#announced.raw.add(event['content_index']);
        return undefined;
      case 'response.reasoning_summary_text.delta':
        return this.#grow('summary', event['summary_index'], textOf(event['delta']));
      case 'response.reasoning_text.delta':
        return this.#grow('raw', event['content_index'], textOf(event['delta']));
      default:
        return undefined;
    }
  }

  finish(item: JsonObject): void {
    if (this.#voice === undefined)
      return emitCompleteParts([this.#encrypted(reasoningOf(item), item)], this.#context.parts);
    const { settledItem, rest } = reconcileParagraphs(item, this.#voice, this.#streamed, this.#context.reconcile);
    rest.forEach((text, index) => {
      if (index > 0) this.#emit(gap, true);
      this.#emit(text, false);
    });
    this.#context.parts.close(this.#encrypted(reasoningOf(settledItem, this.#voice), item));
  }

  #grow(voice: ReasoningVoice, index: JsonValue | undefined, text: string): void {
    if (text === '') return;
    if (this.#voice === undefined) this.#start(voice, index);
    if (this.#voice !== voice) return;
    if (index !== this.#paragraph && this.#announced[voice].has(index)) this.#startParagraph(index);
    this.#streamed.push((this.#streamed.pop() ?? '') + text);
    this.#emit(text, false);
  }

  #start(voice: ReasoningVoice, index: JsonValue | undefined): void {
    this.#voice = voice;
    this.#paragraph = index;
    const { item = {} } = passthroughFieldsOf(reasoningOf({ ...opening(this.#item), summary: [] }, voice).extensions);
    this.#context.parts.open({
      type: 'reasoning',
      text: '',
      extensions: toExtensions({ item: membersOutside(item, texts) }),
    });
  }

  #startParagraph(index: JsonValue | undefined): void {
    this.#paragraph = index;
    this.#streamed.push('');
    this.#emit(gap, true);
  }

  #emit(text: string, divides: boolean): void {
    this.#context.parts.append({
      type: 'reasoning',
      text,
      ...(this.#voice === 'raw' && { raw: true }),
      ...(divides && { divides: true }),
    });
  }

  #encrypted(part: ReasoningPart, { encrypted_content: data }: JsonObject): ReasoningPart {
    const { signature: _, ...bare } = part;
    const { signer } = this.#context;
    if (typeof data === 'string' && data !== '') return { ...bare, signature: { signer, form: 'encrypted', data } };
    return bare.text === '' ? bare : { ...bare, author: signer };
  }
}

const texts = new Set(['summary', 'content']);

function reasoningOf(item: JsonObject, voice?: ReasoningVoice): ReasoningPart {
  const parsed = responseReasoningItemParamSchema.safeParse({ summary: [], ...item });
  if (!parsed.success) throw malformedResponse('an invalid reasoning item');
  return decodeReasoning(parsed.data, () => undefined, voice);
}
