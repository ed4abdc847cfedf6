import type { FileStore } from './file-store.js';
import type { Page, PageRequest } from './page.js';

/** A container: a work folder for code that outlives the processes that use it. */
export interface ContainerRecord {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Unix milliseconds. */
  readonly lastActiveAt: number;
  /** Minutes after `lastActiveAt` when it expires. */
  readonly idleMinutes: number;
  /** MiB of memory of its processes. Absent: the limit of the configuration. */
  readonly memoryMiB?: number;
  readonly files: readonly ContainerFile[];
  /** Files that code has overwritten, the oldest first: responses have named them, so that clients can still read them. */
  readonly earlierFiles?: readonly ContainerFile[];
  /** Identifies the process whose variables the next call expects. Absent: no call has left variables. */
  readonly sessionId?: string;
}

/** A file of a container; its bytes are those of a file of the {@link FileStore}. */
export interface ContainerFile {
  readonly fileId: string;
  /** Relative to the work folder, with `/`; unique within the container. */
  readonly path: string;
  readonly bytes: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly source: 'user' | 'assistant';
  /** The client's file that was here before code changed it. Absent: there was none. */
  readonly uploadId?: string;
  /** The file belongs to the container alone and is deleted with it. Otherwise the client uploaded it. */
  readonly isOwned: boolean;
}

/** A container with the number of its changes. */
export interface StoredContainer {
  readonly record: ContainerRecord;
  readonly version: number;
}

/** Limits of an owner. */
export interface ContainerQuota {
  readonly containers: number;
  /** Maximum bytes of everything that the owner stores, as in `TurnAddition`. Default: unlimited. */
  readonly maxStoredBytes?: number | undefined;
}

/** When a container expires, in Unix milliseconds. */
export function containerExpiry({ lastActiveAt, idleMinutes }: ContainerRecord): number {
  return lastActiveAt + idleMinutes * 60_000;
}

/**
 * Containers, with their files in the {@link FileStore} of the same store. The reader of an expired container still gets
 * it until a sweep deletes it, so that a client learns that it has expired.
 */
export interface ContainerStore {
  /** Stores a new container. False when its owner has the maximum number of containers. */
  createContainer(container: ContainerRecord, quota: ContainerQuota): Promise<boolean>;
  getContainer(owner: string, id: string): Promise<StoredContainer | undefined>;
  /** Replaces a container. False when it is missing, or its version is not `version`. */
  updateContainer(container: ContainerRecord, version: number): Promise<boolean>;
  /** Ordered by id, which is the order of age. */
  listContainers(owner: string, page: PageRequest): Promise<Page<ContainerRecord>>;
  /** True when a container was deleted, with the files that it owns. */
  deleteContainer(owner: string, id: string): Promise<boolean>;
  /** Some containers that expired at or before `now`, for a sweep that deletes them. */
  listExpiredContainers(now: number, limit: number): Promise<readonly Pick<ContainerRecord, 'owner' | 'id'>[]>;
}

/** Where containers and their files are stored. */
export type ContainersAndFiles = ContainerStore & FileStore;
