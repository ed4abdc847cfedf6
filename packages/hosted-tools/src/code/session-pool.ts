import type { CodeExecutor, CodeLimits, CodeSession } from './code-executor.js';

/** Processes that have started and belong to no container yet. A process never changes its container. */
export class SessionPool {
  readonly #executor: CodeExecutor;
  readonly #limits: CodeLimits;
  readonly #size: number;
  readonly #warm: CodeSession[] = [];
  #starting = 0;
  #isClosed = false;

  constructor(executor: CodeExecutor, limits: CodeLimits, size: number) {
    this.#executor = executor;
    this.#limits = limits;
    this.#size = size;
  }

  /** Starts processes until the pool is full. */
  fill(): void {
    while (!this.#isClosed && this.#warm.length + this.#starting < this.#size) void this.#add();
  }

  /** A session with at most `memoryMiB`; one of the pool, unless its limit differs. */
  async take(memoryMiB = this.#limits.memoryMiB): Promise<CodeSession> {
    const limit = Math.min(memoryMiB, this.#limits.memoryMiB);
    if (limit < this.#limits.memoryMiB) return await this.#executor.start({ ...this.#limits, memoryMiB: limit });
    for (let session = this.#warm.shift(); session !== undefined; session = this.#warm.shift()) {
      // The next one starts when this one works: both at once would delay it.
      setTimeout(() => this.fill(), 1_000).unref();
      if (session.isAlive) return session;
    }
    this.fill();
    return await this.#executor.start(this.#limits);
  }

  /** Ends all of them; resolves when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#warm.splice(0).map((session) => session.stop()));
  }

  async #add(): Promise<void> {
    this.#starting += 1;
    try {
      const session = await this.#executor.start(this.#limits);
      if (this.#isClosed) await session.stop();
      else this.#warm.push(session);
    } catch {
      // A call that finds no warm process starts one and reports the reason.
    } finally {
      this.#starting -= 1;
    }
  }
}
