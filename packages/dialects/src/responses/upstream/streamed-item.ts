import { type JsonObject, type JsonValue, textOf } from '@org/engine';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import { CallItemReader } from './call-item-reader.js';
import { ItemParts, type PartSink } from './item-parts.js';
import { CompleteItemReader, type ItemContext, type ItemReader } from './item-reader.js';
import { isBare, mergeItem } from './merge-item.js';
import { MessageItemReader } from './message-item-reader.js';
import { ReasoningItemReader } from './reasoning-item-reader.js';
import { ReportedTexts } from './reported-texts.js';

/** What the items of one response have in common. */
export interface ItemOptions extends Omit<ItemContext, 'parts' | 'upstreamId'> {
  readonly stream: PartSink;
  /** Whether no other item has the id. */
  readonly takeId: (id: string) => boolean;
}

/** One item of a streamed response, from its first event until all events have reported it. */
export class StreamedItem {
  readonly parts: ItemParts;
  /** Whether its parts are complete. */
  isFinished = false;
  readonly #options: ItemOptions;
  readonly #texts = new ReportedTexts();
  #reader: ItemReader | undefined;
  #isIdUnique = false;
  /** Events that arrived before the event that names the type of the item. */
  #early: JsonObject[] = [];
  #added: JsonObject | undefined;
  #done: JsonObject | undefined;

  /** `reportedIndex`: the `output_index` that the upstream gave it first. */
  constructor(
    readonly reportedIndex: JsonValue | undefined,
    options: ItemOptions,
  ) {
    this.#options = options;
    this.parts = new ItemParts(options.stream);
  }

  /** Whether an event has described the item, as its start or its end. */
  get isKnown(): boolean {
    return this.#added !== undefined || this.#done !== undefined;
  }

  get isDone(): boolean {
    return this.#done !== undefined;
  }

  /** Whether any delta of its text has arrived. */
  get hasDeltas(): boolean {
    return this.parts.hasText || this.#early.some(({ delta }) => textOf(delta) !== '');
  }

  /** The item as the upstream announced it. */
  get added(): JsonObject {
    return this.#added ?? {};
  }

  /** The id that the stream has reported, the last one first. */
  get id(): string {
    return textOf(this.#done?.['id']) || textOf(this.#added?.['id']) || textOf(this.#early[0]?.['item_id']);
  }

  /** The item as the stream has reported it so far. */
  get reported(): JsonObject {
    const [first] = this.#early;
    if (first !== undefined && !this.isKnown)
      return mergeItem([this.#texts.asItem(typeOfEvent(first)), { id: first['item_id'] ?? null }]);
    const type = this.#done?.['type'] ?? this.#added?.['type'];
    return mergeItem([this.#done, this.#texts.asItem(type), withoutStatus(this.#added)]);
  }

  /** Whether an item, reported at the position of this one, is another call. */
  isOther({ call_id: id }: JsonObject): boolean {
    const known = textOf(this.added['call_id']);
    return known !== '' && textOf(id) !== '' && known !== id;
  }

  start(item: JsonObject): void {
    this.#added ??= item;
    // A call without a name opens no part.
    if (this.#reader === undefined && !isNameless(item)) this.#open(item);
  }

  take(event: JsonObject): void {
    this.#texts.take(event);
    if (this.#reader === undefined) this.#early.push(event);
    else this.#reader.take(event);
  }

  end(item: JsonObject): void {
    this.#done ??= item;
  }

  /** Whether the stream has reported nothing of what the item consists of, which the complete response may have. */
  isBare(expectsSignature: boolean): boolean {
    return !this.parts.hasText && isBare(this.reported, expectsSignature);
  }

  /** Completes the parts. `final`: the item in the complete response. */
  finish(final?: JsonObject): void {
    const { reported } = this;
    if (this.#added?.['type'] !== undefined && this.#added['type'] !== reported['type'])
      throw malformedResponse('an item whose done event has another type than its added event');
    const item = final === undefined ? reported : mergeItem([reported, final]);
    const reader = this.#reader ?? this.#open(item);
    this.isFinished = true;
    reader.finish(this.#withId(item));
  }

  #open(item: JsonObject): ItemReader {
    const context = this.#contextOf(item);
    this.#isIdUnique = context.upstreamId !== undefined && this.#options.takeId(context.upstreamId);
    this.#added ??= item;
    const reader = createReader(this.#withId(this.#early.length === 0 ? item : withoutArguments(item)), context);
    for (const event of this.#early) reader.take(event);
    this.#early = [];
    this.#reader = reader;
    return reader;
  }

  #contextOf(item: JsonObject): ItemContext {
    const id = textOf(item['id']);
    return { ...this.#options, parts: this.parts, upstreamId: id === '' ? undefined : id };
  }

  /**
   * The item under the id that it started with: some servers end it under another one. Without an id that is no
   * other item's, the encoder creates one.
   */
  #withId(item: JsonObject): JsonObject {
    const id = this.#isIdUnique ? this.#added?.['id'] : undefined;
    if (id !== undefined) return item['id'] === id ? item : { ...item, id };
    if (item['id'] === undefined) return item;
    const { id: _, ...rest } = item;
    return rest;
  }
}

function createReader(item: JsonObject, context: ItemContext): ItemReader {
  switch (item['type']) {
    case 'message':
      return new MessageItemReader(item, context);
    case 'reasoning':
      return new ReasoningItemReader(item, context);
    case 'function_call':
    case 'custom_tool_call':
      return new CallItemReader(item, context);
    default:
      return new CompleteItemReader(item, context);
  }
}

function isNameless({ type, name }: JsonObject): boolean {
  return (type === 'function_call' || type === 'custom_tool_call') && textOf(name) === '';
}

/** The call before its arguments grow. */
function withoutArguments(item: JsonObject): JsonObject {
  if (item['type'] === 'function_call') return { ...item, arguments: '' };
  return item['type'] === 'custom_tool_call' ? { ...item, input: '' } : item;
}

function withoutStatus(item: JsonObject | undefined): JsonObject | undefined {
  if (item?.['status'] === undefined) return item;
  const { status: _, ...rest } = item;
  return rest;
}

/** The type of the item that an event belongs to, where its name shows it. */
export function typeOfEvent(event: JsonObject | undefined): string | undefined {
  const type = textOf(event?.['type']);
  if (type.startsWith('response.reasoning_')) return 'reasoning';
  if (type.startsWith('response.function_call_arguments.')) return 'function_call';
  if (type.startsWith('response.custom_tool_call_input.')) return 'custom_tool_call';
  return /^response\.(?:output_text|refusal)\./.test(type) ? 'message' : undefined;
}
