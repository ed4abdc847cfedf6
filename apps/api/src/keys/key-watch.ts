import { EngineError, type Store } from '@org/engine';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import type { ActiveRequests } from '../request-context/active-requests.js';

/**
 * Polling interval for keys in milliseconds; including the second that a key is cached, work of a revoked key ends
 * within three seconds.
 */
const lookMs = 1000;

/** Something that runs in the name of a key and is not a request. */
interface WatchedWork {
  readonly keyId: string;
  readonly end: (reason: EngineError) => void;
}

export interface KeyWatchOptions {
  readonly config: Pick<ServiceConfig, 'apiKeys'>;
  readonly store: Pick<Store, 'findApiKeyIds'>;
  readonly log: Logger;
  readonly open: ActiveRequests;
}

/**
 * Aborts the work of revoked keys: requests, connections and jobs of this process; every replica checks its own. Work
 * of a merely expired key continues. The store is queried only while something runs.
 */
export class KeyWatch {
  readonly #options: KeyWatchOptions;
  readonly #watched = new Set<WatchedWork>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: KeyWatchOptions) {
    this.#options = options;
  }

  /** Keys of the configuration change with a restart, which ends everything anyway. */
  start(): void {
    if (this.#options.config.apiKeys === undefined)
      this.#timer = setInterval(
        () => (this.#looking ??= this.#look().finally(() => (this.#looking = undefined))),
        lookMs,
      ).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Calls `end` when the key is revoked; what it returns ends the watch. */
  watch(keyId: string, end: WatchedWork['end']): () => void {
    const watched = { keyId, end };
    this.#watched.add(watched);
    return () => void this.#watched.delete(watched);
  }

  /** Whether a once valid key no longer exists. Always false where keys of the store do not count. */
  async isRevoked(keyId: string): Promise<boolean> {
    return this.#options.config.apiKeys === undefined && !(await this.#options.store.findApiKeyIds([keyId])).has(keyId);
  }

  async #look(): Promise<void> {
    // Collected before the store query: a key that is created during the query does not count as revoked.
    const requests = [...this.#options.open].filter(({ principal }) => principal?.revocable === true);
    const watched = [...this.#watched];
    if (requests.length === 0 && watched.length === 0) return;
    try {
      const asked = new Set([
        ...requests.flatMap(({ principal }) => principal?.keyId ?? []),
        ...watched.map(({ keyId }) => keyId),
      ]);
      const ids = await this.#options.store.findApiKeyIds([...asked]);
      const isMissing = (keyId: string | undefined): boolean => keyId !== undefined && !ids.has(keyId);
      const ended = requests.filter(({ principal, signal }) => isMissing(principal?.keyId) && !signal.aborted);
      const others = watched.filter(({ keyId }) => isMissing(keyId));
      for (const requestContext of ended) requestContext.abort(revoked());
      for (const one of others) {
        this.#watched.delete(one);
        one.end(revoked());
      }
      if (ended.length + others.length > 0) {
        const keyIds = new Set([
          ...ended.map(({ principal }) => principal?.keyId),
          ...others.map(({ keyId }) => keyId),
        ]);
        this.#options.log.warn(
          { keyIds: [...keyIds], requests: ended.length, others: others.length },
          'requests of revoked keys cancelled',
        );
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'failed to check for revoked keys; the next attempt is in a second');
    }
  }
}

function revoked(): EngineError {
  return new EngineError('unauthenticated', 'The key was revoked.');
}
