import type { ChainTurn, Store } from '@org/engine/ports/store';

/** A turn that only this connection knows, with everything that it continues. */
interface KeptTurn {
  readonly chain: readonly ChainTurn[];
  /** Bytes of the frames and answers of the whole chain. */
  readonly size: number;
  /** It is in the store as well, and must not outlive its deletion there. */
  readonly stored: boolean;
}

/**
 * The turns of one connection that the store cannot give back: those with `store: false`, and those that continue one.
 * Holds little: when the sizes add up to more than `capacity` bytes, the oldest go. Turns share what they continue, which
 * is nevertheless counted for each, so that the bound is never passed.
 */
export class ConnectionTurns {
  readonly #owner: string;
  readonly #store: Pick<Store, 'getChain' | 'getTurn'>;
  readonly #capacity: number;
  readonly #kept = new Map<string, KeptTurn>();
  #size = 0;

  constructor(owner: string, store: Pick<Store, 'getChain' | 'getTurn'>, capacity: number) {
    this.#owner = owner;
    this.#store = store;
    this.#capacity = capacity;
  }

  /** As the store's method of this name, over the connection's own turns and the store's. */
  async getChain(owner: string, id: string): Promise<readonly ChainTurn[] | undefined> {
    const kept = owner === this.#owner ? this.#kept.get(id) : undefined;
    if (kept === undefined) return this.#store.getChain(owner, id);
    if (!kept.stored || (await this.#store.getTurn(owner, id)) !== undefined) return kept.chain;
    this.evict(id);
    return undefined;
  }

  /** Keeps `turn` if it has to be: `size` are the bytes of its frame and answer, `stored` says that the store has it. */
  async keep(turn: ChainTurn, size: number, stored: boolean): Promise<void> {
    const { previousId } = turn;
    const previous = previousId === undefined ? undefined : this.#kept.get(previousId);
    if (stored && previous === undefined) return;
    const earlier = previousId === undefined ? [] : (previous?.chain ?? (await this.#store.getChain(this.#owner, previousId)));
    // What it continues was deleted while it ran: nothing can continue it any more.
    if (earlier === undefined) return;
    const kept = { chain: [...earlier, turn], size: size + (previous?.size ?? 0), stored };
    this.#kept.set(turn.id, kept);
    this.#size += kept.size;
    for (const id of this.#kept.keys()) {
      if (this.#size <= this.#capacity) return;
      this.evict(id);
    }
  }

  evict(id: string): void {
    this.#size -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }
}
