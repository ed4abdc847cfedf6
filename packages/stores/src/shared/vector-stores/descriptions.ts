// The encrypted columns of vector stores and their files, as JSON that the service wrote.
import type {
  EmbeddingSpace,
  IngestionCounts,
  IngestionFailure,
  NewVectorStoreFile,
  VectorStoreFileCounts,
  VectorStoreFileRecord,
  VectorStoreFileStatus,
  VectorStoreRecord,
  VectorStoreSettings,
} from '@org/engine/storage';
import { numberOf, textOf } from '../column-values.js';
import { contentName } from '../content-cipher.js';
import { fromKeyText } from '../key-text.js';

type Row = Readonly<Record<string, unknown>>;

/** What is encrypted of a vector store. */
export type StoreDescription = Omit<VectorStoreSettings, 'expiresAfterMs'>;

/** What is encrypted of a file of a vector store. */
export interface FileDescription extends Pick<
  NewVectorStoreFile,
  'filename' | 'attributes' | 'chunkLengths' | 'keyName'
> {
  readonly lastError?: IngestionFailure;
  /** What made its vectors. */
  readonly space?: EmbeddingSpace;
}

export function storeDescriptionOf({ name, description, metadata, embedding }: VectorStoreSettings): string {
  return JSON.stringify({ name, description, metadata, embedding } satisfies Record<keyof StoreDescription, unknown>);
}

export function fileDescriptionOf({ filename, attributes, chunkLengths, keyName }: NewVectorStoreFile): string {
  return JSON.stringify({
    filename,
    attributes,
    chunkLengths,
    ...(keyName !== undefined && { keyName }),
  } satisfies FileDescription);
}

/** Content name of a vector store's description. Owner and id are as in the row. */
export function vectorStoreName(owner: string, id: string): string {
  return contentName('vector-store', owner, id);
}

/** Content name of the description of a file. Owner and id are as in the row. */
export function vectorStoreFileName(owner: string, fileId: string): string {
  return contentName('vector-store-file', owner, fileId);
}

/** Parts of a {@link FileDescription} that change after the file was attached. */
export interface FileChange {
  readonly attributes?: NewVectorStoreFile['attributes'];
  readonly lastError?: IngestionFailure | undefined;
  readonly space?: EmbeddingSpace | undefined;
}

export function changeFileDescription(json: string, change: FileChange): string {
  return JSON.stringify({ ...(JSON.parse(json) as FileDescription), ...change });
}

/** A row with the columns of a vector store, and `files`, `in_progress`, ..., `bytes` of its files. */
export function toVectorStore(row: Row, json: string): VectorStoreRecord {
  const lastActiveAt = numberOf(row, 'active_at');
  const expiresAfterMs = row['expires_after'] === null ? undefined : numberOf(row, 'expires_after');
  return {
    id: fromKeyText(textOf(row, 'id')),
    owner: fromKeyText(textOf(row, 'owner')),
    createdAt: numberOf(row, 'created_at'),
    lastActiveAt,
    ...(JSON.parse(json) as StoreDescription),
    ...(expiresAfterMs === undefined ? {} : { expiresAfterMs, expiresAt: lastActiveAt + expiresAfterMs }),
    fileCounts: toFileCounts(row),
    usageBytes: numberOf(row, 'bytes'),
  };
}

export function toFileCounts(row: Row): VectorStoreFileCounts {
  return {
    inProgress: numberOf(row, 'in_progress'),
    completed: numberOf(row, 'completed'),
    failed: numberOf(row, 'failed'),
    cancelled: numberOf(row, 'cancelled'),
  };
}

/** Columns of {@link toIngestionCounts} in a query on the files in progress. `now`: the time by which leases end. */
export function ingestionCountColumns(now: string): string {
  return `count(*) AS files, coalesce(sum(CASE WHEN lease_until > ${now} THEN 1 ELSE 0 END), 0) AS running, min(file.created_at) AS oldest_at`;
}

export function toIngestionCounts(row: Row): IngestionCounts {
  const running = numberOf(row, 'running');
  return {
    queued: numberOf(row, 'files') - running,
    running,
    ...(row['oldest_at'] === null ? {} : { oldestAt: numberOf(row, 'oldest_at') }),
  };
}

/** The columns of {@link toFileCounts} in a query on files. `integer`: the type of a count that drivers give as a number. */
export const fileCountColumns = ['in_progress', 'completed', 'failed', 'cancelled']
  .map((status) => `coalesce(sum(CASE WHEN status = '${status}' THEN 1 ELSE 0 END), 0) AS ${status}`)
  .join(', ');

export function toVectorStoreFile(row: Row, vectorStoreId: string, json: string): VectorStoreFileRecord {
  const { filename, attributes, chunkLengths, keyName, lastError } = JSON.parse(json) as FileDescription;
  const status = textOf(row, 'status') as VectorStoreFileStatus; // Only this service writes the column.
  return {
    fileId: fromKeyText(textOf(row, 'file_id')),
    vectorStoreId,
    filename,
    attributes,
    chunkLengths,
    ...(keyName !== undefined && { keyName }),
    createdAt: numberOf(row, 'created_at'),
    status,
    ...(status === 'failed' && lastError !== undefined ? { lastError } : {}),
    chunks: status === 'completed' ? numberOf(row, 'chunks') : 0,
    usageBytes: numberOf(row, 'bytes'),
  };
}
