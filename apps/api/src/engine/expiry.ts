import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Clock, Store } from '@org/engine';
import type { Logger } from 'pino';
import { ScheduledTask } from './scheduled-task.js';
import { CLOCK, LOG, STORE } from './tokens.js';

const hourMs = 3_600_000;

/**
 * How long what expired is left in the store, where nobody can read it any more. An answer may be in the making that continues it: once
 * that is kept, so is what it continues, and until then nothing in the store tells of it. Longer than answers take.
 */
const lingeringMs = hourMs;

/** Forgets stored responses whose time is over, at the start and every hour. */
@Injectable()
export class Expiry implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #task = new ScheduledTask((signal) => this.#forget(signal));

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

  async #forget(signal: AbortSignal): Promise<void> {
    try {
      const count = await this.store.deleteExpired(this.clock.now() - lingeringMs, signal);
      if (count > 0) this.log.info({ count }, 'expired responses deleted');
    } catch (error) {
      this.log.warn({ err: error }, 'failed to delete expired responses; the next attempt is in an hour');
    }
  }
}
