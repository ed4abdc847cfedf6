import { type Chunk, type ChunkHit, type ChunkSearch, runInSlices } from '@org/engine/storage';
import { numberOf, textOf } from '../../shared/column-values.js';
import { contentName } from '../../shared/content-cipher.js';
import { fromKeyText, toKeyText } from '../../shared/key-text.js';
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
import type { PostgresDatabase } from '../database/postgres-database.js';
import { RowCipher } from '../sql/row-cipher.js';
import { bytesOf, type Row } from '../sql/rows.js';
import { decryptFileDescription, selectFile, selectStoreKey } from './vector-store-sql.js';

const selectSearched = `
  SELECT key, version, file_id, chunks FROM vector_store_file WHERE store_key = $1 AND status = 'completed'`;

const selectDescriptions =
  'SELECT key, version, owner, file_id, description, content_key FROM vector_store_file WHERE key = ANY ($1)';

/** Contents of files as a search has found them: a changed file has another version. */
const selectContents = `
  SELECT file.key, owner, file_id, content_key, first, number, data
  FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[]) AS wanted (key, version, first, after)
    JOIN vector_store_file AS file USING (key, version) JOIN vector_store_content ON file_key = file.key
  WHERE kind = $5 AND number >= first AND number < after ORDER BY file.key, number`;

const selectTexts = `
  SELECT file.key, owner, file_id, content_key, content.number, data
  FROM unnest($1::bigint[], $2::bigint[], $3::integer[]) AS wanted (key, version, number) JOIN vector_store_file AS file USING (key, version)
    JOIN vector_store_content AS content ON file_key = file.key AND kind = 'texts' AND content.number = wanted.number`;

/** Reads and searches chunks. What searches read stays in memory, decrypted, for the next ones. */
export class ChunkReads {
  readonly #descriptions = new LruCache<FileDescription>(maxCachedFiles);
  readonly #searched = new LruCache<readonly Uint8Array[]>(maxCachedBytes);

  constructor(private readonly database: PostgresDatabase) {}

  async readChunks(
    owner: string,
    vectorStoreId: string,
    fileId: string,
    now: number,
    from: number,
    limit: number,
  ): Promise<readonly Chunk[] | undefined> {
    const [file] = await this.database.query(selectFile, [
      toKeyText(owner),
      toKeyText(vectorStoreId),
      toKeyText(fileId),
      now,
    ]);
    if (file?.['status'] !== 'completed') return undefined;
    const first = textNumberOf(from);
    const rows = await this.database.query(
      "SELECT number, data FROM vector_store_content WHERE file_key = $1 AND kind = 'texts' AND number BETWEEN $2 AND $3 ORDER BY number",
      [numberOf(file, 'key'), first, textNumberOf(from + limit - 1)],
    );
    return rows
      .flatMap((row) => decodeTexts(this.#decrypt(file, 'texts', row)))
      .slice(from - first * chunksPerText, from - first * chunksPerText + limit);
  }

  async search(
    owner: string,
    query: ChunkQuery,
    search: ChunkSearch,
    now: number,
  ): Promise<readonly ChunkHit[] | undefined> {
    const files: SearchedFile[] = [];
    for (const vectorStoreId of new Set(search.vectorStoreIds)) {
      const [store] = await this.database.query(selectStoreKey, [toKeyText(owner), toKeyText(vectorStoreId), now]);
      if (store === undefined) return undefined;
      files.push(...(await this.#searchedFiles(vectorStoreId, numberOf(store, 'key'))));
    }
    const ranking = new ChunkRanking(query, search.limit);
    for (const group of readGroups(filesToSearch(files, query, search), query)) {
      const contents = await this.#contentsOf(group, searchedKind(query));
      for (const range of group) await runInSlices(ranking.add(range, contents.get(rangeKey(range)) ?? []));
    }
    const found = await runInSlices(ranking.finish());
    const texts = await this.#textsOf(found);
    return toHits(found, ({ key }, number) => texts.get(textKey(key, number)));
  }

  async #searchedFiles(vectorStoreId: string, storeKey: number): Promise<readonly SearchedFile[]> {
    const rows = await this.database.query(selectSearched, [storeKey]);
    const unknown = rows.filter((row) => this.#descriptions.get(versionKey(row)) === undefined);
    const read = new Map<string, FileDescription>();
    if (unknown.length > 0)
      for (const row of await this.database.query(selectDescriptions, [unknown.map((each) => numberOf(each, 'key'))])) {
        if (row['content_key'] === null && bytesOf(row, 'description').length === 0) continue; // A tombstone by now.
        // The service wrote this text, so its shape is known.
        const description = JSON.parse(decryptFileDescription(this.database.keys, row)) as FileDescription;
        read.set(versionKey(row), description);
        this.#descriptions.set(versionKey(row), description, 1);
      }
    return rows.flatMap((row) => {
      const description = read.get(versionKey(row)) ?? this.#descriptions.get(versionKey(row));
      if (description === undefined) return [];
      const [key, version, chunks] = [numberOf(row, 'key'), numberOf(row, 'version'), numberOf(row, 'chunks')];
      return [{ key, version, vectorStoreId, fileId: fromKeyText(textOf(row, 'file_id')), chunks, description }];
    });
  }

  /** The contents of one kind of each range, by its key. */
  async #contentsOf(
    ranges: readonly ContentRange[],
    kind: ChunkContentKind,
  ): Promise<ReadonlyMap<string, readonly Uint8Array[]>> {
    const contents = new Map<string, Uint8Array[]>();
    const cacheKey = ({ file: { key, version }, from }: ContentRange): string => `${key} ${version} ${kind} ${from}`;
    const missing: ContentRange[] = [];
    for (const range of ranges) {
      const cached = this.#searched.get(cacheKey(range));
      if (cached === undefined) missing.push(range);
      contents.set(rangeKey(range), [...(cached ?? [])]);
    }
    if (missing.length === 0) return contents;
    const values = [
      missing.map(({ file }) => file.key),
      missing.map(({ file }) => file.version),
      missing.map(({ from }) => from),
      missing.map(({ to }) => to),
      kind,
    ];
    for (const row of await this.database.query(selectContents, values))
      contents.get(`${numberOf(row, 'key')} ${numberOf(row, 'first')}`)?.push(this.#decrypt(row, kind, row));
    for (const range of missing) {
      const read = contents.get(rangeKey(range)) ?? [];
      this.#searched.set(
        cacheKey(range),
        read,
        read.reduce((sum, each) => sum + each.byteLength, 0),
      );
    }
    return contents;
  }

  async #textsOf(found: readonly FoundChunk[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const wanted = new Map(
      found.map(({ file, chunk }) => [textKey(file.key, textNumberOf(chunk)), { file, number: textNumberOf(chunk) }]),
    );
    if (wanted.size === 0) return new Map();
    const list = [...wanted.values()];
    const rows = await this.database.query(selectTexts, [
      list.map(({ file }) => file.key),
      list.map(({ file }) => file.version),
      list.map(({ number }) => number),
    ]);
    return new Map(
      rows.map((row) => [textKey(numberOf(row, 'key'), numberOf(row, 'number')), this.#decrypt(row, 'texts', row)]),
    );
  }

  #decrypt(file: Row, kind: ChunkContentKind, content: Row): Uint8Array {
    const number = numberOf(content, 'number');
    const name = contentName(contentKindOf(kind), textOf(file, 'owner'), textOf(file, 'file_id'), number);
    return RowCipher.of(this.database.keys, file).decryptBytes(name, bytesOf(content, 'data'));
  }
}

function rangeKey({ file, from }: ContentRange): string {
  return `${file.key} ${from}`;
}

function versionKey(row: Row): string {
  return `${numberOf(row, 'key')} ${numberOf(row, 'version')}`;
}

function textKey(fileKey: number, number: number): string {
  return `${fileKey} ${number}`;
}
