// The search in the chunks of vector stores. Both stores run it on decrypted contents, so both find the same chunks in
// the same order. SQLite runs it on its reader thread, PostgreSQL in slices of the event loop.
import {
  attributeMatcher,
  type ChunkHit,
  type ChunkSearch,
  type EmbeddingSpace,
  EngineError,
  LexicalSearch,
  type RankedChunk,
  type Steps,
  VectorSearch,
} from '@org/engine/storage';
import { chunksPerIndex, chunksPerText, decodeTexts, type ChunkContentKind } from './chunk-contents.js';
import type { FileDescription } from './descriptions.js';

/** What a search looks for. */
export type ChunkQuery =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'vector'; readonly space: EmbeddingSpace; readonly vector: Float32Array };

/** Maximum number of chunks that one search ranks. */
export const maxChunksPerSearch = 200_000;

/** Bytes of contents that a search reads at once. */
export const maxBytesPerRead = 4 * 1024 * 1024;
/** Bytes of decrypted contents that a store keeps for the next searches. */
export const maxCachedBytes = 96 * 1024 * 1024;
/** Number of files whose attributes it keeps. */
export const maxCachedFiles = 50_000;
/** Approximate bytes of the words of a chunk. */
const wordsPerChunkBytes = 2_500;

/** A file that a search may find. */
export interface SearchedFile {
  readonly key: number;
  /** Changes whenever its attributes or its contents do. */
  readonly version: number;
  readonly vectorStoreId: string;
  readonly fileId: string;
  readonly chunks: number;
  readonly description: FileDescription;
}

/** Which content of a file a search reads. */
export function searchedKind(query: ChunkQuery): ChunkContentKind {
  return query.type === 'text' ? 'words' : 'vectors';
}

/**
 * The files that a search ranks, in the order of the vector stores and of their ids, which decides between equal
 * scores. Throws `invalid-request` when they have too many chunks.
 */
export function filesToSearch(
  files: readonly SearchedFile[],
  query: ChunkQuery,
  { vectorStoreIds, filter }: ChunkSearch,
): readonly SearchedFile[] {
  const matches = filter === undefined ? () => true : attributeMatcher(filter);
  const found = files
    .filter(({ description }) => matches(description.attributes))
    .filter(({ description }) => query.type === 'text' || isSameSpace(description.space, query.space))
    .toSorted(
      (one, other) =>
        vectorStoreIds.indexOf(one.vectorStoreId) - vectorStoreIds.indexOf(other.vectorStoreId) ||
        compareIds(one.fileId, other.fileId),
    );
  const chunks = found.reduce((sum, file) => sum + file.chunks, 0);
  if (chunks > maxChunksPerSearch)
    throw new EngineError(
      'invalid-request',
      `The search covers ${chunks} chunks; at most ${maxChunksPerSearch} are possible. Search fewer vector stores, or filter by attributes.`,
    );
  return found;
}

/** Consecutive contents of a file, of the kind that a search reads. */
export interface ContentRange {
  readonly file: SearchedFile;
  /** Number of the first content. */
  readonly from: number;
  /** Number after that of the last one. */
  readonly to: number;
}

/** Groups of contents that are read at once, in the order of the files: at most `maxBytesPerRead`, or one content. */
export function readGroups(files: readonly SearchedFile[], query: ChunkQuery): readonly (readonly ContentRange[])[] {
  const bytesPerChunk = query.type === 'text' ? wordsPerChunkBytes : 4 * query.space.dimensions;
  const groups: ContentRange[][] = [];
  let bytes = Infinity;
  for (const file of files) {
    for (const range of rangesOf(file, bytesPerChunk)) {
      const chunks = Math.min(file.chunks, range.to * chunksPerIndex) - range.from * chunksPerIndex;
      bytes += chunks * bytesPerChunk;
      if (bytes > maxBytesPerRead) {
        groups.push([]);
        bytes = chunks * bytesPerChunk;
      }
      groups.at(-1)?.push(range);
    }
  }
  return groups;
}

function rangesOf(file: SearchedFile, bytesPerChunk: number): readonly ContentRange[] {
  const contents = Math.ceil(file.chunks / chunksPerIndex);
  const length = Math.max(1, Math.floor(maxBytesPerRead / (chunksPerIndex * bytesPerChunk)));
  return Array.from({ length: Math.ceil(contents / length) }, (_, index) => ({
    file,
    from: index * length,
    to: Math.min(contents, (index + 1) * length),
  }));
}

/** A chunk that was found, and where its text is. */
export interface FoundChunk {
  readonly file: SearchedFile;
  readonly chunk: number;
  readonly score: number;
}

/** Number of the content that has the text of a chunk. */
export function textNumberOf(chunk: number): number {
  return Math.floor(chunk / chunksPerText);
}

/** Ranks the chunks of files that are added one after the other. */
export class ChunkRanking {
  readonly #search: LexicalSearch | VectorSearch;
  readonly #segments: { readonly file: SearchedFile; readonly firstChunk: number }[] = [];

  constructor(query: ChunkQuery, limit: number) {
    this.#search = query.type === 'text' ? new LexicalSearch(query.text, limit) : new VectorSearch(query.vector, limit);
  }

  /** `contents`: those of the range. */
  *add({ file, from }: ContentRange, contents: readonly Uint8Array[]): Steps<void> {
    for (const [index, bytes] of contents.entries()) {
      this.#segments.push({ file, firstChunk: (from + index) * chunksPerIndex });
      yield* this.#search.add(this.#segments.length - 1, bytes);
    }
  }

  *finish(): Steps<readonly FoundChunk[]> {
    return (yield* this.#search.finish()).flatMap((ranked) => this.#toFound(ranked));
  }

  #toFound({ segment, chunk, score }: RankedChunk): readonly FoundChunk[] {
    const found = this.#segments[segment];
    return found === undefined ? [] : [{ file: found.file, chunk: found.firstChunk + chunk, score }];
  }
}

/** The result of a search. A chunk whose text was deleted in the meantime is omitted. */
export function toHits(
  found: readonly FoundChunk[],
  textsOf: (file: SearchedFile, number: number) => Uint8Array | undefined,
): readonly ChunkHit[] {
  return found.flatMap(({ file, chunk, score }) => {
    const texts = textsOf(file, textNumberOf(chunk));
    const text = texts && decodeTexts(texts)[chunk % chunksPerText];
    if (text === undefined) return [];
    const { vectorStoreId, fileId, description } = file;
    const { filename, attributes } = description;
    return [{ ...text, vectorStoreId, fileId, filename, attributes, chunk, score }];
  });
}

function isSameSpace(one: EmbeddingSpace | undefined, other: EmbeddingSpace): boolean {
  return one !== undefined && one.model === other.model && one.dimensions === other.dimensions;
}

function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
