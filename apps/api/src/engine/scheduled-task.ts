const hourMs = 3_600_000;

/** Something to be done at the start and every hour, one pass at a time: one that takes longer than an hour is not overtaken by the next. */
export class ScheduledTask {
  readonly #stopping = new AbortController();
  readonly #work: (signal: AbortSignal) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  /** `work` never rejects, and ends soon after its signal aborts. */
  constructor(work: (signal: AbortSignal) => Promise<void>) {
    this.#work = work;
  }

  start(everyMs = hourMs): void {
    this.#runOnce();
    this.#timer = setInterval(() => this.#runOnce(), everyMs).unref();
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  #runOnce(): void {
    this.#running ??= this.#work(this.#stopping.signal).finally(() => (this.#running = undefined));
  }
}
