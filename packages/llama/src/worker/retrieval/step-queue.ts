import { cancelled } from '@org/engine';

/** Who goes first. */
export type StepPriority = 'search' | 'ingestion';

interface Job {
  readonly priority: StepPriority;
  readonly signal: AbortSignal;
  /** Runs the next step; undefined: all have started. */
  readonly next: () => Promise<void> | undefined;
  readonly settle: { readonly resolve: () => void; readonly reject: (reason: unknown) => void };
}

/**
 * Runs the steps of several jobs one at a time: the engine embeds one input at a time anyway. A search waits for at most
 * one step of an ingestion. Jobs of one priority alternate, so that a short one does not wait for a long one.
 */
export class StepQueue {
  readonly #jobs: Job[] = [];
  #isRunning = false;

  /** Runs `step` for each index below `count`. Rejects with the first failure, and with `cancelled` after an abort. */
  async run(
    count: number,
    { priority, signal }: Pick<Job, 'priority' | 'signal'>,
    step: (index: number) => Promise<void>,
  ): Promise<void> {
    let index = 0;
    const next = (): Promise<void> | undefined => (index < count ? step(index++) : undefined);
    await new Promise<void>((resolve, reject) => {
      this.#jobs.push({ priority, signal, next, settle: { resolve, reject } });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (let job = this.#take(); job !== undefined; job = this.#take()) await this.#runStep(job);
    this.#isRunning = false;
  }

  async #runStep(job: Job): Promise<void> {
    try {
      if (job.signal.aborted) throw cancelled();
      const step = job.next();
      if (step === undefined) return job.settle.resolve();
      await step;
      this.#jobs.push(job);
    } catch (thrown) {
      job.settle.reject(thrown);
    }
  }

  #take(): Job | undefined {
    const first = this.#jobs.findIndex(({ priority }) => priority === 'search');
    return this.#jobs.splice(Math.max(0, first), 1)[0];
  }
}
