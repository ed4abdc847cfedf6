/** How often it is asked whether somebody is there, and how many questions in a row may stay without an answer. */
export interface SilenceRules {
  /** Milliseconds. */
  readonly everyMs: number;
  readonly maxUnanswered: number;
}

/**
 * Notices when somebody does not answer any more. Counts questions and no time: where this process itself stood still, because it was
 * stopped or its machine slept, all clocks went on, and nobody else is to blame for that.
 */
export class SilenceWatch {
  readonly #timer: NodeJS.Timeout;
  #unanswered = 0;

  /** `ask` is to bring a sign of life; `silent` is called when none came, and then again with every further question. */
  constructor({ everyMs, maxUnanswered }: SilenceRules, ask: () => void, silent: () => void) {
    this.#timer = setInterval(() => {
      if (this.#unanswered >= maxUnanswered) return silent();
      this.#unanswered += 1;
      ask();
    }, everyMs).unref();
  }

  /** A sign of life came. */
  heard(): void {
    this.#unanswered = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
