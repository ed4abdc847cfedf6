import type { EngineError } from '../errors/engine-error.js';
import type { Job } from '../ports/job-store.js';
import type { JobRun } from './job-run.js';

/** Bounds the map: another replica may take a lost job, and then this process never reads the entry again. */
const maxEntries = 1_000;

/**
 * Why attempts of this process did not finish, for the next attempt at the same job, because the store was
 * unreachable then.
 */
export class LostAttempts {
  readonly #failures = new Map<string, EngineError>();

  record({ job, storeFailure }: JobRun): void {
    if (storeFailure === undefined) return;
    const [oldest] = this.#failures.keys();
    if (this.#failures.size >= maxEntries && oldest !== undefined) this.#failures.delete(oldest);
    this.#failures.set(nameOf(job, job.attempt), storeFailure);
  }

  /** The error of the attempt just before this one. */
  before(job: Job): EngineError | undefined {
    const name = nameOf(job, job.attempt - 1);
    const failure = this.#failures.get(name);
    this.#failures.delete(name);
    return failure;
  }
}

function nameOf({ owner, turnId }: Job, attempt: number): string {
  return JSON.stringify([owner, turnId, attempt]);
}
