import type { UpstreamTimeouts } from './upstream-options.js';

/** The call that the limits apply to. */
export interface TimeLimitedCall {
  /** Whether the service has paused the upstream: silence is then not the upstream's own. */
  isPaused(): boolean;
  /** Called when a limit is exceeded; `message` names the limit. */
  onOver(message: string): void;
}

/** Maximum time for the connection to end after the response, in milliseconds, before it is closed instead of reused. */
const closeGraceMs = 500;

/** Time limits of a response: until it starts, between two events, and in total. They run from construction. */
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
    // Until the first event the nearer limit suffices: most responses need no other.
    if (firstToken > 0 && (total === 0 || firstToken <= total))
      this.#firstTimer = this.#limit(firstToken, 'The upstream did not start its response in time.');
    else this.#limitTotal();
  }

  /** Whether the first event or a rejection has arrived: from then on silence is limited. */
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

  /** Restarts the idle timer. */
  resetIdleTimer(): void {
    this.#idleTimer?.refresh();
  }

  /** Gives a complete response a moment to end its connection. */
  closeAfterGrace(onOver: () => void): void {
    this.#idleTimer = setTimeout(onOver, closeGraceMs).unref();
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
