import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Clock, Store } from '@org/engine';
import type { Logger } from 'pino';
import { ScheduledTask } from './scheduled-task.js';
import { CLOCK, LOG, STORE } from './tokens.js';

const hourMs = 3_600_000;

/**
 * Time that expired turns remain in the store, where they are not readable any more. A running response may continue
 * one: once that response is stored, so is what it continues, and until then nothing in the store shows it. Longer
 * than any response takes.
 */
const gracePeriodMs = hourMs;

/** Deletes expired responses at startup and every hour. */
@Injectable()
export class Expiry implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #task = new ScheduledTask((signal) => this.#deleteExpired(signal));

  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.#task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#task.stop();
  }

  async #deleteExpired(signal: AbortSignal): Promise<void> {
    try {
      const count = await this.store.deleteExpired(this.clock.now() - gracePeriodMs, signal);
      if (count > 0) this.log.info({ count }, 'expired responses deleted');
    } catch (error) {
      this.log.warn({ err: error }, 'failed to delete expired responses; the next attempt is in an hour');
    }
  }
}
