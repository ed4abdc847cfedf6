import { setMaxListeners } from 'node:events';
import { EngineError } from '@org/engine';
import type { UpstreamTimeouts } from '../transport/upstream-options.js';

/** A signal from outside that ends a call, and the error that it then ends with. */
export interface Ending {
  readonly signal: AbortSignal;
  readonly error: () => EngineError;
}

/**
 * Reasons to end one call early: an external abort or a phase timeout. The first reason counts; `signal` notifies the
 * package.
 */
export class CallLimits {
  readonly #controller = new AbortController();
  readonly #cleanups: (() => void)[] = [];
  readonly #idleMs: number;
  #first: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #waiting = false;
  #failure: EngineError | undefined;

  constructor({ firstToken, idle, total }: UpstreamTimeouts, endings: readonly Ending[]) {
    this.#idleMs = idle;
    setMaxListeners(0, this.#controller.signal);
    this.#first = this.#limit(firstToken, 'The upstream did not start its response in time.');
    const totalTimer = this.#limit(total, 'The upstream did not complete its response in time.');
    this.#cleanups.push(() => clearTimeout(totalTimer));
    // This must run last, because a signal that is already aborted clears all of the above.
    for (const { signal, error } of endings) {
      if (signal.aborted) {
        this.stop(error());
        return;
      }
      const end = (): void => this.stop(error());
      signal.addEventListener('abort', end, { once: true });
      this.#cleanups.push(() => signal.removeEventListener('abort', end));
    }
  }

  /** Aborts as soon as the call must end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Reason why the call must end; `undefined` while it may continue. */
  get failure(): EngineError | undefined {
    return this.#failure;
  }

  /** Records the first event: from now on silence is measured while the reader waits. */
  started(): void {
    clearTimeout(this.#first);
    this.#first = undefined;
    if (this.#idle !== undefined || this.#idleMs === 0 || this.#failure !== undefined) return;
    this.#idle = setTimeout(() => {
      // A reader that does not take available events is not silence of the upstream.
      if (this.#waiting)
        this.stop(new EngineError('timed-out', 'The upstream stopped sending in the middle of its response.'));
    }, this.#idleMs);
  }

  waits(): void {
    this.#waiting = true;
    this.#idle?.refresh();
  }

  onEvent(): void {
    this.#waiting = false;
  }

  stop(error: EngineError): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    this.end();
  }

  /** Ends the call: releases timers and signals, and aborts work that the package may still do for it. */
  end(): void {
    clearTimeout(this.#first);
    clearTimeout(this.#idle);
    for (const cleanups of this.#cleanups.splice(0)) cleanups();
    this.#controller.abort(this.#failure);
  }

  #limit(ms: number, message: string): NodeJS.Timeout | undefined {
    return ms === 0 ? undefined : setTimeout(() => this.stop(new EngineError('timed-out', message)), ms);
  }
}
