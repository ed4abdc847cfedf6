import { type ChainTurn, countCharacters, type Store } from '@org/engine';

/** A turn that was made on this connection. */
interface OwnTurn {
  readonly turn: ChainTurn;
  /** It is in the store as well, and must not outlive its deletion there. */
  readonly stored: boolean;
}

/** A turn that only this connection can continue. */
interface KeptTurn {
  /** It and what it continues, as far as the store cannot give that back, oldest first. */
  readonly own: readonly OwnTurn[];
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
  readonly #kept = new Map<string, KeptTurn>();
  #size = 0;

  constructor(owner: string, store: TurnReads, capacity: number) {
    this.#owner = owner;
    this.#store = store;
    this.#capacity = capacity;
  }

  /** As the store's method of this name, over the connection's own turns and the store's. */
  async getChain(owner: string, id: string): Promise<readonly ChainTurn[] | undefined> {
    const kept = owner === this.#owner ? this.#kept.get(id) : undefined;
    if (kept === undefined) return this.#store.getChain(owner, id);
    const below = kept.below === undefined ? [] : await this.#store.getChain(owner, kept.below);
    if (below !== undefined && (await this.#areStored(kept.own)))
      return [...below, ...kept.own.map(({ turn }) => turn)];
    this.#evict(id);
    return undefined;
  }

  /** Keeps `turn` if it has to be: `told` are the bytes of its frame and answer, `stored` says that the store has it. */
  keep(turn: ChainTurn, told: number, stored: boolean, streamId?: string): void {
    const { previousId } = turn;
    const previous = previousId === undefined ? undefined : this.#kept.get(previousId);
    if (stored && previous === undefined) return;
    const kept = {
      own: [...(previous?.own ?? []), { turn, stored }],
      below: previous === undefined ? previousId : previous.below,
      // What the frame refers to is in the turn as well.
      size: Math.max(told, countCharacters([turn.input, turn.output])) + (previous?.size ?? 0),
      streamId,
    };
    this.#kept.set(turn.id, kept);
    this.#size += kept.size;
    for (const id of this.#kept.keys()) {
      if (this.#size <= this.#capacity) return;
      this.#evict(id);
    }
  }

  /** A continuation failed on this stream: what it continued is gone, unless it belongs to another stream, which may go on from it. */
  forget(id: string, streamId?: string): void {
    if (this.#kept.get(id)?.streamId === streamId) this.#evict(id);
  }

  #evict(id: string): void {
    this.#size -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }

  /** Whether the store still has those of these turns that it got. */
  async #areStored(own: readonly OwnTurn[]): Promise<boolean> {
    const stored = own.filter((each) => each.stored);
    // The shortest read that tells: a turn of a connection has no log.
    const found = await Promise.all(stored.map(({ turn }) => this.#store.readEvents(this.#owner, turn.id, -1, 1)));
    return found.every((log) => log !== undefined);
  }
}
