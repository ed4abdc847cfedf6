import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { EngineError } from '../../errors/engine-error.js';
import type { Unwatch } from '../../ports/turn-event-log.js';
import { Watchers } from '../watchers.js';
import { toStoreError } from './postgres-failure.js';

/** The channel on which replicas tell each other what changed; the payload is the topic. */
export const channel = 'engine_store';

const firstPause = 100;
const longestPause = 5_000;

/**
 * News from all replicas over a connection of its own. When the connection breaks it is made again, and everybody is
 * woken then, because nobody knows what was missed.
 */
export class Notifications {
  readonly #watchers = new Watchers();
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #listening: Promise<void> | undefined;

  constructor(private readonly config: ClientConfig) {}

  /** Resolves once nothing that happens from now on can be missed. */
  async watch(topic: string, wake: () => void): Promise<Unwatch> {
    this.#listening ??= this.#listen();
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = undefined; // The next one who watches tries again.
      throw toStoreError(error);
    }
    return this.#watchers.add(topic, wake);
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineError('internal', 'The store is closed.'));
    await this.#client?.end().catch(() => undefined);
  }

  async #listen(): Promise<void> {
    const client = new Client(this.config);
    client.on('notification', ({ payload }) => this.#watchers.wake(payload ?? ''));
    const broken = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      this.#closing.signal.throwIfAborted();
    } catch (error) {
      // A standby lets everybody in and refuses to listen. Not waited for: a silent network would never say that it is over.
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    void broken.then(() => this.#reconnect(client));
  }

  async #reconnect(broken: Client): Promise<void> {
    await broken.end().catch(() => undefined);
    for (let pause = firstPause; !this.#closing.signal.aborted; pause = Math.min(2 * pause, longestPause)) {
      try {
        await this.#listen();
        this.#watchers.wakeAll();
        return;
      } catch {
        await sleep(pause, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined);
      }
    }
  }
}
