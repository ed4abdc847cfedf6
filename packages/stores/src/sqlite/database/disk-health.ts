import type { EngineError } from '@org/engine/storage';
import { isDiskFailure } from './sqlite-failure.js';

/** How long a disk failure makes the store unhealthy, in milliseconds: SQLite may serve the next reads from memory. */
const cacheMs = 30_000;

/** Whether the disk has failed the store lately, in reading or in writing. */
export class DiskHealth {
  #failure: EngineError | undefined;
  #failedAt = -Infinity;

  recordFailure(failure: EngineError): void {
    if (!isDiskFailure(failure)) return;
    this.#failure = failure;
    this.#failedAt = performance.now();
  }

  /** The last failure, if it is not long ago. */
  get failure(): EngineError | undefined {
    return performance.now() - this.#failedAt < cacheMs ? this.#failure : undefined;
  }
}
