import { isObject, type JsonObject, type JsonValue, type TextPart, type TokenLogprob } from '@org/engine';
import { logprobSchema } from '@org/protocol/responses';
import { brokenAnswer } from '../../shared/upstream/broken-answer.js';
import { membersBeyond, textOf } from '../../shared/json-of.js';
import { toExtensions } from '../extensions.js';
import { decodeLogprobs } from '../logprobs.js';
import { withCitedPages } from './cited-pages.js';
import { emitWhole, growTo, opening, partsOf, type ItemContext, type ItemReader } from './item-reader.js';

/** More content than any message has: how much there will be is not known at the beginning. */
const anyCount = 1_000_000;
const messageMembers = new Set(['type', 'role', 'content']);

/** The content that grows. */
interface ShownText {
  readonly kind: 'output_text' | 'refusal';
  grown: string;
}

/**
 * A message: its first content grows while it comes; what follows, which is rare, comes with the end. Some servers count
 * the places of contents in their own way, so the first one is whatever is not announced as another.
 */
export class MessageItemReader implements ItemReader {
  readonly #context: ItemContext;
  readonly #item: JsonObject;
  #shown: ShownText | undefined;
  #begun = false;
  /** Indices of the contents that were announced after the first. */
  #later: Set<JsonValue | undefined> | undefined;

  constructor(item: JsonObject, context: ItemContext) {
    this.#context = context;
    this.#item = item;
  }

  take(event: JsonObject): void {
    switch (event['type']) {
      case 'response.content_part.added':
        return this.#announce(event['content_index']);
      case 'response.output_text.delta':
        return this.#grow(event, 'output_text', logprobsOf(event));
      case 'response.refusal.delta':
        return this.#grow(event, 'refusal', []);
      default:
        return undefined;
    }
  }

  finish(item: JsonObject): void {
    if (item['type'] !== 'message') throw brokenAnswer('an item that ends as another kind than it began');
    const shown = this.#shown;
    if (this.#isOver(item)) return;
    const parts = partsOf(shown === undefined ? item : shownFirst(item, shown.kind));
    // A client of this dialect gets the annotations as they are.
    const [first, ...others] = this.#context.own ? parts : parts.map(withCitedPages);
    if (first === undefined) return;
    if (shown === undefined) return emitWhole([first, ...others], this.#context.parts);
    this.#context.parts.close(growTo(first, shown.grown, this.#context.parts));
    emitWhole(others, this.#context.parts);
  }

  /** `transformers serve` tells its message once more behind its calls. */
  #isOver(item: JsonObject): boolean {
    const { id } = item;
    if (typeof id !== 'string') return false;
    const { said } = this.#context;
    const text = textIn(item);
    if (this.#shown === undefined && text !== '' && said.get(id) === text) return true;
    said.set(id, text);
    return false;
  }

  #announce(index: JsonValue | undefined): void {
    if (this.#begun) (this.#later ??= new Set()).add(index);
    this.#begun = true;
  }

  #grow(event: JsonObject, kind: ShownText['kind'], logprobs: readonly TokenLogprob[]): void {
    if (this.#later?.has(event['content_index']) === true) return;
    this.#begun = true;
    const shown = (this.#shown ??= this.#open(kind));
    if (shown.kind !== kind) return;
    const text = textOf(event['delta']);
    shown.grown += text;
    this.#context.parts.grow({ type: 'text', text, ...(logprobs.length > 0 && { logprobs }) });
  }

  #open(kind: ShownText['kind']): ShownText {
    const bag = { item: membersBeyond(opening(this.#item), messageMembers), parts: anyCount };
    const part: TextPart = {
      type: 'text',
      text: '',
      ...(kind === 'refusal' && { refusal: true }),
      extensions: toExtensions(bag),
    };
    this.#context.parts.open(part);
    return { kind, grown: '' };
  }
}

/** The message with the content first that was shown; an empty one where the end does not tell it. */
function shownFirst(item: JsonObject, kind: ShownText['kind']): JsonObject {
  const { content } = item;
  if (typeof content === 'string' && kind === 'output_text') return item;
  const told: readonly JsonValue[] = Array.isArray(content) ? content : [];
  const place = told.findIndex((entry) => isObject(entry) && entry['type'] === kind);
  if (place === 0) return item;
  const empty: JsonObject =
    kind === 'refusal' ? { type: kind, refusal: '' } : { type: kind, text: '', annotations: [] };
  return { ...item, content: [told[place] ?? empty, ...told.filter((_, index) => index !== place)] };
}

function textIn({ content }: JsonObject): string {
  const told: readonly JsonValue[] = Array.isArray(content) ? content : [];
  return told.map((entry) => (isObject(entry) ? textOf(entry['text']) : '')).join('');
}

function logprobsOf({ logprobs }: JsonObject): readonly TokenLogprob[] {
  if (!Array.isArray(logprobs) || logprobs.length === 0) return [];
  const parsed = logprobSchema.array().safeParse(logprobs);
  return parsed.success ? decodeLogprobs(parsed.data) : [];
}
