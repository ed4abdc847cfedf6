/**
 * The account of the memory that a store uses for its callers. The caller of the store, a request or a job, holds what
 * was reserved until it ends.
 */
export interface StoreMemory {
  /**
   * Reserves memory for `bytes` of stored content before a store reads them. Returns undefined where it is free,
   * otherwise waits. Throws or rejects with `overloaded`; the store has read nothing by then.
   */
  reserve(owner: string, bytes: number): Promise<void> | undefined;
  /**
   * As `reserve`, for a page of a log: it takes the place of the page that the same caller has read before, because a
   * reader of a log has one page at a time.
   */
  reservePage(owner: string, bytes: number): Promise<void> | undefined;
  /**
   * Counts `bytes` of content that a store is about to write. They exist already, so this never waits and never fails.
   * The returned function ends it.
   */
  count(owner: string, bytes: number): () => void;
}

/** Reserves nothing: for a store without limits. */
export const unlimitedMemory: StoreMemory = {
  reserve: () => undefined,
  reservePage: () => undefined,
  count: () => () => undefined,
};
