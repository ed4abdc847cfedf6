import type { Fault } from './fault.js';

/** A text that grows by deltas and ends with one done event that repeats the whole. */
export class GrowingText {
  readonly #name: string;
  #text = '';
  #done = false;

  /** `name` is what messages call it, such as `the arguments`. */
  constructor(name: string) {
    this.#name = name;
  }

  get text(): string {
    return this.#text;
  }

  delta(text: string, fault: Fault): void {
    if (this.#done) throw fault('no-delta-after-done', `a delta for ${this.#name} after its done event`);
    this.#text += text;
  }

  done(text: string, fault: Fault): void {
    if (this.#done) throw fault('done-once', `a second done event for ${this.#name}`);
    if (text !== this.#text) {
      throw fault(
        'done-equals-deltas',
        `${this.#name}: the done event has ${text.length} characters, the deltas have ${this.#text.length} or differ`,
      );
    }
    this.#done = true;
  }

  /** Holds the final object to what was streamed. */
  finish(text: string, fault: Fault): void {
    if (!this.#done) throw fault('done-event-present', `${this.#name} ended without a done event`);
    if (text !== this.#text) throw fault('done-equals-deltas', `${this.#name} differs from the streamed deltas`);
  }
}
