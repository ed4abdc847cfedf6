import { type ChainTurn, countCharacters, type Store } from '@org/engine';

/** A turn that was made on this connection. */
interface OwnedTurn {
  readonly turn: ChainTurn;
  /** It is in the store as well, and must not outlive its deletion there. */
  readonly stored: boolean;
}

/** A turn that only this connection can continue. */
interface ConnectionTurn {
  /** It and what it continues, as far as the store cannot give that back, oldest first. */
  readonly connectionTurns: readonly OwnedTurn[];
  /** What the oldest of them continues: a turn that the store has, unless it was deleted meanwhile. */
  readonly below: string | undefined;
  /** How much room the connection's own turns take at most, in bytes of frames or characters. */
  readonly size: number;
  /** The stream that it was made on. */
  readonly streamId: string | undefined;
}

type TurnReads = Pick<Store, 'getChain' | 'readEvents'>;

/**
 * The turns of one connection that the store cannot give back: those with `store: false`, and those that continue one. What
 * they continue in the store is asked for each time. Holds little: when the sizes add up to more than `capacity`, the oldest
 * go. Turns share what they continue, which is nevertheless counted for each, so that the bound is never passed.
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

  /** As the store's method of this name, over the connection's own turns and the store's. */
  async getChain(owner: string, id: string): Promise<readonly ChainTurn[] | undefined> {
    const cached = owner === this.#owner ? this.#cached.get(id) : undefined;
    if (cached === undefined) return this.#store.getChain(owner, id);
    const below = cached.below === undefined ? [] : await this.#store.getChain(owner, cached.below);
    if (below !== undefined && (await this.#areStored(cached.connectionTurns)))
      return [...below, ...cached.connectionTurns.map(({ turn }) => turn)];
    this.#evict(id);
    return undefined;
  }

  /** Keeps `turn` if it has to be: `sentBytes` are the bytes of its frame and answer, `stored` says that the store has it. */
  add(turn: ChainTurn, sentBytes: number, stored: boolean, streamId?: string): void {
    const { previousId } = turn;
    const previous = previousId === undefined ? undefined : this.#cached.get(previousId);
    if (stored && previous === undefined) return;
    const cached = {
      connectionTurns: [...(previous?.connectionTurns ?? []), { turn, stored }],
      below: previous === undefined ? previousId : previous.below,
      // What the frame refers to is in the turn as well.
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

  /** A continuation failed on this stream: what it continued is gone, unless it belongs to another stream, which may go on from it. */
  forget(id: string, streamId?: string): void {
    if (this.#cached.get(id)?.streamId === streamId) this.#evict(id);
  }

  #evict(id: string): void {
    this.#size -= this.#cached.get(id)?.size ?? 0;
    this.#cached.delete(id);
  }

  /** Whether the store still has those of these turns that it got. */
  async #areStored(connectionTurns: readonly OwnedTurn[]): Promise<boolean> {
    const stored = connectionTurns.filter((each) => each.stored);
    // The shortest read that tells: a turn of a connection has no log.
    const found = await Promise.all(stored.map(({ turn }) => this.#store.readEvents(this.#owner, turn.id, -1, 1)));
    return found.every((log) => log !== undefined);
  }
}
