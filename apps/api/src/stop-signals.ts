// What the signals mean that ask the program to end.

/**
 * Milliseconds in which a signal that comes again is the same wish: one that goes to a whole process group reaches the service
 * by itself and once more through the program that started it.
 */
const echoMs = 1000;

export type StopRequest = 'stop' | 'nothing' | 'force';

/** The first signal stops gently; its echo means nothing; any other one after it, and the same one later on, means at once. */
export class StopSignals {
  #first: { readonly signal: string; readonly at: number } | undefined;

  /** Whether the program was told to end. */
  get stopping(): boolean {
    return this.#first !== undefined;
  }

  /** What `signal` means that arrives at `now`, in milliseconds that never go back. */
  take(signal: string, now: number): StopRequest {
    if (this.#first === undefined) {
      this.#first = { signal, at: now };
      return 'stop';
    }
    return signal === this.#first.signal && now - this.#first.at < echoMs ? 'nothing' : 'force';
  }
}
