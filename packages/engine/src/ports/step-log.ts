import type { Part } from '../model/part.js';
import type { Usage } from '../model/usage.js';

/** What an earlier attempt at a turn has stored of it. */
export interface StoredSteps {
  /**
   * The parts of the response up to its last calls of server tools, in order. A call without an outcome has begun, and
   * its result is unknown.
   */
  readonly parts: readonly Part[];
  /** Usage of the earlier attempts, as far as it is known. */
  readonly usage?: Usage;
}

/** Stores the steps of a turn, so that another process can take it over after a crash. */
export interface StepLog {
  /** What the turn continues. Absent: it starts from its beginning. */
  readonly resumed?: StoredSteps;
  /**
   * Resolves once the events that the turn has yielded, and then `parts()`, are durable. Rejects where this process may
   * not work on the turn any more; no call may be made then.
   */
  store(parts: () => readonly Part[]): Promise<void>;
}
