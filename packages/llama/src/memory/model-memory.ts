import { cancelled, EngineError, type Residency, shuttingDown } from '@org/engine';
import { chooseVictims } from './choose-victims.js';
import type { ResidentModel, ResidentModelStatus } from './resident-model.js';
import type { Position } from './position.js';

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
  readonly position: Position;
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
  readonly #positions = new Set<Position>();
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
    return sumOf([...this.#positions].filter(({ state }) => state !== 'unloaded'));
  }

  status(): readonly ResidentModelStatus[] {
    const waiting = (position: Position): number => [...this.#line].filter((one) => one.position === position).length;
    return [...this.#positions].map((position) => {
      const { residentModel, state, users, loads, failedLoads } = position;
      return {
        name: residentModel.name,
        bytes: residentModel.bytes,
        state,
        users,
        waiting: waiting(position),
        loads,
        failedLoads,
      };
    });
  }

  /** Gives a model a place. It is loaded when it is used first. */
  join(residentModel: ResidentModel): Tenancy {
    const position: Position = {
      residentModel,
      state: 'unloaded',
      users: 0,
      used: 0,
      loads: 0,
      failedLoads: 0,
      idle: undefined,
      released: false,
    };
    this.#positions.add(position);
    return {
      get state() {
        return position.state;
      },
      use: (signal) => this.#use(position, signal),
      release: () => this.#release(position),
    };
  }

  async #use(position: Position, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw cancelled();
    if (position.released) throw shuttingDown();
    await new Promise<void>((resolve, reject) => {
      const cleanUp = (): void => {
        this.#line.delete(waiting);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const waiting: Waiting = {
        position,
        admit: () => {
          cleanUp();
          position.users += 1;
          position.used = ++this.#clock;
          clearTimeout(position.idle);
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
        if (position.state === 'loading') return void timer.refresh();
        waiting.refuse(outOfMemory());
        this.#serve();
      }, this.#waitMs).unref();
      signal.addEventListener('abort', giveUp, { once: true });
      this.#line.add(waiting);
      this.#serve();
      if (this.#line.has(waiting) && this.#line.size > this.#maxWaiting) waiting.refuse(outOfMemory());
    });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      position.users -= 1;
      this.#rest(position);
      this.#serve();
    };
  }

  /** Lets everybody go on who can. Whatever changes, this is called; it decides anew for the whole line. */
  #serve(): void {
    let claimed: ReadonlySet<Position> = new Set();
    let blocked = false;
    for (const waiting of [...this.#line]) {
      const { position } = waiting;
      if (position.state === 'loaded' && !claimed.has(position)) {
        waiting.admit();
      } else if (!blocked && (position.state === 'unloaded' || position.state === 'unloading')) {
        if (!this.#fitsMemory(position)) waiting.refuse(tooLarge(position.residentModel));
        else if (position.state === 'unloaded' && this.used + position.residentModel.bytes <= this.#limit)
          void this.#load(position);
        else {
          blocked = true;
          claimed = this.#freeMemory(position);
        }
      }
    }
  }

  /** Unloads the models whose room is needed as soon as all of them are idle, and gives them until then. */
  #freeMemory({ residentModel }: Position): ReadonlySet<Position> {
    const leaving = sumOf([...this.#positions].filter(({ state }) => state === 'unloading'));
    const { victims, isEnough } = chooseVictims(
      [...this.#positions],
      this.used - leaving + residentModel.bytes - this.#limit,
    );
    if (isEnough && victims.every(({ users }) => users === 0)) for (const victim of victims) void this.#unload(victim);
    return new Set(victims);
  }

  #fitsMemory({ residentModel }: Position): boolean {
    const staying = sumOf(
      [...this.#positions].filter(
        (position) =>
          position.residentModel !== residentModel && position.residentModel.pinned && position.state !== 'unloaded',
      ),
    );
    return staying + residentModel.bytes <= this.#limit;
  }

  async #load(position: Position): Promise<void> {
    position.state = 'loading';
    position.loads += 1;
    let failure: EngineError | undefined;
    try {
      await position.residentModel.load();
    } catch (thrown) {
      failure =
        thrown instanceof EngineError
          ? thrown
          : new EngineError('upstream-failed', 'The model could not be loaded.', { cause: thrown });
    }
    if (position.released) return;
    position.state = failure === undefined ? 'loaded' : 'unloaded';
    if (failure !== undefined) {
      position.failedLoads += 1;
      for (const waiting of [...this.#line]) if (waiting.position === position) waiting.refuse(failure);
    }
    this.#serve();
    this.#rest(position);
  }

  async #unload(position: Position): Promise<void> {
    clearTimeout(position.idle);
    position.state = 'unloading';
    await position.residentModel.unload();
    if (position.released) return;
    position.state = 'unloaded';
    this.#serve();
  }

  /** A model without work is unloaded after a while. */
  #rest(position: Position): void {
    const { pinned, idleMs } = position.residentModel;
    if (position.users > 0 || position.state !== 'loaded' || pinned || idleMs === 0) return;
    clearTimeout(position.idle);
    position.idle = setTimeout(() => {
      if (position.state === 'loaded' && position.users === 0) void this.#unload(position);
    }, position.residentModel.idleMs);
    position.idle.unref();
  }

  async #release(position: Position): Promise<void> {
    position.released = true;
    clearTimeout(position.idle);
    for (const waiting of [...this.#line]) if (waiting.position === position) waiting.refuse(shuttingDown());
    if (position.state !== 'unloaded') {
      position.state = 'unloading';
      await position.residentModel.unload();
    }
    position.state = 'unloaded';
    this.#positions.delete(position);
    this.#serve();
  }
}

function sumOf(positions: readonly Position[]): number {
  return positions.reduce((sum, { residentModel }) => sum + residentModel.bytes, 0);
}

function outOfMemory(): EngineError {
  return new EngineError('overloaded', 'There was no memory for the model in time: other models are at work.', {
    retryAfter: retryAfterSeconds,
  });
}

function tooLarge({ bytes }: ResidentModel): EngineError {
  return new EngineError(
    'overloaded',
    `The model needs about ${Math.ceil(bytes / 1_000_000)} MB of memory, which those that stay loaded leave no room for.`,
    { retryable: false },
  );
}
