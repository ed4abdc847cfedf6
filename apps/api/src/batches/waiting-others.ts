import type { JobRun } from '@org/engine';

/**
 * Checks periodically whether another owner with less running work than that of `run` waits, or another of its
 * fair-queue keys. While the process shuts down, all of them count as waiting.
 */
export class WaitingOthers {
  readonly #timer: NodeJS.Timeout;
  readonly #found = new AbortController();
  /** Aborts when one waits. */
  readonly signal: AbortSignal;

  constructor(run: Pick<JobRun, 'othersWait' | 'leaving'>, everyMs: number) {
    this.signal = AbortSignal.any([this.#found.signal, run.leaving]);
    this.#timer = setInterval(() => void this.#look(run), everyMs);
  }

  /** Whether one has waited at any time; never resets. */
  get wait(): boolean {
    return this.signal.aborted;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(run: Pick<JobRun, 'othersWait'>): Promise<void> {
    // An unreachable store counts as no waiting owner.
    if (await run.othersWait().catch(() => false)) this.#found.abort();
  }
}
