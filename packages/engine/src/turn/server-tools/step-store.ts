import type { Part } from '../../model/part.js';
import type { ServerCall, ServerCallOutcome } from '../../model/server-tool.js';
import type { StepLog } from '../../ports/step-log.js';
import type { ExecuteCall } from './run-server-tool-loop.js';

/** The outcomes of a step's calls that are known by now. */
export type KnownOutcomes = ReadonlyMap<ServerCall, ServerCallOutcome>;

/**
 * Stores the calls of each step before they are made, and each outcome before the client sees it. After a crash, a
 * call is thus known to have begun, and its outcome is known or lost; no call is made again by mistake.
 */
export class StepStore {
  readonly #log: StepLog | undefined;
  readonly #closed: () => readonly Part[];
  #outcomes = new Map<ServerCall, ServerCallOutcome>();
  #open: (outcomes: KnownOutcomes) => readonly Part[] = () => [];

  /** `closed`: the complete parts of the response so far. */
  constructor(log: StepLog | undefined, closed: () => readonly Part[]) {
    this.#log = log;
    this.#closed = closed;
  }

  /** Stores that a step is about to make its calls. `open`: the parts that follow the closed ones, as they are known. */
  async startCalls(open: (outcomes: KnownOutcomes) => readonly Part[]): Promise<void> {
    this.#outcomes = new Map();
    this.#open = open;
    await this.#store();
  }

  /** Makes calls by `execute` and stores their outcomes. */
  storing(execute: ExecuteCall): ExecuteCall {
    if (this.#log === undefined) return execute;
    const outcomes = this.#outcomes;
    return async (call, tool) => {
      const outcome = await execute(call, tool);
      outcomes.set(call, outcome);
      await this.#store();
      return outcome;
    };
  }

  async #store(): Promise<void> {
    await this.#log?.store(() => [...this.#closed(), ...this.#open(this.#outcomes)]);
  }
}
