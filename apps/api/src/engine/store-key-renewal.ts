import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { noStoreKey, type Store } from '@org/engine';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { ScheduledTask } from './scheduled-task.js';
import { CONFIG, LOG, STORE } from './tokens.js';

/**
 * Re-encrypts stored contents with the first store key, at startup and every hour: a replica that does not know a new
 * key yet may continue to write with the old one. Does nothing without store keys.
 */
@Injectable()
export class StoreKeyRenewal implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #task = new ScheduledTask((signal) => this.#renew(signal));

  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.#first !== undefined) this.#task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#task.stop();
  }

  /** The operator's name for the target key. */
  get #first(): string | undefined {
    const [first] = this.config.storeKeys;
    return first === noStoreKey ? undefined : first?.id;
  }

  async #renew(signal: AbortSignal): Promise<void> {
    try {
      const count = await this.store.renewStoreKeys(signal);
      if (count > 0) this.log.info({ count, storeKey: this.#first }, 'stored content moved to the first store key');
    } catch (error) {
      this.log.warn(
        { err: error },
        'failed to move all stored content to the first store key; the next attempt is in an hour',
      );
    }
  }
}
