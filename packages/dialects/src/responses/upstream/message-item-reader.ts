import type { JsonObject } from '@org/engine/model/json';
import type { TextPart, TokenLogprob } from '@org/engine/model/part';
import { logprobSchema } from '@org/protocol/responses';
import { membersBeyond, textOf } from '../../shared/json-of.js';
import { toExtensions } from '../extensions.js';
import { decodeLogprobs } from '../logprobs.js';
import { emitWhole, growTo, opening, partsOf, type ItemContext, type ItemReader } from './item-reader.js';

/** More content than any message has: how much there will be is not known at the beginning. */
const anyCount = 1_000_000;
const messageMembers = new Set(['type', 'role', 'content']);

/** A message: its first content grows while it comes; what follows, which is rare, comes with the end. */
export class MessageItemReader implements ItemReader {
  readonly #context: ItemContext;
  readonly #item: JsonObject;
  #open = false;
  #grown = '';

  constructor(item: JsonObject, context: ItemContext) {
    this.#context = context;
    this.#item = item;
  }

  take(event: JsonObject): void {
    if ((event['content_index'] ?? 0) !== 0) return;
    switch (event['type']) {
      case 'response.output_text.delta':
        return this.#grow(textOf(event['delta']), false, logprobsOf(event));
      case 'response.refusal.delta':
        return this.#grow(textOf(event['delta']), true, []);
      default:
        return undefined;
    }
  }

  finish(item: JsonObject): void {
    const parts = partsOf(item);
    const [first, ...others] = parts;
    if (!this.#open || first === undefined) return emitWhole(parts, this.#context.parts);
    growTo(first, this.#grown, this.#context.parts);
    this.#context.parts.close(first);
    emitWhole(others, this.#context.parts);
  }

  #grow(text: string, refusal: boolean, logprobs: readonly TokenLogprob[]): void {
    if (!this.#open) {
      this.#open = true;
      const bag = { item: membersBeyond(opening(this.#item), messageMembers), parts: anyCount };
      const part: TextPart = { type: 'text', text: '', ...(refusal && { refusal: true }), extensions: toExtensions(bag) };
      this.#context.parts.open(part);
    }
    this.#grown += text;
    this.#context.parts.grow({ type: 'text', text, ...(logprobs.length > 0 && { logprobs }) });
  }
}

function logprobsOf({ logprobs }: JsonObject): readonly TokenLogprob[] {
  if (!Array.isArray(logprobs) || logprobs.length === 0) return [];
  const parsed = logprobSchema.array().safeParse(logprobs);
  return parsed.success ? decodeLogprobs(parsed.data) : [];
}
