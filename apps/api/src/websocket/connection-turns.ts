import { type ChainTurn, countCharacters, type Store } from '@org/engine';

/** A turn that was made on this connection. */
interface OwnedTurn {
  readonly turn: ChainTurn;
  /** It is in the store as well, and must not outlive its deletion there. */
  readonly stored: boolean;
}

/** A turn that only this connection can continue. */
interface ConnectionTurn {
  /** The turn and its predecessors, as far as the store cannot return them, oldest first. */
  readonly connectionTurns: readonly OwnedTurn[];
  /** The predecessor of the oldest of them: a stored turn, unless it was deleted since. */
  readonly below: string | undefined;
  /** Maximum memory of the connection's own turns, in bytes of frames or characters. */
  readonly size: number;
  /** The stream that it was made on. */
  readonly streamId: string | undefined;
}

type TurnReads = Pick<Store, 'getChain' | 'readEvents'>;

/**
 * The turns of one connection that the store cannot return: those with `store: false`, and those that continue one.
 * Their predecessors in the store are read each time. Bounded: when the sizes add up to more than `capacity`, the
 * oldest are evicted. Turns share their predecessors, which nevertheless count for each, so that the bound is never
 * exceeded.
 */
export class ConnectionTurns {
  readonly #owner: string;
  readonly #store: TurnReads;
  readonly #capacity: number;
  readonly #cached = new Map<string, ConnectionTurn>();
  #size = 0;

  constructor(owner: string, store: TurnReads, capacity: number) {
    this.#owner = owner;
    this.#store = store;
    this.#capacity = capacity;
  }

  /** Like the store method of this name, over the connection's own turns and the store's. */
  async getChain(owner: string, id: string): Promise<readonly ChainTurn[] | undefined> {
    const cached = owner === this.#owner ? this.#cached.get(id) : undefined;
    if (cached === undefined) return this.#store.getChain(owner, id);
    const below = cached.below === undefined ? [] : await this.#store.getChain(owner, cached.below);
    if (below !== undefined && (await this.#areStored(cached.connectionTurns)))
      return [...below, ...cached.connectionTurns.map(({ turn }) => turn)];
    this.#evict(id);
    return undefined;
  }

  /**
   * Stores `turn` if necessary: `sentBytes` are the bytes of its frame and response, `stored` marks a turn in the
   * store.
   */
  add(turn: ChainTurn, sentBytes: number, stored: boolean, streamId?: string): void {
    const { previousId } = turn;
    const previous = previousId === undefined ? undefined : this.#cached.get(previousId);
    if (stored && previous === undefined) return;
    const cached = {
      connectionTurns: [...(previous?.connectionTurns ?? []), { turn, stored }],
      below: previous === undefined ? previousId : previous.below,
      // The turn also contains what the frame references.
      size: Math.max(sentBytes, countCharacters([turn.input, turn.output])) + (previous?.size ?? 0),
      streamId,
    };
    this.#cached.set(turn.id, cached);
    this.#size += cached.size;
    for (const id of this.#cached.keys()) {
      if (this.#size <= this.#capacity) return;
      this.#evict(id);
    }
  }

  /**
   * Forgets a turn after a failed continuation on this stream, unless it belongs to another stream, which may
   * continue it.
   */
  evict(id: string, streamId?: string): void {
    if (this.#cached.get(id)?.streamId === streamId) this.#evict(id);
  }

  #evict(id: string): void {
    this.#size -= this.#cached.get(id)?.size ?? 0;
    this.#cached.delete(id);
  }

  /** Whether the store still has those of these turns that it got. */
  async #areStored(connectionTurns: readonly OwnedTurn[]): Promise<boolean> {
    const stored = connectionTurns.filter((each) => each.stored);
    // The shortest read that shows whether the turn exists: a turn of a connection has no log.
    const found = await Promise.all(stored.map(({ turn }) => this.#store.readEvents(this.#owner, turn.id, -1, 1)));
    return found.every((log) => log !== undefined);
  }
}
