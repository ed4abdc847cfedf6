import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Store } from '@org/engine/ports/store';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG, LOG, STORE } from './tokens.js';

const hourMs = 3_600_000;

/**
 * Moves stored contents to the first of the store keys, at the start and every hour: a replica that has not heard of a new key
 * yet may go on writing under the old one. Does nothing where there are no store keys.
 */
@Injectable()
export class StoreKeyRenewal implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(CONFIG) private readonly config: ServiceConfig,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const [first] = this.config.storeKeys;
    if (first === undefined) return;
    this.#running = this.#renew(first.id);
    this.#timer = setInterval(() => {
      this.#running = this.#renew(first.id);
    }, hourMs).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  async #renew(storeKey: string): Promise<void> {
    try {
      const count = await this.store.renewStoreKeys(this.#stopping.signal);
      if (count > 0) this.log.info({ count, storeKey }, 'stored contents were moved to the first store key');
    } catch (error) {
      this.log.warn({ err: error }, 'not all stored contents could be moved to the first store key; the next try is in an hour');
    }
  }
}
