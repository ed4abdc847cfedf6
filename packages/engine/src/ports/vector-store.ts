import type { AttributeFilter, AttributeValue } from '../model/hosted-tool.js';
import type { Page, PageRequest } from './page.js';

/** A model and the length of its vectors. Vectors are compared only with those of the same model and length. */
export interface EmbeddingSpace {
  /** As the configuration calls it. */
  readonly model: string;
  readonly dimensions: number;
}

/** What a client can set of a vector store. */
export interface VectorStoreSettings {
  readonly name: string;
  readonly description?: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The store expires this long after `lastActiveAt`, in milliseconds. Absent: stored until deleted. */
  readonly expiresAfterMs?: number;
  /** What embeds the files of the store. Absent: its files are only searched by their words. */
  readonly embedding?: EmbeddingSpace;
}

/** A vector store as it is created. */
export interface NewVectorStore extends VectorStoreSettings {
  readonly id: string;
  readonly owner: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** A vector store as it is now. */
export interface VectorStoreRecord extends NewVectorStore {
  /** Unix milliseconds: its creation, or the last `touchVectorStores`. */
  readonly lastActiveAt: number;
  /** Unix milliseconds. */
  readonly expiresAt?: number;
  readonly fileCounts: VectorStoreFileCounts;
  /** Bytes of the chunks of its files, with what is stored to search them. */
  readonly usageBytes: number;
}

/** Numbers of files by status. */
export interface VectorStoreFileCounts {
  readonly inProgress: number;
  readonly completed: number;
  readonly failed: number;
  readonly cancelled: number;
}

/** How far a file of a vector store is. */
export type VectorStoreFileStatus = 'in_progress' | 'completed' | 'failed' | 'cancelled';

/** Why the ingestion of a file failed, in the words of the responses API. */
export interface IngestionFailure {
  readonly code: 'server_error' | 'unsupported_file' | 'invalid_file';
  readonly message: string;
}

/** Attributes of a file in a vector store, by name. */
export type FileAttributes = Readonly<Record<string, AttributeValue>>;

/** Lengths in tokens. */
export interface ChunkLengths {
  readonly maxTokens: number;
  readonly overlapTokens: number;
}

/** A file that is to be ingested into a vector store. */
export interface NewVectorStoreFile {
  /** Id of a file of the same owner in the {@link FileStore}; the caller has checked that it exists. */
  readonly fileId: string;
  /** A search returns it with each chunk. */
  readonly filename: string;
  readonly attributes: FileAttributes;
  readonly chunkLengths: ChunkLengths;
  /** Name of the key that attached it: its storage quota holds for the chunks. Absent: the default quota does. */
  readonly keyName?: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
}

/** A file of a vector store as it is now. */
export interface VectorStoreFileRecord extends NewVectorStoreFile {
  readonly vectorStoreId: string;
  readonly status: VectorStoreFileStatus;
  /** With the status `failed`. */
  readonly lastError?: IngestionFailure;
  /** Number of its chunks that can be searched. */
  readonly chunks: number;
  readonly usageBytes: number;
}

/** Files that were attached with one request. */
export interface FileBatchRecord {
  readonly id: string;
  readonly vectorStoreId: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly cancelled: boolean;
  /** Of its files that are still attached. */
  readonly fileCounts: VectorStoreFileCounts;
}

/** A part of the text of a file. */
export interface Chunk {
  readonly text: string;
  /** Page of the file on which it starts, counted from 1. */
  readonly page?: number;
  /** The heading above it. */
  readonly heading?: string;
}

/** A chunk, and the vector of its text: of length 1, so that a product of two is their cosine. */
export interface EmbeddedChunk extends Chunk {
  readonly vector?: Float32Array;
}

/** A chunk that a search found. */
export interface ChunkHit extends Chunk {
  readonly vectorStoreId: string;
  readonly fileId: string;
  readonly filename: string;
  readonly attributes: FileAttributes;
  /** Number of the chunk in its file, from 0. */
  readonly chunk: number;
  /** Greater is better. Only hits of one search can be compared: `fuseHits` makes scores from 0 to 1. */
  readonly score: number;
}

/** Which chunks a search considers. */
export interface ChunkSearch {
  /** At least one. */
  readonly vectorStoreIds: readonly string[];
  /** Files that it does not match are not ranked. Default: all files. */
  readonly filter?: AttributeFilter;
  /** Maximum number of hits, at least 1. */
  readonly limit: number;
}

/** The requested page of a list that is ordered by id, which is the order of age. */
export interface CursorPageRequest extends PageRequest {
  /** Id of the entry after the last requested one: the page has the entries next to it. Only without `after`. */
  readonly before?: string;
}

/** Which files of a vector store a page lists. */
export interface FilePageFilter {
  readonly status?: VectorStoreFileStatus;
  /** Only files of this batch. */
  readonly batchId?: string;
}

/** Storage quota of an owner. Absent members are unlimited. */
export interface VectorStoreQuota {
  readonly vectorStores?: number;
  /** Files of one vector store. */
  readonly files?: number;
  /** Bytes of everything that the owner stores, as in `TurnAddition`; the store throws as documented there. */
  readonly maxStoredBytes?: number | undefined;
}

/** Result of attaching files: `full` when the store would have more files than the quota; then none is attached. */
export type AttachOutcome = 'attached' | 'missing' | 'full';

/** A file whose ingestion one worker has claimed. */
export interface IngestionLease {
  readonly owner: string;
  readonly vectorStoreId: string;
  readonly fileId: string;
  /** Number of the claim, from 1. Each claim invalidates the earlier ones. */
  readonly attempt: number;
}

/** The work of making one file of a vector store searchable. */
export interface Ingestion extends IngestionLease {
  /**
   * Claims since the file was attached that ended in a failure or without a release, with this one. A limit of attempts
   * compares this number: `attempt` also counts claims of earlier attaches and graceful releases.
   */
  readonly failures: number;
  readonly file: VectorStoreFileRecord;
  readonly embedding?: EmbeddingSpace;
}

/** How many files are in progress, in vector stores that have not expired. */
export interface IngestionCounts {
  readonly queued: number;
  readonly running: number;
  /** When the oldest of them was attached, in Unix milliseconds. Absent: there is none. */
  readonly oldestAt?: number;
}

/**
 * Maximum number of chunks of a file: they are published in one transaction.
 */
export const maxChunksPerFile = 20_000;

/**
 * Vector stores: files, their chunks, and the search in them. An expired vector store counts as missing, swept or not.
 * `deleteFile` of the file store, and the expiry of a file, also delete it with its chunks from every vector store;
 * `deleteExpired` deletes expired vector stores. Bytes count as those of files in the storage account.
 */
export interface VectorStoreStore {
  /** False when its owner has reached the maximum number of vector stores. */
  createVectorStore(store: NewVectorStore, quota?: VectorStoreQuota): Promise<boolean>;
  getVectorStore(owner: string, id: string): Promise<VectorStoreRecord | undefined>;
  listVectorStores(owner: string, page: CursorPageRequest): Promise<Page<VectorStoreRecord>>;
  /**
   * Replaces all settings. A new embedding space affects files that are ingested from then on; until others are
   * ingested again, a search by vector does not find them. False when it is missing.
   */
  updateVectorStore(owner: string, id: string, settings: VectorStoreSettings): Promise<boolean>;
  /** Sets `lastActiveAt` of these stores to `at` (Unix milliseconds), unless it is later. Missing ones are ignored,
   * and those that have expired by then. */
  touchVectorStores(owner: string, ids: readonly string[], at: number): Promise<void>;
  /**
   * True when it was deleted, with its files' chunks; the files themselves remain. Erases as `deleteTurn` does, in
   * batches: the complete store is missing from the first batch on.
   */
  deleteVectorStore(owner: string, id: string): Promise<boolean>;

  /**
   * Attaches files with the status `in_progress`: workers claim them. A file that is attached already is ingested
   * again with its new attributes and lengths. `batch`: the files also form this batch.
   */
  attachFiles(
    owner: string,
    vectorStoreId: string,
    files: readonly NewVectorStoreFile[],
    options?: {
      readonly batch?: { readonly id: string; readonly createdAt: number };
      readonly quota?: VectorStoreQuota;
    },
  ): Promise<AttachOutcome>;
  getVectorStoreFile(owner: string, vectorStoreId: string, fileId: string): Promise<VectorStoreFileRecord | undefined>;
  /** `undefined` when the vector store is missing. */
  listVectorStoreFiles(
    owner: string,
    vectorStoreId: string,
    page: CursorPageRequest,
    filter?: FilePageFilter,
  ): Promise<Page<VectorStoreFileRecord> | undefined>;
  /** False when it is missing. */
  setFileAttributes(owner: string, vectorStoreId: string, fileId: string, attributes: FileAttributes): Promise<boolean>;
  /** True when it was detached and its chunks were deleted. The file itself remains. */
  detachFile(owner: string, vectorStoreId: string, fileId: string): Promise<boolean>;

  getFileBatch(owner: string, vectorStoreId: string, batchId: string): Promise<FileBatchRecord | undefined>;
  /** Cancels its files that are in progress: no worker can publish them any more. False when the batch is missing. */
  cancelFileBatch(owner: string, vectorStoreId: string, batchId: string): Promise<boolean>;

  /**
   * Claims a file in progress that no worker holds: of the owner with the fewest claimed files, the one that was
   * attached first. `undefined` when there is none.
   */
  claimIngestion(leaseMs: number): Promise<Ingestion | undefined>;
  /** False when the lease is lost: the file was detached, deleted, cancelled or claimed by another worker. */
  extendIngestion(lease: IngestionLease, leaseMs: number): Promise<boolean>;
  /**
   * Returns a file to the queue before its lease ends. The claim counts among the `failures` of the file only with
   * `failed`. Default: false, as for a process that stops.
   */
  releaseIngestion(lease: IngestionLease, options?: { readonly failed?: boolean }): Promise<void>;
  /**
   * Publishes all chunks of a file in one transaction and completes it; replaces what an earlier attempt published.
   * `space`: what made the vectors, if every chunk has one. False, and nothing is written, when the lease is lost.
   * Throws `invalid-request` for more than {@link maxChunksPerFile} chunks and as `TurnAddition.maxStoredBytes` says.
   */
  publishFile(
    lease: IngestionLease,
    chunks: readonly EmbeddedChunk[],
    options?: { readonly space?: EmbeddingSpace; readonly maxStoredBytes?: number | undefined },
  ): Promise<boolean>;
  /** Ends the ingestion; the file has no chunks. False when the lease is lost. */
  failIngestion(lease: IngestionLease, failure: IngestionFailure): Promise<boolean>;
  /** The files in progress of all owners. */
  countIngestions(): Promise<IngestionCounts>;
  /** Calls `wake` when files were attached or returned to the queue; extra calls are possible. */
  watchIngestions(wake: () => void): Promise<() => void>;

  /** Chunks of a completed file from number `from` on, in order. `undefined` when it is missing. */
  readChunks(
    owner: string,
    vectorStoreId: string,
    fileId: string,
    from: number,
    limit: number,
  ): Promise<readonly Chunk[] | undefined>;
  /**
   * Chunks with words of the query, best first. Every character of a query is text, none is syntax. `undefined` when
   * one of the vector stores is missing.
   */
  searchByText(owner: string, query: string, search: ChunkSearch): Promise<readonly ChunkHit[] | undefined>;
  /**
   * The chunks nearest to a vector of this space, best first: an exact scan. Files with vectors of another space are
   * not found. `undefined` when one of the vector stores is missing.
   */
  searchByVector(
    owner: string,
    query: { readonly space: EmbeddingSpace; readonly vector: Float32Array },
    search: ChunkSearch,
  ): Promise<readonly ChunkHit[] | undefined>;
}
