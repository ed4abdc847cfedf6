/**
 * Envelope encryption: contents are encrypted with their own keys, which are wrapped with a store key of the
 * operator. The first store key wraps new keys; keys under another one can be rewrapped while the service runs.
 */
export interface StoreKeyUse {
  /** Number of stored contents per store key, by the operator's name for it; `undefined`: no store key. */
  countByStoreKey(): Promise<ReadonlyMap<string | undefined, number>>;
  /**
   * Rewraps contents under another store key, or under none, with the first one, and returns their number. Stops
   * early when `signal` aborts. Without a store key it does nothing. A content that cannot be rewrapped does not
   * block the others: the call throws `internal` at the end, and the next call retries it.
   */
  renewStoreKeys(signal?: AbortSignal): Promise<number>;
}
