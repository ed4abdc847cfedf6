import type { UpstreamTimeouts } from './upstream-options.js';

/** Whose limits they are. */
export interface TimeLimitedCall {
  /** Whether the upstream was asked to wait: its silence is not its own then. */
  isPaused(): boolean;
  /** A limit is over; `message` says which. */
  onOver(message: string): void;
}

/** How long the connection may take to end after the answer has ended, before it is cut instead of kept. */
const lingerMs = 500;

/** How long an answer may take: until it begins, between two signs of life, and in all. Runs from the time when it is made. */
export class PhaseLimits {
  readonly #timeouts: UpstreamTimeouts;
  readonly #call: TimeLimitedCall;
  readonly #startedAt = performance.now();
  #started = false;
  #firstTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #totalTimer: NodeJS.Timeout | undefined;

  constructor(timeouts: UpstreamTimeouts, call: TimeLimitedCall) {
    this.#timeouts = timeouts;
    this.#call = call;
    const { firstToken, total } = timeouts;
    // Until the first event the nearer limit is enough: most answers need no other.
    if (firstToken > 0 && (total === 0 || firstToken <= total))
      this.#firstTimer = this.#limit(firstToken, 'The upstream did not start its response in time.');
    else this.#limitTotal();
  }

  /** The first event came, or a refusal: silence is limited. */
  get started(): boolean {
    return this.#started;
  }

  start(): void {
    clearTimeout(this.#firstTimer);
    this.#firstTimer = undefined;
    this.#started = true;
    if (this.#totalTimer === undefined) this.#limitTotal();
    const { idle } = this.#timeouts;
    if (idle === 0) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#call.isPaused()) this.#idleTimer?.refresh();
      else this.#call.onOver('The upstream stopped sending in the middle of its response.');
    }, idle);
  }

  /** Silence begins anew. */
  resetIdleTimer(): void {
    this.#idleTimer?.refresh();
  }

  /** Gives a whole answer a moment to end its connection. */
  linger(onOver: () => void): void {
    this.#idleTimer = setTimeout(onOver, lingerMs).unref();
  }

  clear(): void {
    clearTimeout(this.#firstTimer);
    clearTimeout(this.#idleTimer);
    clearTimeout(this.#totalTimer);
  }

  #limitTotal(): void {
    const { total } = this.#timeouts;
    if (total > 0)
      this.#totalTimer = this.#limit(
        Math.max(1, total - (performance.now() - this.#startedAt)),
        'The upstream did not complete its response in time.',
      );
  }

  #limit(ms: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.#call.onOver(message), ms);
  }
}
