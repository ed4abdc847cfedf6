import {
  type Chunk,
  type EmbeddedChunk,
  type EmbeddingModel,
  type EmbeddingSpace,
  EngineError,
  type FileRecord,
  type FileStore,
  type Ingestion,
  type IngestionFailure,
  maxChunksPerFile,
  toEngineError,
  type VectorStoreStore,
  YieldTimer,
} from '@org/engine';
import { chunkSections, type ChunkableSection } from './chunk-sections.js';
import { type CountTokens } from '../shared/estimate-tokens.js';
import { embedChunks } from './embed-chunks.js';

/** What a document reader makes of a file. */
export type ReadSections =
  | { readonly type: 'document'; readonly sections: readonly ChunkableSection[]; readonly truncated?: true }
  | { readonly type: 'failure'; readonly code: string; readonly message: string };

/** Reads the text of a file. Throws only `cancelled`. */
export type DocumentReader = (
  bytes: Uint8Array,
  hints: Pick<FileRecord, 'filename' | 'mediaType'>,
  options: { readonly signal: AbortSignal; readonly limits: { readonly maxBytes: number } },
) => Promise<ReadSections>;

/** What an ingestion works with. */
export interface IngestionPorts {
  readonly store: Pick<VectorStoreStore, 'publishFile' | 'failIngestion'> &
    Pick<FileStore, 'getFile' | 'readFileChunk'>;
  readonly readDocument: DocumentReader;
  /** The model of an embedding space; undefined where the service has none of this name. */
  readonly embedding: (space: EmbeddingSpace) => EmbeddingModel | undefined;
  /** Default: an estimate. */
  readonly countTokens?: CountTokens;
}

/** Limits of the ingestion of a file. */
export interface IngestionLimits {
  /** Maximum bytes of a file. */
  readonly maxFileBytes: number;
  /** Maximum number of chunks of a file. */
  readonly maxChunks: number;
  /** Maximum bytes of everything that the owner stores. */
  readonly maxStoredBytes?: number | undefined;
}

/** How an ingestion ended. `lost`: the file was detached, deleted or cancelled, or another worker has it. */
export type IngestionOutcome =
  | { readonly type: 'completed'; readonly bytes: number; readonly chunks: number; readonly hasVectors: boolean }
  | { readonly type: 'failed'; readonly bytes: number; readonly failure: IngestionFailure }
  | { readonly type: 'lost' };

/**
 * Makes a file searchable: reads it, splits it, embeds the chunks where the vector store has an embedding model, and
 * publishes all of them in one transaction, so that an interrupted ingestion leaves nothing and can run again. A file
 * that cannot be read fails with its reason. Throws what may succeed later: failures of the store and of the embedding
 * model, and `cancelled`.
 */
export async function ingestFile(
  ingestion: Ingestion,
  ports: IngestionPorts,
  limits: IngestionLimits,
  context: Parameters<EmbeddingModel['embed']>[1],
): Promise<IngestionOutcome> {
  const { store } = ports;
  const file = await store.getFile(ingestion.owner, ingestion.fileId);
  const bytes = file?.size ?? 0;
  try {
    if (file === undefined) throw new UnreadableFile('invalid_file', 'The file was deleted before it was read.');
    const chunks = await readChunks(file, ingestion, ports, limits, context.signal);
    const { embedding: space } = ingestion;
    const model = space === undefined ? undefined : ports.embedding(space);
    const embedded =
      space === undefined || model === undefined ? chunks : await embedFile(chunks, model, space, context);
    const isPublished = await store.publishFile(ingestion, embedded, {
      ...(model !== undefined && space !== undefined && { space }),
      maxStoredBytes: limits.maxStoredBytes,
    });
    if (!isPublished) return { type: 'lost' };
    return { type: 'completed', bytes, chunks: chunks.length, hasVectors: model !== undefined };
  } catch (thrown) {
    const failure = failureOf(thrown);
    if (failure === undefined) throw thrown;
    return (await store.failIngestion(ingestion, failure)) ? { type: 'failed', bytes, failure } : { type: 'lost' };
  }
}

/** A file that no repetition makes readable. */
class UnreadableFile extends Error {
  constructor(
    readonly code: IngestionFailure['code'],
    message: string,
  ) {
    super(message);
  }
}

/** The reason for the owner of the file, if a repetition would fail, too. */
function failureOf(thrown: unknown): IngestionFailure | undefined {
  if (thrown instanceof UnreadableFile) return { code: thrown.code, message: thrown.message };
  const { code, message, retryable } = toEngineError(thrown);
  // Such as a quota of the owner, which the store checks.
  if (code === 'invalid-request' && retryable !== true) return { code: 'server_error', message };
  return undefined;
}

async function readChunks(
  file: FileRecord,
  { file: { chunkLengths } }: Ingestion,
  { store, readDocument, countTokens }: IngestionPorts,
  { maxFileBytes, maxChunks }: IngestionLimits,
  signal: AbortSignal,
): Promise<readonly Chunk[]> {
  if (file.size > maxFileBytes)
    throw new UnreadableFile('unsupported_file', `The file has more than ${maxFileBytes} bytes.`);
  const { filename, mediaType } = file;
  const document = await readDocument(
    await readBytes(store, file),
    { filename, mediaType },
    { signal, limits: { maxBytes: maxFileBytes } },
  );
  if (document.type === 'failure') throw new UnreadableFile(codeOf(document.code), document.message);
  if (document.truncated === true)
    throw new UnreadableFile(
      'unsupported_file',
      'The text of the file is too long. Split the file, and attach its parts.',
    );
  const timer = new YieldTimer();
  const chunks: Chunk[] = [];
  for (const chunk of chunkSections(document.sections, chunkLengths, countTokens)) {
    if (chunks.length >= Math.min(maxChunks, maxChunksPerFile))
      throw new UnreadableFile(
        'unsupported_file',
        `The file has more than ${Math.min(maxChunks, maxChunksPerFile)} chunks. Attach it with longer chunks, or in parts.`,
      );
    chunks.push(chunk);
    if (timer.due) await timer.yieldToEventLoop();
    signal.throwIfAborted();
  }
  if (chunks.length === 0) throw new UnreadableFile('invalid_file', 'The file has no text.');
  return chunks;
}

/** The API has no code of its own for a file that is too large. */
function codeOf(code: string): IngestionFailure['code'] {
  return code === 'invalid_file' ? 'invalid_file' : 'unsupported_file';
}

async function readBytes(
  store: Pick<FileStore, 'readFileChunk'>,
  { owner, id, size }: FileRecord,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let read = 0;
  for (let number = 0; read < size; number += 1) {
    const chunk = await store.readFileChunk(owner, id, number);
    if (chunk === undefined) throw new UnreadableFile('invalid_file', 'The file was deleted before it was read.');
    bytes.set(chunk, read);
    read += chunk.length;
  }
  return bytes;
}

async function embedFile(
  chunks: readonly Chunk[],
  model: EmbeddingModel,
  space: EmbeddingSpace,
  context: Parameters<EmbeddingModel['embed']>[1],
): Promise<readonly EmbeddedChunk[]> {
  try {
    return await embedChunks(chunks, model, space, context);
  } catch (thrown) {
    if (thrown instanceof EngineError && thrown.code === 'invalid-request')
      throw new UnreadableFile(
        'unsupported_file',
        'The embedding model rejects a chunk of the file. Attach the file with shorter chunks.',
      );
    throw thrown;
  }
}
