import { cancelled } from '../errors/cancelled.js';
import type { TurnEvent } from '../ports/turn-event-log.js';

/** Number of events that triggers an immediate write, and the maximum that waits for a slow store. */
const fullBatch = 64;
const maxPendingEvents = 1_024;

export interface EventBatchesOptions {
  /** Number of the first event. */
  readonly next: number;
  /** Maximum wait in milliseconds. */
  readonly batchMs: number;
  /** Makes events durable, in the order of the calls, one call at a time. */
  readonly write: (events: readonly TurnEvent[]) => Promise<void>;
  /** Called once, when a write fails; no further writes follow. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Numbers the events of one response and writes them in batches. The first events after a pause are written at once.
 * The events of one `push` call are never split, so a truncated log still ends where the encoder paused.
 */
export class EventBatches {
  readonly #options: EventBatchesOptions;
  #next: number;
  #waiting: TurnEvent[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #writtenAt = -Infinity;
  #stopped = false;

  constructor(options: EventBatchesOptions) {
    this.#options = options;
    this.#next = options.next;
  }

  /** Takes the next events as JSON text. Returns nothing when more may follow at once. */
  push(data: readonly string[]): Promise<void> | undefined {
    if (data.length === 0 || this.#stopped) return undefined;
    this.#add(data);
    if (this.#writing !== undefined) return this.#waiting.length >= maxPendingEvents ? this.#writing : undefined;
    if (this.#waiting.length >= fullBatch) this.#write();
    else this.#writeSoon();
    return undefined;
  }

  /** Resolves once all events until now are written. Rejects when they cannot be. */
  async written(): Promise<void> {
    while (!this.#stopped && (this.#writing !== undefined || this.#waiting.length > 0)) {
      if (this.#writing === undefined) this.#write();
      await this.#writing;
    }
    if (this.#stopped) throw cancelled();
  }

  /**
   * Returns the events that are not yet written, followed by `data`; the caller writes them. Must be the last call.
   * When that write fails, the caller may call it again with other data.
   */
  async drainUnwritten(data: readonly string[]): Promise<readonly TurnEvent[]> {
    this.stop();
    await this.#writing;
    return [...this.#waiting, ...data.map((text, index) => ({ seq: this.#next + index, data: text }))];
  }

  /** Stops writing on its own. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #add(data: readonly string[]): void {
    for (const text of data) this.#waiting.push({ seq: this.#next++, data: text });
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writtenAt = performance.now();
    this.#writing = this.#options.write(this.#waiting.splice(0)).then(
      () => this.#written(),
      (error: unknown) => {
        this.stop();
        this.#options.onFailure(error);
      },
    );
  }

  #written(): void {
    this.#writing = undefined;
    if (this.#waiting.length > 0 && !this.#stopped) this.#writeSoon();
  }

  /** Delays the next batch so that more events can join it. */
  #writeSoon(): void {
    this.#timer ??= setTimeout(
      () => this.#write(),
      Math.max(0, this.#writtenAt + this.#options.batchMs - performance.now()),
    );
  }
}
