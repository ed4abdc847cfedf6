import { Inject, Injectable } from '@nestjs/common';
import { type ModelRegistry, type Store, toEngineError } from '@org/engine';
import type { Logger } from 'pino';
import { LOG, REGISTRY, STORE } from '../engine/tokens.js';
import { failureFacts } from '../request-context/failure-facts.js';
import { StoreCapacity } from '../storage/store-capacity.js';
import { ActiveRequests } from '../request-context/active-requests.js';

/**
 * Each component that a request needs: `ok`, or `failing`; models are `degraded` when some have no available backend. A
 * store that is `full` accepts nothing new; the service is ready, because it can read and generate.
 * The names and reasons are in the log only, because this report is public.
 */
export interface ReadinessReport {
  readonly status: 'ready' | 'draining' | 'not_ready';
  readonly store: 'ok' | 'full' | 'failing';
  readonly models: 'ok' | 'degraded' | 'failing';
}

const timeoutMs = 2000;
/**
 * Validity of a result in milliseconds: the endpoint is public, and each check costs the store and the upstreams
 * something.
 */
const countsMs = 1000;

/** The result of a check of the store and the models. */
interface Found {
  readonly store: boolean;
  readonly models: boolean;
}

@Injectable()
export class Readiness {
  #found: Promise<Found> | undefined;
  /** Why the store was found failing the last time, if it was. */
  #failureReason: string | undefined;

  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(REGISTRY) private readonly registry: ModelRegistry,
    @Inject(ActiveRequests) private readonly open: ActiveRequests,
    @Inject(LOG) private readonly log: Logger,
    @Inject(StoreCapacity) private readonly capacity: StoreCapacity,
  ) {}

  /**
   * Ready means: the store responds, so that keys can be checked, and at least one model is initialized and
   * available. Never takes longer than two seconds.
   */
  async report(): Promise<ReadinessReport> {
    const { store, models } = await (this.#found ??= this.#check());
    const { unavailable, all } = this.registry.availability();
    const writable = store && (await this.capacity.measure()).full !== undefined ? 'full' : 'ok';
    const hasUsableModel = models && (all === 0 || unavailable < all);
    const ready = store && hasUsableModel ? 'ready' : 'not_ready';
    const modelsStatus = unavailable > 0 ? 'degraded' : 'ok';
    return {
      status: this.open.draining ? 'draining' : ready,
      store: store ? writable : 'failing',
      models: hasUsableModel ? modelsStatus : 'failing',
    };
  }

  /** Logs the reason once, and not every second. */
  async #pingStore(): Promise<void> {
    try {
      await this.store.ping();
      this.#failureReason = undefined;
    } catch (err) {
      const failureReason = err instanceof Error ? err.message : 'unknown';
      if (failureReason !== this.#failureReason)
        this.log.warn({ ...failureFacts(toEngineError(err)), err }, 'not ready: the store is failing');
      this.#failureReason = failureReason;
      throw err;
    }
  }

  async #check(): Promise<Found> {
    const { names } = this.registry;
    try {
      const [store, models] = await Promise.all([
        succeeds(this.#pingStore()),
        names.length === 0 ? true : succeeds(Promise.any(names.map((name) => this.registry.modelInfo(name)))),
      ]);
      return { store, models };
    } finally {
      setTimeout(() => (this.#found = undefined), countsMs).unref();
    }
  }
}

async function succeeds(promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  try {
    return await Promise.race([
      promise.then(
        () => true,
        () => false,
      ),
      timedOut,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
