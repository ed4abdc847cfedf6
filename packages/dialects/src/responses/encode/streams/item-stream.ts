// How one item grows in the stream between `output_item.added` and `output_item.done`.
import type { Part, PartDelta } from '@org/engine';
import type { SentEvent } from '../sent-event.js';

/** Counts the events of one response: 0, 1, 2 ... without a gap. */
export class Sequence {
  #next: number;

  constructor(first: number) {
    this.#next = first;
  }

  next(): number {
    const number = this.#next;
    this.#next += 1;
    return number;
  }
}

/** Position of an item, which every event about it carries. */
export interface ItemPosition {
  readonly itemId: string;
  readonly outputIndex: number;
  readonly sequence: Sequence;
}

/** The events of an item's parts. Called with parts and deltas in the order of the neutral stream. */
export interface ItemStream {
  start(part: Part): SentEvent[];
  delta(delta: PartDelta): SentEvent[];
  end(part: Part): SentEvent[];
  /** Truncates a part to the form that was streamed. When absent, the part's text alone decides. */
  truncate?(part: Part): Part;
}

/** Members that give an event its position. */
export function eventPosition({ itemId, outputIndex, sequence }: ItemPosition) {
  return { item_id: itemId, output_index: outputIndex, sequence_number: sequence.next() };
}
