// Vector stores and their files as the API has them.
import type {
  ChunkHit,
  FileBatchRecord,
  JsonObject,
  Page,
  VectorStoreFileCounts,
  VectorStoreFileRecord,
  VectorStoreRecord,
} from '@org/engine';

const dayMs = 86_400_000;

export function encodeVectorStore(record: VectorStoreRecord): JsonObject {
  const { id, name, description, createdAt, lastActiveAt, expiresAt, expiresAfterMs, metadata } = record;
  return {
    id,
    object: 'vector_store',
    created_at: toSeconds(createdAt),
    name,
    ...(description !== undefined && { description }),
    usage_bytes: record.usageBytes,
    status: record.fileCounts.inProgress > 0 ? 'in_progress' : 'completed',
    file_counts: encodeCounts(record.fileCounts),
    ...(expiresAfterMs !== undefined && {
      expires_after: { anchor: 'last_active_at', days: Math.round(expiresAfterMs / dayMs) },
    }),
    expires_at: expiresAt === undefined ? null : toSeconds(expiresAt),
    last_active_at: toSeconds(lastActiveAt),
    metadata: { ...metadata },
  };
}

export function encodeVectorStoreFile(file: VectorStoreFileRecord): JsonObject {
  const { fileId, vectorStoreId, createdAt, status, lastError, usageBytes, attributes, chunkLengths } = file;
  return {
    id: fileId,
    object: 'vector_store.file',
    created_at: toSeconds(createdAt),
    vector_store_id: vectorStoreId,
    status,
    last_error: lastError === undefined ? null : { code: lastError.code, message: lastError.message },
    usage_bytes: usageBytes,
    attributes: { ...attributes },
    chunking_strategy: {
      type: 'static',
      static: {
        max_chunk_size_tokens: chunkLengths.maxTokens,
        chunk_overlap_tokens: chunkLengths.overlapTokens,
      },
    },
  };
}

export function encodeFileBatch({ id, vectorStoreId, createdAt, cancelled, fileCounts }: FileBatchRecord): JsonObject {
  const ended = cancelled ? 'cancelled' : 'completed';
  return {
    id,
    object: 'vector_store.files_batch',
    created_at: toSeconds(createdAt),
    vector_store_id: vectorStoreId,
    status: fileCounts.inProgress > 0 ? 'in_progress' : ended,
    file_counts: encodeCounts(fileCounts),
  };
}

export function encodeHit({ fileId, filename, score, attributes, text }: ChunkHit): JsonObject {
  return { file_id: fileId, filename, score, attributes: { ...attributes }, content: [{ type: 'text', text }] };
}

/** `first_id` and `last_id` are empty when `data` is. */
export function encodePage<Entry>(
  { entries, hasMore }: Page<Entry>,
  encode: (entry: Entry) => JsonObject,
  idOf: (entry: Entry) => string,
): JsonObject {
  const [first, last] = [entries[0], entries.at(-1)];
  return {
    object: 'list',
    data: entries.map(encode),
    first_id: first === undefined ? '' : idOf(first),
    last_id: last === undefined ? '' : idOf(last),
    has_more: hasMore,
  };
}

function encodeCounts({ inProgress, completed, failed, cancelled }: VectorStoreFileCounts): JsonObject {
  return {
    in_progress: inProgress,
    completed,
    failed,
    cancelled,
    total: inProgress + completed + failed + cancelled,
  };
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
