// The results of a batch: one line of JSON each, stored as the event log of its turn.
import type { MessageBatchRequestCounts } from '@org/protocol/messages';
import type { BatchEntry } from './batch-request.js';

export type BatchResultKind = 'succeeded' | 'errored' | 'canceled' | 'expired';

/** A stored result line. */
interface StoredLine {
  /** The batch attempt that produced the result. Absent in older lines. */
  readonly attempt?: number;
  readonly custom_id: string;
  readonly result: { readonly type: BatchResultKind; readonly [member: string]: unknown };
}

/** Metadata of a result, known without parsing its response. */
interface LineHead {
  readonly customId: string;
  readonly kind: BatchResultKind;
  /** 0 when the line has none. */
  readonly attempt: number;
}

const attemptFirst = '{"attempt":';
const head = /^\{(?:"attempt":(\d+),)?"custom_id":"([^"\\]*)","result":\{"type":"(succeeded|errored|canceled|expired)"/;

/** A stored line as clients see it. */
export function publicLine(line: string): string {
  return line.startsWith(attemptFirst) ? `{${line.slice(line.indexOf(',') + 1)}` : line;
}

/**
 * Parses the start of a stored line, whose members have a fixed order: there may be a hundred thousand lines, each of
 * them large.
 */
export function headOf(line: string): LineHead {
  const [, attempt = '0', customId, kind] = head.exec(line) ?? [];
  if (customId === undefined || kind === undefined)
    throw new TypeError('The store holds a batch result that this service did not write.');
  return { customId, kind: kind as BatchResultKind, attempt: Number(attempt) }; // The expression matches no other kind.
}

/** What is known of the requests of a batch. */
export class BatchProgress {
  readonly #counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  readonly #open: Map<string, BatchEntry>;
  readonly #attempt: number;

  /** `attempt`: the attempt that adds results from now on. */
  constructor(entries: readonly BatchEntry[], attempt: number) {
    this.#open = new Map(entries.map((entry) => [entry.customId, entry]));
    this.#attempt = attempt;
  }

  /** Records a stored line. */
  take(line: string): void {
    const { customId, kind } = headOf(line);
    this.#recordResult(customId, kind);
  }

  /** The requests without a result, in their order. */
  get open(): readonly BatchEntry[] {
    return [...this.#open.values()];
  }

  /** Returns the line of one more result, to be stored. */
  add(customId: string, result: StoredLine['result']): string {
    this.#recordResult(customId, result.type);
    // In the order that `publicLine` and `headOf` expect.
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
