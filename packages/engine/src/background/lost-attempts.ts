import type { EngineError } from '../errors/engine-error.js';
import type { Job } from '../ports/job-store.js';
import type { JobRun } from './job-run.js';

/** Others may take up what was lost here: then nobody asks for it again. */
const maxEntries = 1_000;

/** Why attempts of this process did not come to their end, for the next one of the same job: the store could not be told. */
export class LostAttempts {
  readonly #failures = new Map<string, EngineError>();

  record({ job, storeFailure }: JobRun): void {
    if (storeFailure === undefined) return;
    const [oldest] = this.#failures.keys();
    if (this.#failures.size >= maxEntries && oldest !== undefined) this.#failures.delete(oldest);
    this.#failures.set(nameOf(job, job.attempt), storeFailure);
  }

  /** What the attempt just before this one met with. */
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
