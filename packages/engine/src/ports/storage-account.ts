/** Bytes that a store holds, by kind. */
export interface StoredBytes {
  /** Responses, batches and messages of threads, with their logs and waiting jobs, and idempotent responses. */
  readonly responses: number;
  readonly conversations: number;
  /** Files, including uploads in progress, vector stores and containers. */
  readonly files: number;
}

/** The bytes of an owner without records. */
export const nothingStored: StoredBytes = { responses: 0, conversations: 0, files: 0 };

/** All kinds together. */
export function totalBytes({ responses, conversations, files }: StoredBytes): number {
  return responses + conversations + files;
}

/**
 * Bytes that each record counts in addition to its contents: a turn, each of its items, a conversation and its items, a
 * file, a container, a vector store and its files, an idempotent response. They stand for its row and its index entries.
 */
export const recordBytes = 800;

/**
 * The account of what owners store. Every write changes it in its own transaction, so it always agrees with the rows. A
 * deleted record counts until its last batch is gone.
 */
export interface StorageAccount {
  getStoredBytes(owner: string): Promise<StoredBytes>;
  /** Of all owners together. Reads one row for each owner. */
  sumStoredBytes(): Promise<StoredBytes>;
  /** Computes `getStoredBytes` from the records themselves. Reads every record of the owner, so it takes long. */
  measureStoredBytes(owner: string): Promise<StoredBytes>;
}
