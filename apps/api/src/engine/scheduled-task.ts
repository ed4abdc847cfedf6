const hourMs = 3_600_000;

/**
 * A task that runs at startup and every hour, one run at a time: a run longer than an hour does not overlap with the
 * next.
 */
export class ScheduledTask {
  readonly #stopping = new AbortController();
  readonly #work: (signal: AbortSignal) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  /** `work` never rejects, and ends soon after its signal aborts. */
  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#work = work;
  }

  start(intervalMs = hourMs): void {
    this.#runOnce();
    this.#timer = setInterval(() => this.#runOnce(), intervalMs).unref();
  }

  /** Resolves when no run is active any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  #runOnce(): void {
    this.#running ??= this.#work(this.#stopping.signal).finally(() => (this.#running = undefined));
  }
}
