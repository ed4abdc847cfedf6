// Reads of chunks on the reader thread, which has caches of its own.
import { type Chunk, type ChunkHit, type ChunkSearch, runNow } from '@org/engine/storage';
import { numberOf, textOf } from '../../shared/column-values.js';
import { contentName, decryptBytes } from '../../shared/content-cipher.js';
import { fromKeyText } from '../../shared/key-text.js';
import { LruCache } from '../../shared/lru-cache.js';
import {
  chunksPerText,
  contentKindOf,
  decodeTexts,
  type ChunkContentKind,
} from '../../shared/vector-stores/chunk-contents.js';
import {
  type ChunkQuery,
  ChunkRanking,
  type ContentRange,
  filesToSearch,
  type FoundChunk,
  maxCachedBytes,
  maxCachedFiles,
  readGroups,
  type SearchedFile,
  searchedKind,
  textNumberOf,
  toHits,
} from '../../shared/vector-stores/chunk-search.js';
import type { FileDescription } from '../../shared/vector-stores/descriptions.js';
import { contentKeyOf } from '../database/content-keys.js';
import { bytesOf, type Row, type Statements } from '../database/statements.js';
import { decryptFileDescription, findFileRow, findStoreKey } from './vector-store-reads.js';

const descriptions = new LruCache<FileDescription>(maxCachedFiles);
/** The contents that searches have read and decrypted, by file, version, kind and first number. */
const searched = new LruCache<readonly Uint8Array[]>(maxCachedBytes);

/** See `VectorStoreStore.readChunks`. */
export function readChunks(
  sql: Statements,
  owner: string,
  vectorStoreId: string,
  fileId: string,
  now: number,
  from: number,
  limit: number,
): readonly Chunk[] | undefined {
  const row = findFileRow(sql, owner, vectorStoreId, fileId, now);
  if (row?.['status'] !== 'completed') return undefined;
  const first = textNumberOf(from);
  const last = textNumberOf(from + limit - 1);
  const rows = sql.all(
    "SELECT number, data FROM vector_store_content WHERE file_key = ? AND kind = 'texts' AND number BETWEEN ? AND ? ORDER BY number",
    numberOf(row, 'file_key'),
    first,
    last,
  );
  const key = contentKeyOf(sql, row);
  return rows
    .flatMap((content) => decodeTexts(decryptChunkContent(key, row, 'texts', content)))
    .slice(from - first * chunksPerText, from - first * chunksPerText + limit);
}

/** See `VectorStoreStore.searchByText` and `searchByVector`. */
export function searchChunks(
  sql: Statements,
  owner: string,
  query: ChunkQuery,
  search: ChunkSearch,
  now: number,
): readonly ChunkHit[] | undefined {
  const files: SearchedFile[] = [];
  for (const vectorStoreId of new Set(search.vectorStoreIds)) {
    const storeKey = findStoreKey(sql, owner, vectorStoreId, now);
    if (storeKey === undefined) return undefined;
    files.push(...readSearchedFiles(sql, vectorStoreId, storeKey));
  }
  const ranking = new ChunkRanking(query, search.limit);
  for (const group of readGroups(filesToSearch(files, query, search), query)) {
    const contents = readSearchedContents(sql, group, searchedKind(query));
    for (const range of group) runNow(ranking.add(range, contents.get(range) ?? []));
    letDeletionsRun(sql);
  }
  const found = runNow(ranking.finish());
  const texts = readTexts(sql, found);
  return toHits(found, ({ key }, number) => texts.get(textKey(key, number)));
}

/**
 * Ends the transaction and begins another: a deletion waits for every reader of the log, and a search may take long.
 * No file that was deleted in between is found afterwards, because no key of a file occurs twice.
 */
function letDeletionsRun(sql: Statements): void {
  sql.change('COMMIT');
  sql.change('BEGIN');
}

function readSearchedFiles(sql: Statements, vectorStoreId: string, storeKey: number): readonly SearchedFile[] {
  return sql
    .all(
      "SELECT key, version, file_id, chunks FROM vector_store_file WHERE store_key = ? AND status = 'completed'",
      storeKey,
    )
    .flatMap((row) => {
      const [key, version] = [numberOf(row, 'key'), numberOf(row, 'version')];
      const description = descriptionOf(sql, key, version);
      if (description === undefined) return [];
      const fileId = fromKeyText(textOf(row, 'file_id'));
      return [{ key, version, vectorStoreId, fileId, chunks: numberOf(row, 'chunks'), description }];
    });
}

function descriptionOf(sql: Statements, key: number, version: number): FileDescription | undefined {
  const cacheKey = `${key} ${version}`;
  const cached = descriptions.get(cacheKey);
  if (cached !== undefined) return cached;
  const row = sql.first(
    'SELECT owner, file_id, description, content_key.key FROM vector_store_file AS file JOIN content_key USING (slot) WHERE file.key = ?',
    key,
  );
  if (row === undefined) return undefined;
  // The service wrote this text, so its shape is known.
  const description = JSON.parse(decryptFileDescription(sql, row)) as FileDescription;
  descriptions.set(cacheKey, description, 1);
  return description;
}

/** The contents of one kind of each range. */
function readSearchedContents(
  sql: Statements,
  ranges: readonly ContentRange[],
  kind: ChunkContentKind,
): ReadonlyMap<ContentRange, readonly Uint8Array[]> {
  return new Map(
    ranges.map((range) => {
      const cacheKey = `${range.file.key} ${range.file.version} ${kind} ${range.from}`;
      const contents = searched.get(cacheKey) ?? decryptContents(sql, range, kind);
      const bytes = contents.reduce((sum, content) => sum + content.byteLength, 0);
      searched.set(cacheKey, contents, bytes);
      return [range, contents] as const;
    }),
  );
}

function decryptContents(
  sql: Statements,
  { file: { key, version }, from, to }: ContentRange,
  kind: ChunkContentKind,
): readonly Uint8Array[] {
  const file = sql.first(
    'SELECT owner, file_id, content_key.key FROM vector_store_file AS file JOIN content_key USING (slot) WHERE file.key = ? AND version = ?',
    key,
    version,
  );
  if (file === undefined) return [];
  const contentKey = contentKeyOf(sql, file);
  return sql
    .all(
      'SELECT number, data FROM vector_store_content WHERE file_key = ? AND kind = ? AND number >= ? AND number < ? ORDER BY number',
      ...[key, kind, from, to],
    )
    .map((content) => decryptChunkContent(contentKey, file, kind, content));
}

function readTexts(sql: Statements, found: readonly FoundChunk[]): ReadonlyMap<string, Uint8Array> {
  const texts = new Map<string, Uint8Array>();
  for (const { file, chunk } of found) {
    const number = textNumberOf(chunk);
    if (texts.has(textKey(file.key, number))) continue;
    const row = sql.first(
      `SELECT owner, file_id, number, data, content_key.key
       FROM vector_store_file AS file JOIN content_key USING (slot) JOIN vector_store_content AS content ON file_key = file.key
       WHERE file.key = ? AND version = ? AND kind = 'texts' AND number = ?`,
      file.key,
      file.version,
      number,
    );
    if (row !== undefined)
      texts.set(textKey(file.key, number), decryptChunkContent(contentKeyOf(sql, row), row, 'texts', row));
  }
  return texts;
}

function textKey(fileKey: number, number: number): string {
  return `${fileKey} ${number}`;
}

function decryptChunkContent(key: Uint8Array, file: Row, kind: ChunkContentKind, content: Row): Uint8Array {
  const name = contentName(
    contentKindOf(kind),
    textOf(file, 'owner'),
    textOf(file, 'file_id'),
    numberOf(content, 'number'),
  );
  return decryptBytes(key, name, bytesOf(content, 'data'));
}
