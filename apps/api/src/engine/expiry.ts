import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Clock, Store } from '@org/engine';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { codeSettingsOf } from '../hosted-tools/code-settings-of.js';
import { ScheduledTask } from './scheduled-task.js';
import { CLOCK, CONFIG, LOG, STORE } from './tokens.js';

/** The ids that clients see. The store has other lists than those of clients. */
const conversationIdPrefix = 'conv_';

const hourMs = 3_600_000;

/**
 * Time that expired turns remain in the store, where they are not readable any more. A running response may continue
 * one: once that response is stored, so is what it continues, and until then nothing in the store shows it. Longer
 * than any response takes.
 */
const gracePeriodMs = hourMs;

/** Deletes expired responses, expired containers and idle conversations at startup and every hour. */
@Injectable()
export class Expiry implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #task = new ScheduledTask((signal) => this.#deleteExpired(signal));

  constructor(
    @Inject(STORE) private readonly store: Pick<
      Store,
      'deleteExpired' | 'deleteExpiredContainers' | 'deleteIdleConversations'
    >,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Logger,
    @Inject(CONFIG) private readonly config: Pick<ServiceConfig, 'conversationRetentionMs' | 'tools'>,
  ) {}

  onApplicationBootstrap(): void {
    this.#task.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.#task.stop();
  }

  async #deleteExpired(signal: AbortSignal): Promise<void> {
    const parts = [
      () => this.#deleteExpiredResponses(signal),
      () => this.#deleteExpiredContainers(signal),
      () => this.#deleteIdleConversations(signal),
    ];
    for (const part of parts)
      try {
        await part();
      } catch (error) {
        this.log.warn({ err: error }, 'failed to delete what has expired; the next attempt is in an hour');
      }
  }

  async #deleteExpiredResponses(signal: AbortSignal): Promise<void> {
    const count = await this.store.deleteExpired(this.clock.now() - gracePeriodMs, signal);
    if (count > 0) this.log.info({ count }, 'expired responses deleted');
  }

  /** At once, except for the longest call that may have started before the container expired, and stores its files. */
  async #deleteExpiredContainers(signal: AbortSignal): Promise<void> {
    const { tools } = this.config;
    const callMs = tools.code === undefined ? 0 : codeSettingsOf(tools).callMs;
    await this.store.deleteExpiredContainers(this.clock.now() - callMs, signal);
  }

  async #deleteIdleConversations(signal: AbortSignal): Promise<void> {
    const { conversationRetentionMs } = this.config;
    if (conversationRetentionMs === undefined) return;
    const before = this.clock.now() - conversationRetentionMs;
    const count = await this.store.deleteIdleConversations(before, conversationIdPrefix, signal);
    if (count > 0) this.log.info({ count }, 'idle conversations deleted');
  }
}
