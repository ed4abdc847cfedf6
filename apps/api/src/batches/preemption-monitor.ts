import type { JobRun } from '@org/engine';

/**
 * Checks periodically whether another owner with less running work than that of `run` waits, or another of its
 * fair-queue keys. While the process shuts down, all of them count as waiting.
 */
export class PreemptionMonitor {
  readonly #timer: NodeJS.Timeout;
  readonly #found = new AbortController();
  /** Aborts when one waits. */
  readonly signal: AbortSignal;

  constructor(run: Pick<JobRun, 'hasFairerWaiters' | 'shutdownSignal'>, intervalMs: number) {
    this.signal = AbortSignal.any([this.#found.signal, run.shutdownSignal]);
    this.#timer = setInterval(() => void this.#check(run), intervalMs);
  }

  /** Whether one has waited at any time; never resets. */
  get isPreempted(): boolean {
    return this.signal.aborted;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #check(run: Pick<JobRun, 'hasFairerWaiters'>): Promise<void> {
    // An unreachable store counts as no waiting owner.
    if (await run.hasFairerWaiters().catch(() => false)) this.#found.abort();
  }
}
