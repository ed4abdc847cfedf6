import { isObject, type JsonObject, type JsonValue } from '@org/engine';
import { malformedResponse } from '../../shared/upstream/malformed-response.js';
import type { EventNumbers } from './event-numbers.js';
import { ItemPositions } from './item-positions.js';
import { matchItems } from './match-items.js';
import { isBare, joinEntries, mergeItem } from './merge-item.js';
import { type Agreement, lacksDeltas, requireAgreement } from './require-agreement.js';
import { StreamedItem, typeOfEvent, type ItemOptions } from './streamed-item.js';

/** What the order of items depends on. */
export interface SequenceOptions {
  readonly item: Omit<ItemOptions, 'reconcile'>;
  /** Whether clients receive items before the response ends. */
  readonly isShown: boolean;
  /** Whether the upstream was asked to sign reasoning without text. */
  readonly expectsSignature: boolean;
  readonly numbers: Pick<EventNumbers, 'areReported' | 'isOrdered'>;
}

/**
 * The items of a response. Emits them in order, one after another; an item that arrives during another waits. An item
 * of which the stream has reported nothing waits for the complete response; where clients see the response only at
 * its end, all items do.
 */
export class ItemSequence {
  readonly #options: SequenceOptions;
  readonly #itemOptions: ItemOptions;
  readonly #positions = new ItemPositions();
  /** The items by position. */
  readonly #items = new Map<number, StreamedItem>();
  /** Position of the first item that is not done, or of the next one. */
  #index = 0;
  /** Position of the first item whose parts are not complete. */
  #emitted = 0;
  /** The highest position of an item. */
  #highest = -1;
  /** Whether the final text of the item that is completed is the one of the complete response. */
  #isConfirmed = false;

  constructor(options: SequenceOptions) {
    this.#options = options;
    this.#itemOptions = { ...options.item, reconcile: (reported, grown) => this.#reconcile(reported, grown) };
  }

  /** Takes an `output_item.added` event. */
  start(event: JsonObject): void {
    const { output_index: reported, item } = event;
    if (!isObject(item)) throw malformedResponse('an output_item.added event without an item');
    const current = this.#items.get(this.#index);
    // Ollama does not end a text before calls, and reports the first call at the text's index.
    if (
      current?.isKnown === true &&
      reported !== undefined &&
      reported === current.reportedIndex &&
      this.#positions.isOccupied(this.#index, item['id'])
    )
      this.#endItem(this.#index, current.added);
    // `transformers serve` leaves one index free before its calls.
    if (this.#highest < this.#index) this.#positions.closeGap(reported, this.#index);
    const index = this.#allocatePosition(reported, item['id']);
    if (index === undefined) throw malformedResponse('an item without a valid output_index');
    if (index >= this.#index) this.#itemAt(index, reported).start(item);
  }

  /** Takes an `output_item.done` event. */
  finish({ output_index: reported, item }: JsonObject): void {
    const known = isObject(item) ? this.#positionOf(reported, item['id']) : undefined;
    // An item reported at the index of a finished item is another item.
    const index =
      isObject(item) && known !== undefined && (known < this.#index || this.#isOther(known, item))
        ? this.#allocatePosition(reported, item['id'])
        : known;
    if (!isObject(item) || index === undefined || index < this.#index || this.#isOther(index, item))
      throw malformedResponse('an item without a valid output_index');
    this.#itemAt(index, reported).start(item);
    this.#endItem(index, item);
  }

  /** Whether another call is at the position, because events arrived out of order. Some servers change all ids of a call. */
  #isOther(index: number, item: JsonObject): boolean {
    return !this.#options.numbers.isOrdered && this.#items.get(index)?.isOther(item) === true;
  }

  #endItem(index: number, item: JsonObject): void {
    this.#items.get(index)?.end(item);
    while (this.#items.get(this.#index)?.isDone === true) this.#index += 1;
    this.#emitDone();
  }

  /** Completes the items whose turn it is. */
  #emitDone(): void {
    if (!this.#options.isShown) return;
    for (let item = this.#items.get(this.#emitted); item?.isDone === true; item = this.#items.get(this.#emitted)) {
      if (item.isBare(this.#options.expectsSignature)) return;
      item.finish();
      this.#emitted += 1;
      this.#items.get(this.#emitted)?.parts.release();
    }
  }

  /**
   * Text of an item without a start event starts the item: it would be lost where the end does not repeat it. LiteLLM
   * reports such text at the index of the reasoning.
   */
  take(event: JsonObject): void {
    const { output_index: reported, item_id: id } = event;
    const isTextDelta = event['type'] === 'response.output_text.delta';
    const known = this.#positionOf(reported, id);
    const index =
      isTextDelta && known !== undefined && known < this.#index ? this.#allocatePosition(reported, id) : known;
    if (index === undefined || index < this.#emitted) return;
    if (!this.#items.has(index) && typeOfEvent(event) === undefined) return;
    const item = this.#itemAt(index, reported);
    if (isTextDelta && !item.isKnown) {
      item.start({ type: 'message', ...(typeof id === 'string' && { id }), role: 'assistant', content: [] });
    }
    item.take(event);
    if (index < this.#index) this.#emitDone();
  }

  /** An event at an index that seemed left out shows that its item arrives late: which events are whose is unclear. */
  #positionOf(reported: JsonValue | undefined, id: JsonValue | undefined): number | undefined {
    if (!this.#options.numbers.isOrdered && this.#positions.isInClosedGap(reported, id))
      throw malformedResponse('items out of order');
    return this.#positions.of(reported, id);
  }

  #itemAt(index: number, reported: JsonValue | undefined): StreamedItem {
    const known = this.#items.get(index);
    if (known !== undefined) return known;
    const item = new StreamedItem(reported, this.#itemOptions);
    if (this.#options.isShown && index === this.#emitted) item.parts.release();
    this.#items.set(index, item);
    this.#highest = Math.max(this.#highest, index);
    return item;
  }

  #allocatePosition(reported: JsonValue | undefined, id: JsonValue | undefined): number | undefined {
    const isOpen = this.#items.get(this.#index)?.isKnown === true;
    return this.#positions.allocate(reported, id, isOpen ? this.#index + 1 : this.#index);
  }

  /** Completes all items with what only the complete response has. */
  complete(output: readonly JsonObject[]): void {
    const items = [...this.#items].sort(([one], [other]) => one - other).map(([, item]) => item);
    const matches = matchItems(
      items.map(({ reported }) => reported),
      output,
    );
    const matched = new Set(matches);
    const emitNew = (before: number): void => {
      for (; next < before; next += 1) if (!matched.has(next)) this.#emitComplete(output[next]);
    };
    const late: JsonObject[] = [];
    let next = 0;
    for (const { item, match } of this.#inOrder(items, matches)) {
      const final = match === undefined ? undefined : output[match];
      // Only a report of the complete text shows what deltas in the wrong order mean.
      if (!this.#options.numbers.isOrdered && item.hasDeltas && isBare(mergeItem([item.reported, final]), true))
        throw malformedResponse('deltas out of order');
      if (item.isFinished) {
        if (final !== undefined) requireAgreement(item, final, this.#agreement(items, item));
        // Reasoning that the end alone has follows what the client has received.
        if (final?.['type'] === 'reasoning' && item.parts.text === '' && hasTexts(final)) late.push(final);
        continue;
      }
      if (!item.isDone && final === undefined) {
        if (item.reported['type'] === undefined) continue;
        throw malformedResponse('a response that ends with unfinished items');
      }
      if (match !== undefined && !item.parts.isLive) emitNew(match);
      this.#isConfirmed = !this.#options.isShown && final !== undefined;
      item.finish(final);
      item.parts.release();
    }
    emitNew(output.length);
    for (const item of late) this.#emitComplete(item);
  }

  /** Where events arrived out of order, the items may have, too: the complete response has their order. */
  #inOrder(
    items: readonly StreamedItem[],
    matches: readonly (number | undefined)[],
  ): readonly { readonly item: StreamedItem; readonly match: number | undefined }[] {
    const pairs = items.map((item, index) => ({ item, match: matches[index] }));
    if (this.#options.numbers.isOrdered) return pairs;
    const sorted = pairs.toSorted((one, other) => (one.match ?? 0) - (other.match ?? 0));
    if (sorted.some(({ item }, index) => item !== items[index] && items.some(({ parts }) => parts.isLive)))
      throw malformedResponse('items out of order');
    return sorted;
  }

  /** `transformers serve` repeats in a message the text of the earlier one with the same id. */
  #agreement(items: readonly StreamedItem[], item: StreamedItem): Agreement {
    const { id } = item;
    const earlier = items.slice(0, items.indexOf(item)).filter((other) => other.id === id);
    return {
      isOrdered: this.#options.numbers.isOrdered,
      before: earlier.map(({ parts }) => parts.text ?? '').join(''),
    };
  }

  #emitComplete(item: JsonObject = {}): void {
    const complete = new StreamedItem(undefined, this.#itemOptions);
    complete.parts.release();
    complete.end(item);
    complete.finish();
  }

  /** A text that does not continue the streamed one. Where the client has not seen that one, the final text wins. */
  #reconcile(reported: string, grown: string): string {
    if (reported === '') return grown;
    const { isShown, numbers } = this.#options;
    if (grown.startsWith(reported) && (numbers.areReported || !this.#isConfirmed)) return grown;
    if (this.#isConfirmed) return reported;
    const isLess = !numbers.isOrdered || lacksDeltas(reported, grown);
    if (isLess && isShown) throw malformedResponse('a text with missing deltas');
    return isLess ? reported : grown;
  }
}

function hasTexts({ content, summary }: JsonObject): boolean {
  return joinEntries(content) + joinEntries(summary) !== '';
}
