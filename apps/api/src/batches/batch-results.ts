// The results of a batch: one line of JSON each, kept as the event log of its turn.
import type { TurnEvent } from '@org/engine/ports/turn-event-log';
import type { MessageBatchRequestCounts } from '@org/protocol/messages';

export type BatchResultKind = 'succeeded' | 'errored' | 'canceled' | 'expired';

/** What is known of the requests of a batch. */
export class BatchProgress {
  readonly #counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  readonly #done = new Set<string>();

  constructor(log: readonly TurnEvent[]) {
    for (const { data } of log) {
      const line = JSON.parse(data) as { custom_id: string; result: { type: BatchResultKind } };
      this.#note(line.custom_id, line.result.type);
    }
  }

  has(customId: string): boolean {
    return this.#done.has(customId);
  }

  /** The line of one more result. */
  add(customId: string, result: { readonly type: BatchResultKind; readonly [member: string]: unknown }): string {
    this.#note(customId, result.type);
    return JSON.stringify({ custom_id: customId, result });
  }

  get counts(): MessageBatchRequestCounts {
    return { ...this.#counts };
  }

  #note(customId: string, kind: BatchResultKind): void {
    this.#done.add(customId);
    this.#counts[kind]++;
  }
}
