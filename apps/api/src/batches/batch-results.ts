// The results of a batch: one line of JSON each, kept as the event log of its turn.
import type { MessageBatchRequestCounts } from '@org/protocol/messages';
import type { BatchEntry } from './batch-request.js';

export type BatchResultKind = 'succeeded' | 'errored' | 'canceled' | 'expired';

/** A line as it is kept. */
interface StoredLine {
  /** The attempt at the batch that made the result. Older lines do not say. */
  readonly attempt?: number;
  readonly custom_id: string;
  readonly result: { readonly type: BatchResultKind; readonly [member: string]: unknown };
}

/** What is known of a result without reading the answer in it. */
interface LineHead {
  readonly customId: string;
  readonly kind: BatchResultKind;
  /** 0 when the line does not say. */
  readonly attempt: number;
}

const attemptFirst = '{"attempt":';
const head = /^\{(?:"attempt":(\d+),)?"custom_id":"([^"\\]*)","result":\{"type":"(succeeded|errored|canceled|expired)"/;

/** A kept line as clients see it. */
export function visibleLine(line: string): string {
  return line.startsWith(attemptFirst) ? `{${line.slice(line.indexOf(',') + 1)}` : line;
}

/** Reads the beginning of a kept line, which is written in one order: there may be a hundred thousand of them, and much in each. */
export function headOf(line: string): LineHead {
  const [, attempt = '0', customId, kind] = head.exec(line) ?? [];
  if (customId === undefined || kind === undefined)
    throw new TypeError('The store holds a batch result that this service did not write.');
  return { customId, kind: kind as BatchResultKind, attempt: Number(attempt) }; // The expression lets no other kind through.
}

/** What is known of the requests of a batch. */
export class BatchProgress {
  readonly #counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  readonly #open: Map<string, BatchEntry>;
  readonly #attempt: number;

  /** `attempt`: the one that is about to add results. */
  constructor(entries: readonly BatchEntry[], attempt: number) {
    this.#open = new Map(entries.map((entry) => [entry.customId, entry]));
    this.#attempt = attempt;
  }

  /** Notes a line that is kept. */
  take(line: string): void {
    const { customId, kind } = headOf(line);
    this.#recordResult(customId, kind);
  }

  /** The requests without a result, in their order. */
  get open(): readonly BatchEntry[] {
    return [...this.#open.values()];
  }

  /** The line of one more result, to be kept. */
  add(customId: string, result: StoredLine['result']): string {
    this.#recordResult(customId, result.type);
    // In the order that `visibleLine` and `headOf` expect.
    const line: StoredLine = { attempt: this.#attempt, custom_id: customId, result };
    return JSON.stringify(line);
  }

  get counts(): MessageBatchRequestCounts {
    return { ...this.#counts };
  }

  #recordResult(customId: string, kind: BatchResultKind): void {
    this.#open.delete(customId);
    this.#counts[kind]++;
  }
}
