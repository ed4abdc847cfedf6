import type { UpstreamTimeouts } from './upstream-options.js';

/** Whose limits they are. */
export interface LimitedExchange {
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
  readonly #exchange: LimitedExchange;
  readonly #startedAt = performance.now();
  #begun = false;
  #firstTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #totalTimer: NodeJS.Timeout | undefined;

  constructor(timeouts: UpstreamTimeouts, exchange: LimitedExchange) {
    this.#timeouts = timeouts;
    this.#exchange = exchange;
    const { firstToken, total } = timeouts;
    // Until the first event the nearer limit is enough: most answers need no other.
    if (firstToken > 0 && (total === 0 || firstToken <= total))
      this.#firstTimer = this.#limit(firstToken, 'The upstream did not begin to answer in time.');
    else this.#limitTotal();
  }

  /** The first event came, or a refusal: silence is limited. */
  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    clearTimeout(this.#firstTimer);
    this.#firstTimer = undefined;
    this.#begun = true;
    if (this.#totalTimer === undefined) this.#limitTotal();
    const { idle } = this.#timeouts;
    if (idle === 0) return;
    this.#idleTimer = setTimeout(() => {
      if (this.#exchange.isPaused()) this.#idleTimer?.refresh();
      else this.#exchange.onOver('The upstream fell silent in the middle of its answer.');
    }, idle);
  }

  /** Silence begins anew. */
  noteLife(): void {
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
        'The answer took too long.',
      );
  }

  #limit(ms: number, message: string): NodeJS.Timeout {
    return setTimeout(() => this.#exchange.onOver(message), ms);
  }
}
