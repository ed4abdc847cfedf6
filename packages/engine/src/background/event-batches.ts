import type { TurnEvent } from '../ports/turn-event-log.js';

/** Events that are written at once at the latest, and most that wait behind a slow store. */
const fullBatch = 64;
const maxPendingEvents = 1_024;

export interface EventBatchesOptions {
  /** Number of the first event. */
  readonly next: number;
  /** Longest wait in milliseconds. */
  readonly batchMs: number;
  /** Makes events durable, in the order of the calls, one call at a time. */
  readonly write: (events: readonly TurnEvent[]) => Promise<void>;
  /** Called once, when a write failed: nothing is written after it. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Numbers the events of one answer and writes them in batches. The first ones after a pause go at once. What one call of
 * `push` brings is never split, so that a log which was cut still ends where the encoder paused.
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

  /**
   * Gives what is not yet written, with `data` behind it: the caller writes it. To be called as the last; when nothing came of that
   * write, it may be called again with other data.
   */
  async takeLast(data: readonly string[]): Promise<readonly TurnEvent[]> {
    this.stop();
    await this.#writing;
    return [...this.#waiting, ...data.map((text, index) => ({ seq: this.#next + index, data: text }))];
  }

  /** Writes nothing more by itself. */
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

  /** Leaves time for more between two batches. */
  #writeSoon(): void {
    this.#timer ??= setTimeout(
      () => this.#write(),
      Math.max(0, this.#writtenAt + this.#options.batchMs - performance.now()),
    );
  }
}
