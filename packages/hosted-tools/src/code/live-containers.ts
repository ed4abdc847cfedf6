import type { ContainerRecord } from '@org/engine';
import type { CodeSettings } from './code-settings.js';
import type { CodeExecutor } from './code-executor.js';
import { LiveContainer, type LiveSession } from './live-container.js';
import { SessionPool } from './session-pool.js';

const sweepMs = 5_000;

/** No process can be started for a container, because too many containers are busy. */
export class TooManyContainers extends Error {}

/** The containers that this replica uses, with a limited number of processes. */
export class LiveContainers {
  readonly #settings: CodeSettings;
  readonly #pool: SessionPool;
  readonly #containers = new Map<string, LiveContainer>();
  readonly #sweep: NodeJS.Timeout;

  constructor(executor: CodeExecutor, settings: CodeSettings) {
    this.#settings = settings;
    this.#pool = new SessionPool(executor, settings, settings.warmProcesses);
    this.#pool.fill();
    this.#sweep = setInterval(() => this.#endIdle(), sweepMs).unref();
  }

  /** Number of containers with processes. */
  get running(): number {
    return [...this.#containers.values()].filter(({ current }) => current !== undefined).length;
  }

  get(owner: string, id: string): LiveContainer {
    const key = JSON.stringify([owner, id]);
    const found = this.#containers.get(key) ?? new LiveContainer(owner);
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

  /** Ends the processes of a container that was deleted. */
  async remove(owner: string, id: string): Promise<void> {
    const key = JSON.stringify([owner, id]);
    const found = this.#containers.get(key);
    this.#containers.delete(key);
    await found?.stop();
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

  #endIdle(): void {
    const before = performance.now() - this.#settings.idleProcessMs;
    for (const [key, container] of this.#containers) {
      if (container.isBusy || (container.current !== undefined && container.usedAt > before)) continue;
      void container.stop();
      this.#containers.delete(key);
    }
  }
}
