import { cancelled, EngineError, type Residency, shuttingDown } from '@org/engine';
import { chooseVictims } from './choose-victims.js';
import type { ResidentModel, ResidentModelStatus } from './resident-model.js';
import type { MemorySlot } from './memory-slot.js';

export interface MemoryRules {
  /** Bytes that loaded models may take together. Default: no limit. */
  readonly limit?: number;
  /** Maximum time a request waits for memory before it is rejected with `overloaded`, in milliseconds. Default 60,000. */
  readonly waitMs?: number;
  /** Maximum number of waiting requests; the next one is rejected with `overloaded`. Default 1,000. */
  readonly maxWaiting?: number;
}

/** The operations of a model on its memory slot. */
export interface Tenancy {
  readonly state: Residency;
  /**
   * Resolves when the model is loaded, with the function that ends this use; calling it twice has no effect. Throws
   * the load error, `overloaded` when memory was not available in time or never can be, `cancelled` when the signal
   * aborts first.
   */
  use(signal: AbortSignal): Promise<() => void>;
  /** Unloads the model even while it is in use; waiting requests are rejected. */
  release(): Promise<void>;
}

interface Waiting {
  readonly memorySlot: MemorySlot;
  readonly admit: () => void;
  readonly refuse: (error: EngineError) => void;
}

/** Delay after which memory is likely available, in seconds: about the duration of a short completion. */
const retryAfterSeconds = 5;

/**
 * Decides which models are loaded; together they never exceed the limit. A model that does not fit waits in order of
 * arrival until the least recently used others are idle, and replaces them. Requests for one of those others
 * wait in the queue after it, so that no request starves. A model that is working is never unloaded.
 */
export class ModelMemory {
  readonly #limit: number;
  readonly #waitMs: number;
  readonly #maxWaiting: number;
  readonly #memorySlots = new Set<MemorySlot>();
  readonly #queue = new Set<Waiting>();
  readonly #announced = new Set<{ readonly pinned: boolean }>();
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

  /** Announces a model that may be loaded, so that the defaults of all leave memory for each other. Returns the way back. */
  announce(pinned: boolean): () => void {
    const model = { pinned };
    this.#announced.add(model);
    return () => void this.#announced.delete(model);
  }

  /** The number of models that are loaded at the same time at most; those that are loaded on demand take turns. */
  get shares(): number {
    const pinned = [...this.#announced].filter((model) => model.pinned).length;
    return Math.max(1, pinned + (pinned < this.#announced.size ? 1 : 0));
  }

  /** Bytes of all models that are not unloaded. */
  get used(): number {
    return sumOf([...this.#memorySlots].filter(({ state }) => state !== 'unloaded'));
  }

  status(): readonly ResidentModelStatus[] {
    const waiting = (memorySlot: MemorySlot): number =>
      [...this.#queue].filter((one) => one.memorySlot === memorySlot).length;
    return [...this.#memorySlots].map((memorySlot) => {
      const { residentModel, state, users, loads, failedLoads } = memorySlot;
      return {
        name: residentModel.name,
        bytes: residentModel.bytes,
        state,
        users,
        waiting: waiting(memorySlot),
        loads,
        failedLoads,
      };
    });
  }

  /** Registers a model; it is loaded on first use. */
  join(residentModel: ResidentModel): Tenancy {
    const memorySlot: MemorySlot = {
      residentModel,
      state: 'unloaded',
      users: 0,
      used: 0,
      loads: 0,
      failedLoads: 0,
      idle: undefined,
      released: false,
    };
    this.#memorySlots.add(memorySlot);
    return {
      get state() {
        return memorySlot.state;
      },
      use: (signal) => this.#use(memorySlot, signal),
      release: () => this.#release(memorySlot),
    };
  }

  async #use(memorySlot: MemorySlot, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw cancelled();
    if (memorySlot.released) throw shuttingDown();
    await new Promise<void>((resolve, reject) => {
      const cleanUp = (): void => {
        this.#queue.delete(waiting);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const waiting: Waiting = {
        memorySlot,
        admit: () => {
          cleanUp();
          memorySlot.users += 1;
          memorySlot.used = ++this.#clock;
          clearTimeout(memorySlot.idle);
          resolve();
        },
        refuse: (error) => {
          cleanUp();
          reject(error);
        },
      };
      const giveUp = (): void => {
        waiting.refuse(cancelled());
        this.#admitWaiting();
      };
      const timer = setTimeout(() => {
        // Loading has its own timeout; afterwards the model may have to wait for others again.
        if (memorySlot.state === 'loading') return void timer.refresh();
        waiting.refuse(outOfMemory());
        this.#admitWaiting();
      }, this.#waitMs).unref();
      signal.addEventListener('abort', giveUp, { once: true });
      this.#queue.add(waiting);
      this.#admitWaiting();
      if (this.#queue.has(waiting) && this.#queue.size > this.#maxWaiting) waiting.refuse(outOfMemory());
    });
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      memorySlot.users -= 1;
      this.#startIdleTimer(memorySlot);
      this.#admitWaiting();
    };
  }

  /** Admits every request that can proceed. It is called after every change and re-evaluates the entire queue. */
  #admitWaiting(): void {
    let claimed: ReadonlySet<MemorySlot> = new Set();
    let blocked = false;
    for (const waiting of [...this.#queue]) {
      const { memorySlot } = waiting;
      if (memorySlot.state === 'loaded' && !claimed.has(memorySlot)) {
        waiting.admit();
      } else if (!blocked && (memorySlot.state === 'unloaded' || memorySlot.state === 'unloading')) {
        if (!this.#fitsMemory(memorySlot)) waiting.refuse(tooLarge(memorySlot.residentModel));
        else if (memorySlot.state === 'unloaded' && this.used + memorySlot.residentModel.bytes <= this.#limit)
          void this.#load(memorySlot);
        else {
          blocked = true;
          claimed = this.#freeMemory(memorySlot);
        }
      }
    }
  }

  /** Unloads the models whose memory is needed as soon as all of them are idle, and returns them until then. */
  #freeMemory({ residentModel }: MemorySlot): ReadonlySet<MemorySlot> {
    const unloadingBytes = sumOf([...this.#memorySlots].filter(({ state }) => state === 'unloading'));
    const { victims, isEnough } = chooseVictims(
      [...this.#memorySlots],
      this.used - unloadingBytes + residentModel.bytes - this.#limit,
    );
    if (isEnough && victims.every(({ users }) => users === 0)) for (const victim of victims) void this.#unload(victim);
    return new Set(victims);
  }

  #fitsMemory({ residentModel }: MemorySlot): boolean {
    const retainedBytes = sumOf(
      [...this.#memorySlots].filter(
        (memorySlot) =>
          memorySlot.residentModel !== residentModel &&
          memorySlot.residentModel.pinned &&
          memorySlot.state !== 'unloaded',
      ),
    );
    return retainedBytes + residentModel.bytes <= this.#limit;
  }

  async #load(memorySlot: MemorySlot): Promise<void> {
    memorySlot.state = 'loading';
    memorySlot.loads += 1;
    let failure: EngineError | undefined;
    try {
      await memorySlot.residentModel.load();
    } catch (thrown) {
      failure =
        thrown instanceof EngineError
          ? thrown
          : new EngineError('upstream-failed', 'The service could not load the model.', { cause: thrown });
    }
    if (memorySlot.released) return;
    memorySlot.state = failure === undefined ? 'loaded' : 'unloaded';
    if (failure !== undefined) {
      memorySlot.failedLoads += 1;
      for (const waiting of [...this.#queue]) if (waiting.memorySlot === memorySlot) waiting.refuse(failure);
    }
    this.#admitWaiting();
    this.#startIdleTimer(memorySlot);
  }

  async #unload(memorySlot: MemorySlot): Promise<void> {
    clearTimeout(memorySlot.idle);
    memorySlot.state = 'unloading';
    await memorySlot.residentModel.unload();
    if (memorySlot.released) return;
    memorySlot.state = 'unloaded';
    this.#admitWaiting();
  }

  /** A model without work is unloaded after a while. */
  #startIdleTimer(memorySlot: MemorySlot): void {
    const { pinned, idleMs } = memorySlot.residentModel;
    if (memorySlot.users > 0 || memorySlot.state !== 'loaded' || pinned || idleMs === 0) return;
    clearTimeout(memorySlot.idle);
    memorySlot.idle = setTimeout(() => {
      if (memorySlot.state === 'loaded' && memorySlot.users === 0) void this.#unload(memorySlot);
    }, memorySlot.residentModel.idleMs);
    memorySlot.idle.unref();
  }

  async #release(memorySlot: MemorySlot): Promise<void> {
    memorySlot.released = true;
    clearTimeout(memorySlot.idle);
    for (const waiting of [...this.#queue]) if (waiting.memorySlot === memorySlot) waiting.refuse(shuttingDown());
    if (memorySlot.state !== 'unloaded') {
      memorySlot.state = 'unloading';
      await memorySlot.residentModel.unload();
    }
    memorySlot.state = 'unloaded';
    this.#memorySlots.delete(memorySlot);
    this.#admitWaiting();
  }
}

function sumOf(memorySlots: readonly MemorySlot[]): number {
  return memorySlots.reduce((sum, { residentModel }) => sum + residentModel.bytes, 0);
}

function outOfMemory(): EngineError {
  return new EngineError(
    'overloaded',
    'The service could not free memory for the model in time: other models are busy. Retry later.',
    {
      retryAfter: retryAfterSeconds,
    },
  );
}

function tooLarge({ bytes }: ResidentModel): EngineError {
  return new EngineError(
    'overloaded',
    `The model needs about ${Math.ceil(bytes / 1_000_000)} MB of memory, more than the models that stay loaded leave free.`,
    { retryable: false },
  );
}
