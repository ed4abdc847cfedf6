import type { ContainerRecord } from '@org/engine';
import type { CodeSettings } from './code-settings.js';
import type { CodeExecutor } from './code-executor.js';
import { LiveContainer, type LiveSession } from './live-container.js';
import { SessionPool } from './session-pool.js';

const sweepMs = 2_000;

/** No process can be started for a container, because too many containers are busy. */
export class TooManyContainers extends Error {}

/** The containers that this replica uses, with a limited number of processes. */
export class LiveContainers {
  readonly #settings: CodeSettings;
  readonly #exists: (owner: string, id: string) => Promise<boolean>;
  readonly #pool: SessionPool;
  readonly #containers = new Map<string, LiveContainer>();
  readonly #sweep: NodeJS.Timeout;
  #isSweeping = false;

  /** `exists`: whether a container has been neither deleted, on any replica, nor expired. */
  constructor(executor: CodeExecutor, settings: CodeSettings, exists: (owner: string, id: string) => Promise<boolean>) {
    this.#exists = exists;
    this.#settings = settings;
    this.#pool = new SessionPool(executor, settings, settings.warmProcesses);
    this.#pool.fill();
    this.#sweep = setInterval(() => void this.#sweepContainers(), sweepMs).unref();
  }

  /** Number of containers with processes. */
  get running(): number {
    return [...this.#containers.values()].filter(({ current }) => current !== undefined).length;
  }

  get(owner: string, id: string): LiveContainer {
    const key = JSON.stringify([owner, id]);
    const found = this.#containers.get(key) ?? new LiveContainer(owner, id);
    this.#containers.set(key, found);
    return found;
  }

  /** The processes of a container, started where there are none. Throws {@link TooManyContainers}. */
  async start(container: LiveContainer, { memoryMiB }: ContainerRecord): Promise<LiveSession> {
    const { current } = container;
    if (current !== undefined) return current;
    const { maxRunning, maxRunningPerOwner } = this.#settings;
    this.#makeRoom(maxRunningPerOwner, ({ owner }) => owner === container.owner, container);
    this.#makeRoom(maxRunning, () => true, container);
    return container.attach(await this.#pool.take(memoryMiB));
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([this.#pool.close(), ...[...this.#containers.values()].map((one) => one.stop())]);
    this.#containers.clear();
  }

  /** A container counts from when it gets processes until its call has ended and they are gone. */
  #makeRoom(max: number, counts: (container: LiveContainer) => boolean, starting: LiveContainer): void {
    const others = [...this.#containers.values()].filter(
      (one) => one !== starting && counts(one) && (one.isBusy || one.current !== undefined),
    );
    if (others.length < max) return;
    const idle = others.filter(({ isBusy }) => !isBusy).sort((a, b) => a.usedAt - b.usedAt)[0];
    if (idle === undefined) throw new TooManyContainers('Too many containers are busy.');
    void idle.stop();
  }

  /** Ends the processes of containers that are idle for too long, deleted or expired. One sweep runs at a time. */
  async #sweepContainers(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    for (const [key, container] of [...this.#containers]) {
      const isIdle = (): boolean =>
        !container.isBusy &&
        (container.current === undefined || container.usedAt <= performance.now() - this.#settings.idleProcessMs);
      // A container is stored before it gets processes.
      const isStarting = container.isBusy && container.current === undefined;
      if (isStarting || (!isIdle() && (await this.#isStored(container)))) continue;
      void container.stop();
      if (this.#containers.get(key) === container) this.#containers.delete(key);
    }
    this.#isSweeping = false;
  }

  /** Also where the store does not respond: the processes then end when they are idle. */
  async #isStored({ owner, id }: LiveContainer): Promise<boolean> {
    return await this.#exists(owner, id).catch(() => true);
  }
}
