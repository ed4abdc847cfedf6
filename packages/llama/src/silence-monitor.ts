/** The interval of heartbeat requests, and the maximum number of consecutive unanswered ones. */
export interface SilenceRules {
  /** Milliseconds. */
  readonly intervalMs: number;
  readonly maxUnanswered: number;
}

/**
 * Detects that a peer stopped responding. It counts heartbeat requests instead of time: when this process was stopped
 * or its machine slept, all clocks advanced, and the peer is not at fault.
 */
export class SilenceMonitor {
  readonly #timer: NodeJS.Timeout;
  #unanswered = 0;

  /** `probe` requests a heartbeat; `silent` is called when none arrived, and again with every further request. */
  constructor({ intervalMs, maxUnanswered }: SilenceRules, probe: () => void, silent: () => void) {
    this.#timer = setInterval(() => {
      if (this.#unanswered >= maxUnanswered) return silent();
      this.#unanswered += 1;
      probe();
    }, intervalMs).unref();
  }

  /** Records a heartbeat. */
  onResponse(): void {
    this.#unanswered = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
