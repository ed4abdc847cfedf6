import type { JobRun } from '@org/engine/background/job-run';

/** Asks every so often whether an owner waits who has less of the work than that of `run`. */
export class WaitingOthers {
  readonly #timer: NodeJS.Timeout;
  #wait = false;

  constructor(run: Pick<JobRun, 'othersWait'>, everyMs: number) {
    this.#timer = setInterval(() => void this.#look(run), everyMs);
  }

  /** Whether one did at any time: it stays so. */
  get wait(): boolean {
    return this.#wait;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(run: Pick<JobRun, 'othersWait'>): Promise<void> {
    // A store that does not answer knows of nobody.
    if (await run.othersWait().catch(() => false)) this.#wait = true;
  }
}
