/**
 * Contents are locked under keys of their own, and those stand under a key of the operator. The first of the operator's keys
 * takes what is new; what stands under another one can be moved to it while everything goes on.
 */
export interface StoreKeyUse {
  /** How many pieces of content stand under which store key, by the operator's name for it; under `undefined`: under none. */
  countByStoreKey(): Promise<ReadonlyMap<string | undefined, number>>;
  /**
   * Moves what stands under another store key, or under none, to the first one; gives how many pieces that were. Stops early
   * when `signal` aborts. Without a store key it does nothing. A piece that cannot be moved holds up no other: it throws `internal`
   * at the end, and the next call tries that piece again.
   */
  renewStoreKeys(signal?: AbortSignal): Promise<number>;
}
