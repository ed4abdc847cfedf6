// How one item grows on the wire between `output_item.added` and `output_item.done`.
import type { Part, PartDelta } from '@org/engine';
import type { SentEvent } from '../sent-event.js';

/** Counts the events of one answer: 0, 1, 2 ... without a gap. */
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

/** Where an item stands; every event about it says so. */
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
  /** A part that is cut here, in the form that was shown of it. Absent: its text alone decides. */
  truncate?(part: Part): Part;
}

/** The members that place an event. */
export function eventPosition({ itemId, outputIndex, sequence }: ItemPosition) {
  return { item_id: itemId, output_index: outputIndex, sequence_number: sequence.next() };
}
