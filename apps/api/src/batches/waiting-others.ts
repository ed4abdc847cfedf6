import type { JobRun } from '@org/engine';

/**
 * Asks every so often whether an owner waits who has less of the work than that of `run`, or another of its lanes. Once the process is
 * about to end, everybody does.
 */
export class WaitingOthers {
  readonly #timer: NodeJS.Timeout;
  readonly #found = new AbortController();
  /** Aborts when one does. */
  readonly signal: AbortSignal;

  constructor(run: Pick<JobRun, 'othersWait' | 'leaving'>, everyMs: number) {
    this.signal = AbortSignal.any([this.#found.signal, run.leaving]);
    this.#timer = setInterval(() => void this.#look(run), everyMs);
  }

  /** Whether one did at any time: it stays so. */
  get wait(): boolean {
    return this.signal.aborted;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(run: Pick<JobRun, 'othersWait'>): Promise<void> {
    // A store that does not answer knows of nobody.
    if (await run.othersWait().catch(() => false)) this.#found.abort();
  }
}
