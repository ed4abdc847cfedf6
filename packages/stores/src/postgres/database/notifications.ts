import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { EngineError, type Unwatch } from '@org/engine/storage';
import { Watchers } from '../../shared/watchers.js';
import { Listener } from './listener.js';
import { toStoreError } from './postgres-failure.js';

/** The channel on which replicas notify each other of changes; the payload is the topic. */
export const channel = 'engine_store';

const firstPause = 100;
const maxPauseMs = 5_000;

/**
 * Notifications from all replicas over a dedicated connection. When the connection breaks, the service reconnects and
 * wakes all watchers, because notifications may have been missed.
 */
export class Notifications {
  readonly #watchers = new Watchers();
  readonly #closing = new AbortController();
  #listener: Listener | undefined;
  /** Its connection is being made. */
  #connecting: Listener | undefined;
  #listening: Promise<void> | undefined;

  constructor(
    private readonly config: ClientConfig,
    /** Interval between two probes of the connection, in milliseconds. */
    private readonly probeInterval: number,
  ) {}

  /** Resolves once no later notification can be missed. */
  async watch(topic: string, wake: () => void): Promise<Unwatch> {
    this.#listening ??= this.#listen();
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = undefined; // The next watcher tries again.
      throw toStoreError(error);
    }
    return this.#watchers.add(topic, wake);
  }

  async close(): Promise<void> {
    this.#closing.abort(new EngineError('internal', 'The store is closed.'));
    await Promise.all([this.#listener?.close(), this.#connecting?.close()]);
  }

  async #listen(): Promise<void> {
    const { config, probeInterval } = this;
    let listens = false;
    const listener = new Listener({
      config,
      probeInterval,
      onNotification: (topic) => this.#watchers.wake(topic),
      onBroken: () => {
        if (listens) void this.#reconnect();
      },
    });
    this.#connecting = listener;
    try {
      await listener.listen(channel);
      this.#closing.signal.throwIfAborted();
    } catch (error) {
      void listener.close(); // A standby accepts connections and rejects LISTEN.
      throw error;
    } finally {
      this.#connecting = undefined;
    }
    listens = true;
    this.#listener = listener;
  }

  async #reconnect(): Promise<void> {
    for (let pause = firstPause; !this.#closing.signal.aborted; pause = Math.min(2 * pause, maxPauseMs)) {
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
