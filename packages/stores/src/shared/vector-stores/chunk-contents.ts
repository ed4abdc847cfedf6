// The chunks of a file in the form in which a store holds them. All of it is content: an index of words and a vector
// reveal the text. It is encrypted with the key of the file, and a deletion destroys that key. That is why no table of
// the database's own full text search or vectors has it: those need plaintext, which a deletion may leave in a file.
import {
  type Chunk,
  type EmbeddedChunk,
  EngineError,
  encodeLexicalIndex,
  encodeVectors,
  maxChunksPerFile,
  type Steps,
} from '@org/engine/storage';
import type { ContentKind } from '../content-cipher.js';

/** What a content has: texts for results, words and vectors for the two searches. */
export type ChunkContentKind = 'texts' | 'words' | 'vectors';

/** Some consecutive chunks of a file. */
export interface ChunkContent {
  readonly kind: ChunkContentKind;
  /** Counted from 0 within the file and the kind. */
  readonly number: number;
  readonly data: Uint8Array;
}

/** Few, because a search reads the complete content for one text. */
export const chunksPerText = 16;
/** Many, because a search reads all of them. */
export const chunksPerIndex = 256;

export function contentKindOf(kind: ChunkContentKind): ContentKind {
  return `chunk-${kind}`;
}

/** The contents of a file, with vectors if every chunk has one. Throws `invalid-request` for too many chunks. */
export function* encodeChunks(chunks: readonly EmbeddedChunk[], withVectors: boolean): Steps<readonly ChunkContent[]> {
  if (chunks.length > maxChunksPerFile)
    throw new EngineError('invalid-request', `The file has more than ${maxChunksPerFile} chunks.`);
  const contents: ChunkContent[] = [];
  for (const [number, some] of groupsOf(chunks, chunksPerText).entries()) {
    contents.push({ kind: 'texts', number, data: Buffer.from(JSON.stringify(some.map(toText))) });
    yield;
  }
  for (const [number, some] of groupsOf(chunks, chunksPerIndex).entries()) {
    const words = yield* encodeLexicalIndex(some.map(({ text, heading = '' }) => `${heading}\n${text}`));
    contents.push({ kind: 'words', number, data: words });
    if (withVectors) contents.push({ kind: 'vectors', number, data: encodeVectors(vectorsOf(some)) });
    yield;
  }
  return contents;
}

/** The chunks of a content of texts. */
export function decodeTexts(data: Uint8Array): readonly Chunk[] {
  // The service wrote this text, so its shape is known.
  return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8')) as readonly Chunk[];
}

export function bytesIn(contents: readonly ChunkContent[]): number {
  return contents.reduce((sum, { data }) => sum + data.byteLength, 0);
}

function toText({ text, page, heading }: Chunk): Chunk {
  return { text, ...(page === undefined ? {} : { page }), ...(heading === undefined ? {} : { heading }) };
}

function vectorsOf(chunks: readonly EmbeddedChunk[]): readonly Float32Array[] {
  return chunks.map(({ vector }) => {
    if (vector === undefined) throw new TypeError('A chunk has no vector, but its file has a space.');
    return vector;
  });
}

function groupsOf<Value>(values: readonly Value[], size: number): readonly (readonly Value[])[] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}
