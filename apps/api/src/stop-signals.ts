// What the signals mean that ask the program to end.

/**
 * Milliseconds within which a repeated signal counts as the same request: a signal to a process group reaches the
 * service directly and again through the program that started it.
 */
const echoMs = 1000;

export type StopRequest = 'stop' | 'nothing' | 'force';

/**
 * The first signal stops gracefully; its echo is ignored; any other signal after it, or the same one later, stops at
 * once.
 */
export class StopSignals {
  #first: { readonly signal: string; readonly at: number } | undefined;

  /** Whether the program is stopping. */
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
