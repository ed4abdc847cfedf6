import { randomUUID } from 'node:crypto';

import type { CodeSession } from './code-executor.js';

/** The processes of a container on this replica. */
export interface LiveSession {
  readonly session: CodeSession;
  /** Distinguishes them from those that an earlier call used, here or on another replica. */
  readonly id: string;
  /** The ids of the files in the work folder, by path. */
  readonly present: Map<string, string>;
}

/** A container that this replica uses. Its calls run one after the other. */
export class LiveContainer {
  readonly owner: string;
  readonly id: string;
  #current: LiveSession | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #calls = 0;
  /** Milliseconds of the process's clock when the last call ended. */
  usedAt = performance.now();

  constructor(owner: string, id: string) {
    this.owner = owner;
    this.id = id;
  }

  /** The processes while they run. */
  get current(): LiveSession | undefined {
    if (this.#current?.session.isAlive === false) this.#current = undefined;
    return this.#current;
  }

  /** Whether a call runs or waits. */
  get isBusy(): boolean {
    return this.#calls > 0;
  }

  /** Runs `work` when the calls before it have ended. */
  async use<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#calls += 1;
    const done = this.#last.then(work).finally(() => {
      this.#calls -= 1;
      this.usedAt = performance.now();
    });
    this.#last = done.catch(() => undefined);
    return await done;
  }

  attach(session: CodeSession): LiveSession {
    this.#current = { session, id: randomUUID(), present: new Map() };
    return this.#current;
  }

  /** Ends the processes. */
  async stop(): Promise<void> {
    const stopped = this.#current;
    this.#current = undefined;
    await stopped?.session.stop();
  }
}
