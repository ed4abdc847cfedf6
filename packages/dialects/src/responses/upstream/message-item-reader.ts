import { isObject, type JsonObject, type JsonValue, type TextPart, type TokenLogprob, textOf } from '@org/engine';
import { logprobSchema } from '@org/protocol/responses';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import { membersBeyond } from '../../shared/json-of.js';
import { toExtensions } from '../extensions.js';
import { decodeLogprobs } from '../logprobs.js';
import { withCitedPages } from './with-cited-pages.js';
import {
  emitCompleteParts,
  emitRemaining,
  opening,
  partsOf,
  type ItemContext,
  type ItemReader,
} from './item-reader.js';

/** Larger than any message's content count, which is unknown at the start. */
const anyCount = 1_000_000;
const messageMembers = new Set(['type', 'role', 'content']);

/** The content that grows. */
interface StreamedText {
  readonly kind: 'output_text' | 'refusal';
  grown: string;
}

/**
 * Reads a message: streams its first content as it arrives; later content, which is rare, follows at the end. Some
 * servers count content indexes in their own way, so content that is not announced as another is the first.
 */
export class MessageItemReader implements ItemReader {
  readonly #context: ItemContext;
  readonly #item: JsonObject;
  #streamed: StreamedText | undefined;
  #started = false;
  /** Index of the first content, as the upstream counts. */
  #first: JsonValue | undefined;
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
    if (item['type'] !== 'message')
      throw malformedResponse('an item whose done event has another type than its added event');
    const streamed = this.#streamed;
    const { messageTexts, upstreamId = '', parts: sink } = this.#context;
    const earlier = messageTexts.get(upstreamId) ?? '';
    if (this.#isOver(item)) return;
    const parts = partsOf(streamed === undefined ? item : moveStreamedContentFirst(item, streamed.kind));
    // A client of this dialect gets the annotations unchanged.
    const [first, ...others] = this.#context.sameDialect ? parts : parts.map(withCitedPages);
    if (first === undefined) return;
    if (streamed === undefined) return emitCompleteParts([first, ...others], sink);
    // It also repeats the text of the message before the new text.
    const reconcile = (reported: string, grown: string): string =>
      reported.startsWith(earlier + grown) ? reported.slice(earlier.length) : this.#context.reconcile(reported, grown);
    sink.close(emitRemaining(first, streamed.grown, sink, reconcile));
    emitCompleteParts(others, sink);
  }

  /** `transformers serve` repeats its message after its calls. */
  #isOver(item: JsonObject): boolean {
    const { messageTexts, upstreamId: id } = this.#context;
    if (id === undefined) return false;
    const text = textIn(item);
    if (this.#streamed === undefined && text !== '' && messageTexts.get(id) === text) return true;
    messageTexts.set(id, text);
    return false;
  }

  #announce(index: JsonValue | undefined): void {
    if (!this.#started) this.#first = index;
    else if (index !== this.#first) (this.#later ??= new Set()).add(index);
    this.#started = true;
  }

  #grow(event: JsonObject, kind: StreamedText['kind'], logprobs: readonly TokenLogprob[]): void {
    if (this.#later?.has(event['content_index']) === true) return;
    if (!this.#started) this.#first = event['content_index'];
    this.#started = true;
    const streamed = (this.#streamed ??= this.#open(kind));
    if (streamed.kind !== kind) return;
    const text = textOf(event['delta']);
    streamed.grown += text;
    this.#context.parts.append({ type: 'text', text, ...(logprobs.length > 0 && { logprobs }) });
  }

  #open(kind: StreamedText['kind']): StreamedText {
    const passthroughFields = { item: membersBeyond(opening(this.#item), messageMembers), parts: anyCount };
    const part: TextPart = {
      type: 'text',
      text: '',
      ...(kind === 'refusal' && { refusal: true }),
      extensions: toExtensions(passthroughFields),
    };
    this.#context.parts.open(part);
    return { kind, grown: '' };
  }
}

/** The message with the streamed content first; an empty one where the final item lacks it. */
function moveStreamedContentFirst(item: JsonObject, kind: StreamedText['kind']): JsonObject {
  const { content } = item;
  if (typeof content === 'string' && kind === 'output_text') return item;
  const entries: readonly JsonValue[] = Array.isArray(content) ? content : [];
  const entryIndex = entries.findIndex((entry) => isObject(entry) && entry['type'] === kind);
  if (entryIndex === 0) return item;
  const empty: JsonObject =
    kind === 'refusal' ? { type: kind, refusal: '' } : { type: kind, text: '', annotations: [] };
  return { ...item, content: [entries[entryIndex] ?? empty, ...entries.filter((_, index) => index !== entryIndex)] };
}

function textIn({ content }: JsonObject): string {
  const entries: readonly JsonValue[] = Array.isArray(content) ? content : [];
  return entries.map((entry) => (isObject(entry) ? textOf(entry['text']) : '')).join('');
}

function logprobsOf({ logprobs }: JsonObject): readonly TokenLogprob[] {
  if (!Array.isArray(logprobs) || logprobs.length === 0) return [];
  const parsed = logprobSchema.array().safeParse(logprobs);
  return parsed.success ? decodeLogprobs(parsed.data) : [];
}
