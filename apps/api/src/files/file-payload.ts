// A file in the format of each dialect.
import type { DialectId, FileRecord, JsonObject, Page } from '@org/engine';

export function encodeFile(file: FileRecord, dialect: DialectId): JsonObject {
  const { id, filename, mediaType, purpose, size, createdAt, expiresAt } = file;
  switch (dialect) {
    case 'messages':
      return {
        id,
        type: 'file',
        filename,
        mime_type: mediaType,
        size_bytes: size,
        created_at: new Date(createdAt).toISOString(),
        downloadable: true,
        expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
      };
    case 'responses':
      return {
        id,
        object: 'file',
        bytes: size,
        created_at: toSeconds(createdAt),
        ...(expiresAt !== undefined && { expires_at: toSeconds(expiresAt) }),
        filename,
        purpose,
        status: 'processed',
      };
  }
}

/** The end of a page is the cursor of the next one. */
export function encodeFilePage({ entries, hasMore }: Page<FileRecord>, dialect: DialectId): JsonObject {
  const data = entries.map((file) => encodeFile(file, dialect));
  const last = entries.at(-1)?.id;
  switch (dialect) {
    case 'messages':
      return { data, next_page: hasMore && last !== undefined ? last : null };
    case 'responses':
      return { object: 'list', data, first_id: entries[0]?.id ?? '', last_id: last ?? '', has_more: hasMore };
  }
}

export function encodeDeletedFile(id: string, dialect: DialectId): JsonObject {
  switch (dialect) {
    case 'messages':
      return { id, type: 'file_deleted' };
    case 'responses':
      return { id, object: 'file', deleted: true };
  }
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
