import { cancelled, EngineError, type Residency, shuttingDown } from '@org/engine';
import { chooseVictims } from './choose-victims.js';
import type { MemoryTenant, TenantStatus } from './memory-tenant.js';
import type { Place } from './place.js';

export interface MemoryRules {
  /** Bytes that loaded models may take together. Default: no limit. */
  readonly limit?: number;
  /** How long a request waits for room before it is refused with `overloaded`. Milliseconds. Default 60,000. */
  readonly waitMs?: number;
  /** Requests that may wait; the next one is refused with `overloaded`. Default 1,000. */
  readonly maxWaiting?: number;
}

/** What a model does with its place in the memory. */
export interface Tenancy {
  readonly state: Residency;
  /**
   * Resolves when the model is loaded, with the function that ends this use; calling that twice does nothing. Throws what
   * loading threw, `overloaded` when there was no room in time or can never be, `cancelled` when the signal aborts first.
   */
  use(signal: AbortSignal): Promise<() => void>;
  /** Unloads the model, whoever uses it. Those who wait for it are refused. */
  release(): Promise<void>;
}

interface Waiting {
  readonly place: Place;
  readonly admit: () => void;
  readonly refuse: (error: EngineError) => void;
}

/** Seconds after which room is likely: about what a short answer takes. */
const retryAfterSeconds = 5;

/**
 * Decides which models are loaded. Together they never take more than the limit. One that is needed and does not fit waits,
 * first come, first served, until the least recently used others are idle, and takes their place; who wants one of
 * those meanwhile waits behind it, so that nobody waits for ever. A model that works is never unloaded.
 */
export class ModelMemory {
  readonly #limit: number;
  readonly #waitMs: number;
  readonly #maxWaiting: number;
  readonly #places = new Set<Place>();
  readonly #line = new Set<Waiting>();
  #clock = 0;

  constructor({ limit = Number.POSITIVE_INFINITY, waitMs = 60_000, maxWaiting = 1_000 }: MemoryRules = {}) {
    this.#limit = limit;
    this.#waitMs = waitMs;
    this.#maxWaiting = maxWaiting;
  }

  /** Bytes; infinite without a limit. */
  get limit(): number {
    return this.#limit;
  }

  /** Bytes of all models that are not unloaded. */
  get used(): number {
    return sumOf([...this.#places].filter(({ state }) => state !== 'unloaded'));
  }

  status(): readonly TenantStatus[] {
    const waiting = (place: Place): number => [...this.#line].filter((one) => one.place === place).length;
    return [...this.#places].map((place) => {
      const { tenant, state, users, loads, failedLoads } = place;
      return { name: tenant.name, bytes: tenant.bytes, state, users, waiting: waiting(place), loads, failedLoads };
    });
  }

  /** Gives a model a place. It is loaded when it is used first. */
  join(tenant: MemoryTenant): Tenancy {
    const place: Place = {
      tenant,
      state: 'unloaded',
      users: 0,
      used: 0,
      loads: 0,
      failedLoads: 0,
      idle: undefined,
      released: false,
    };
    this.#places.add(place);
    return {
      get state() {
        return place.state;
      },
      use: (signal) => this.#use(place, signal),
      release: () => this.#release(place),
    };
  }

  async #use(place: Place, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw cancelled();
    if (place.released) throw shuttingDown();
    await new Promise<void>((resolve, reject) => {
      const cleanUp = (): void => {
        this.#line.delete(waiting);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const waiting: Waiting = {
        place,
        admit: () => {
          cleanUp();
          place.users += 1;
          place.used = ++this.#clock;
          clearTimeout(place.idle);
          resolve();
        },
        refuse: (error) => {
          cleanUp();
          reject(error);
        },
      };
      const giveUp = (): void => {
        waiting.refuse(cancelled());
        this.#serve();
      };
      const timer = setTimeout(() => {
        // Loading has a limit of its own; after it the model may have to wait for others again.
        if (place.state === 'loading') return void timer.refresh();
        waiting.refuse(noRoom());
        this.#serve();
      }, this.#waitMs).unref();
      signal.addEventListener('abort', giveUp, { once: true });
      this.#line.add(waiting);
      this.#serve();
      if (this.#line.has(waiting) && this.#line.size > this.#maxWaiting) waiting.refuse(noRoom());
    });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      place.users -= 1;
      this.#rest(place);
      this.#serve();
    };
  }

  /** Lets everybody go on who can. Whatever changes, this is called; it decides anew for the whole line. */
  #serve(): void {
    let claimed: ReadonlySet<Place> = new Set();
    let blocked = false;
    for (const waiting of [...this.#line]) {
      const { place } = waiting;
      if (place.state === 'loaded' && !claimed.has(place)) {
        waiting.admit();
      } else if (!blocked && (place.state === 'unloaded' || place.state === 'unloading')) {
        if (!this.#canEverFit(place)) waiting.refuse(tooLarge(place.tenant));
        else if (place.state === 'unloaded' && this.used + place.tenant.bytes <= this.#limit) void this.#load(place);
        else {
          blocked = true;
          claimed = this.#makeRoom(place);
        }
      }
    }
  }

  /** Unloads the models whose room is needed as soon as all of them are idle, and gives them until then. */
  #makeRoom({ tenant }: Place): ReadonlySet<Place> {
    const leaving = sumOf([...this.#places].filter(({ state }) => state === 'unloading'));
    const { victims, isEnough } = chooseVictims([...this.#places], this.used - leaving + tenant.bytes - this.#limit);
    if (isEnough && victims.every(({ users }) => users === 0)) for (const victim of victims) void this.#unload(victim);
    return new Set(victims);
  }

  #canEverFit({ tenant }: Place): boolean {
    const staying = sumOf(
      [...this.#places].filter((place) => place.tenant !== tenant && place.tenant.pinned && place.state !== 'unloaded'),
    );
    return staying + tenant.bytes <= this.#limit;
  }

  async #load(place: Place): Promise<void> {
    place.state = 'loading';
    place.loads += 1;
    let failure: EngineError | undefined;
    try {
      await place.tenant.load();
    } catch (thrown) {
      failure =
        thrown instanceof EngineError
          ? thrown
          : new EngineError('upstream-failed', 'The model could not be loaded.', { cause: thrown });
    }
    if (place.released) return;
    place.state = failure === undefined ? 'loaded' : 'unloaded';
    if (failure !== undefined) {
      place.failedLoads += 1;
      for (const waiting of [...this.#line]) if (waiting.place === place) waiting.refuse(failure);
    }
    this.#serve();
    this.#rest(place);
  }

  async #unload(place: Place): Promise<void> {
    clearTimeout(place.idle);
    place.state = 'unloading';
    await place.tenant.unload();
    if (place.released) return;
    place.state = 'unloaded';
    this.#serve();
  }

  /** A model without work is unloaded after a while. */
  #rest(place: Place): void {
    const { pinned, idleMs } = place.tenant;
    if (place.users > 0 || place.state !== 'loaded' || pinned || idleMs === 0) return;
    clearTimeout(place.idle);
    place.idle = setTimeout(() => {
      if (place.state === 'loaded' && place.users === 0) void this.#unload(place);
    }, place.tenant.idleMs);
    place.idle.unref();
  }

  async #release(place: Place): Promise<void> {
    place.released = true;
    clearTimeout(place.idle);
    for (const waiting of [...this.#line]) if (waiting.place === place) waiting.refuse(shuttingDown());
    if (place.state !== 'unloaded') {
      place.state = 'unloading';
      await place.tenant.unload();
    }
    place.state = 'unloaded';
    this.#places.delete(place);
    this.#serve();
  }
}

function sumOf(places: readonly Place[]): number {
  return places.reduce((sum, { tenant }) => sum + tenant.bytes, 0);
}

function noRoom(): EngineError {
  return new EngineError('overloaded', 'There was no memory for the model in time: other models are at work.', {
    retryAfter: retryAfterSeconds,
  });
}

function tooLarge({ bytes }: MemoryTenant): EngineError {
  return new EngineError(
    'overloaded',
    `The model needs about ${Math.ceil(bytes / 1_000_000)} MB of memory, which those that stay loaded leave no room for.`,
    { retryable: false },
  );
}
