/**
 * Contents are locked under keys of their own, and those stand under a key of the operator. The first of the operator's keys
 * takes what is new; what stands under another one can be moved to it while everything goes on.
 */
export interface StoreKeyUse {
  /** How many pieces of content stand under which store key, by the operator's name for it; under `undefined`: under none. */
  countByStoreKey(): Promise<ReadonlyMap<string | undefined, number>>;
  /**
   * Moves what stands under another store key, or under none, to the first one; gives how many pieces that were. Stops early
   * when `signal` aborts. Without a store key it does nothing.
   */
  renewStoreKeys(signal?: AbortSignal): Promise<number>;
}
