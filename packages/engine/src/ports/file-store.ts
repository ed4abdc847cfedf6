import type { CompletedAttempt } from './idempotency-store.js';
import type { Page, PageRequest } from './page.js';

/** What is known of a file that a client uploaded. */
export interface FileRecord {
  readonly id: string;
  readonly owner: string;
  readonly filename: string;
  /** MIME type, as sent by the client or derived from the file name. */
  readonly mediaType: string;
  /** Purpose of the file: a short identifier from the client's API. */
  readonly purpose: string;
  /** Bytes of its content. */
  readonly size: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. Absent: stored until deleted. */
  readonly expiresAt?: number;
}

/** A file whose upload is in progress. */
export type NewFile = Pick<FileRecord, 'owner' | 'id' | 'createdAt'>;

/** Metadata of a file after its upload has completed. */
export type FinishedFile = Omit<FileRecord, 'size' | 'createdAt'>;

/** Storage quota of an owner, including uploads in progress. Concurrent uploads may exceed it by one chunk each. */
export interface FileQuota {
  readonly files: number;
  readonly bytes: number;
  /**
   * Maximum bytes of everything that the owner stores, as in `TurnAddition`; never exceeded. Default: unlimited.
   */
  readonly maxStoredBytes?: number | undefined;
}

/**
 * Result of appending a chunk: `full` when the owner's files have reached the byte quota, `missing` when no such
 * upload is in progress.
 */
export type AppendChunkOutcome = 'added' | 'full' | 'missing';

/** The requested page of a file list, ordered by id, which is the order of age. `after` may name a deleted file. */
export interface FilePageRequest extends PageRequest {
  /** Only those with this purpose. */
  readonly purpose?: string;
}

/**
 * Bytes of every chunk of a file except the last. Divisible by three, so the concatenated base64 of the chunks is
 * that of the file.
 */
export const fileChunkBytes = 786_432;

/** Files that clients upload once and reference by id. An expired file counts as missing, swept or not. */
export interface FileStore {
  /**
   * Creates a file that stays invisible until it is finished. False when its owner has reached the maximum number of
   * files.
   */
  createFile(file: NewFile, quota: FileQuota): Promise<boolean>;
  /** Appends chunk `number`, counted from 0 without gaps, to an upload in progress. */
  appendFileChunk(
    owner: string,
    id: string,
    number: number,
    chunk: Uint8Array,
    quota: FileQuota,
  ): Promise<AppendChunkOutcome>;
  /**
   * Makes the file visible and readable. False when no such upload is in progress. `completedAttempt`: the response
   * to the idempotent request that uploads it, as with `putTurn`: stored in the same step, or `conflict` and the
   * upload stays in progress.
   */
  finishFile(file: FinishedFile, completedAttempt?: CompletedAttempt): Promise<boolean>;
  getFile(owner: string, id: string): Promise<FileRecord | undefined>;
  /** A chunk of a finished file. `undefined` when no chunk has this number or the file is missing. */
  readFileChunk(owner: string, id: string, number: number): Promise<Uint8Array | undefined>;
  listFiles(owner: string, page: FilePageRequest): Promise<Page<FileRecord>>;
  /** True when a file was deleted, finished or not. Its content is deleted in batches, as with `deleteTurn`. */
  deleteFile(owner: string, id: string): Promise<boolean>;
}
