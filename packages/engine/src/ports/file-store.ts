import type { CompletedAttempt } from './idempotency-store.js';
import type { Page, PageRequest } from './page.js';

/** What is known of a file that a client uploaded. */
export interface FileRecord {
  readonly id: string;
  readonly owner: string;
  readonly filename: string;
  /** MIME type, as the client told it or its name promises it. */
  readonly mediaType: string;
  /** What the client means to do with it: a short word of its wire. */
  readonly purpose: string;
  /** Bytes of its content. */
  readonly size: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds; absent: kept until deleted. */
  readonly expiresAt?: number;
}

/** A file that is on its way in. */
export type NewFile = Pick<FileRecord, 'owner' | 'id' | 'createdAt'>;

/** What is said of a file once all of it has come. */
export type FinishedFile = Omit<FileRecord, 'size' | 'createdAt'>;

/** How much an owner may keep, files on their way in among it. Uploads at the same moment may go beyond by a piece each. */
export interface FileQuota {
  readonly files: number;
  readonly bytes: number;
}

/** What came of a piece: `full` when the owner's files have as many bytes as they may, `missing` when there is no such file on its way in. */
export type AppendChunkOutcome = 'added' | 'full' | 'missing';

/** Which files of a list are wanted: ids in their order, which is that of their age. `after` need not be there any more. */
export interface FilePageRequest extends PageRequest {
  /** Only those with this purpose. */
  readonly purpose?: string;
}

/**
 * Bytes of every piece of a file but its last. Divisible by three: so the base64 of the pieces, one behind the other, is that of the file.
 */
export const fileChunkBytes = 786_432;

/** Files that clients upload once and name by their ids. One that has expired is missing, swept or not. */
export interface FileStore {
  /** Makes room for a file, which nobody sees before it is finished. False when its owner has as many files as may be. */
  createFile(file: NewFile, quota: FileQuota): Promise<boolean>;
  /** Adds the piece `number`, from 0 on without gaps, to a file that is on its way in. */
  appendFileChunk(
    owner: string,
    id: string,
    number: number,
    chunk: Uint8Array,
    quota: FileQuota,
  ): Promise<AppendChunkOutcome>;
  /**
   * From here on it can be seen and read. False when there is no such file on its way in. `completedAttempt`: the answer to the idempotent request
   * that uploads it, as with `putTurn`: kept in the same step, or `conflict` and the file stays on its way.
   */
  finishFile(file: FinishedFile, completedAttempt?: CompletedAttempt): Promise<boolean>;
  getFile(owner: string, id: string): Promise<FileRecord | undefined>;
  /** A piece of a finished file. `undefined` when there is none of this number, or the file is missing. */
  readFileChunk(owner: string, id: string, number: number): Promise<Uint8Array | undefined>;
  listFiles(owner: string, page: FilePageRequest): Promise<Page<FileRecord>>;
  /** True when there was something to delete, finished or not. Its content goes in pieces, as with `deleteTurn`. */
  deleteFile(owner: string, id: string): Promise<boolean>;
}
