// The results of a batch: one line of JSON each, kept as the event log of its turn.
import type { TurnEvent } from '@org/engine/ports/turn-event-log';
import type { MessageBatchRequestCounts } from '@org/protocol/messages';

export type BatchResultKind = 'succeeded' | 'errored' | 'canceled' | 'expired';

/** A line as it is kept. */
interface KeptLine {
  /** The attempt at the batch that made the result. Older lines do not say. */
  readonly attempt?: number;
  readonly custom_id: string;
  readonly result: { readonly type: BatchResultKind; readonly [member: string]: unknown };
}

const attemptFirst = '{"attempt":';

/** A kept line as clients see it. */
export function shownLine(line: string): string {
  return line.startsWith(attemptFirst) ? `{${line.slice(line.indexOf(',') + 1)}` : line;
}

/** What is known of the requests of a batch. */
export class BatchProgress {
  readonly #counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  readonly #done = new Set<string>();
  readonly #attempt: number;
  /** The attempt that added to `log` last; 0 when none is known to have. */
  readonly lastAttempt: number;

  /** `attempt`: the one that is about to add to `log`. */
  constructor(log: readonly TurnEvent[], attempt: number) {
    let last = 0;
    for (const { data } of log) {
      const line = JSON.parse(data) as KeptLine;
      this.#note(line.custom_id, line.result.type);
      last = Math.max(last, line.attempt ?? 0);
    }
    this.lastAttempt = last;
    this.#attempt = attempt;
  }

  has(customId: string): boolean {
    return this.#done.has(customId);
  }

  /** The line of one more result, to be kept. */
  add(customId: string, result: KeptLine['result']): string {
    this.#note(customId, result.type);
    // The attempt comes first, where `shownLine` expects it.
    const line: KeptLine = { attempt: this.#attempt, custom_id: customId, result };
    return JSON.stringify(line);
  }

  get counts(): MessageBatchRequestCounts {
    return { ...this.#counts };
  }

  #note(customId: string, kind: BatchResultKind): void {
    this.#done.add(customId);
    this.#counts[kind]++;
  }
}
