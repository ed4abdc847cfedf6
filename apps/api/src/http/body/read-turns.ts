/** What reads from a connection. */
export interface TurnTaker {
  /** Stops reading until `continueReading`. */
  stopReading(): void;
  continueReading(): void;
}

/**
 * Readers that may use much time for few bytes. Once one of them does, they all continue one after another, each in its
 * own iteration of the event loop, so that together they delay other work no longer than one of them.
 */
export class ReadTurns {
  readonly #readers = new Set<TurnTaker>();
  readonly #waiting = new Set<TurnTaker>();

  add(reader: TurnTaker): void {
    this.#readers.add(reader);
  }

  delete(reader: TurnTaker): void {
    this.#readers.delete(reader);
  }

  /** To be called by a reader that has used its time. */
  end(): void {
    for (const reader of this.#readers) {
      if (this.#waiting.has(reader)) continue;
      reader.stopReading();
      this.#waiting.add(reader);
      if (this.#waiting.size === 1) setImmediate(() => this.#next());
    }
  }

  #next(): void {
    const [reader] = this.#waiting;
    if (reader === undefined) return;
    this.#waiting.delete(reader);
    if (this.#waiting.size > 0) setImmediate(() => this.#next());
    if (this.#readers.has(reader)) reader.continueReading();
  }
}
