// What ingestion and search work with, without a database.
import {
  type ChunkHit,
  type EmbeddedChunk,
  type EmbeddingModel,
  type FileRecord,
  type Ingestion,
  type IngestionFailure,
  type VectorStoreRecord,
} from '@org/engine';
import type { IngestionPorts } from '#src/file-search/ingest-file.js';
import type { SearchPorts } from '#src/file-search/search-files.js';

export const context: Parameters<EmbeddingModel['embed']>[1] = {
  signal: new AbortController().signal,
  requestId: 'req_1',
  owner: 'alice',
};

/** An ingestion of one file with this text. */
export function ingestionOf(changes: Partial<Ingestion> = {}): Ingestion {
  return {
    owner: 'alice',
    vectorStoreId: 'vs_1',
    fileId: 'file_1',
    attempt: 1,
    failures: 1,
    file: {
      vectorStoreId: 'vs_1',
      fileId: 'file_1',
      filename: 'notes.txt',
      attributes: {},
      chunkLengths: { maxTokens: 100, overlapTokens: 0 },
      createdAt: 0,
      status: 'in_progress',
      chunks: 0,
      usageBytes: 0,
    },
    ...changes,
  };
}

/** A store with one file, which records what is written. */
export class ScriptedFileStore {
  readonly published: { readonly chunks: readonly EmbeddedChunk[]; readonly options: object | undefined }[] = [];
  readonly failures: IngestionFailure[] = [];
  /** What publishing does. */
  publish: () => Promise<boolean> = async () => true;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly changes: Partial<FileRecord> = {},
  ) {}

  readonly store: IngestionPorts['store'] = {
    getFile: async (owner, id) => ({
      id,
      owner,
      filename: 'notes.txt',
      mediaType: 'text/plain',
      purpose: 'assistants',
      size: this.bytes.length,
      createdAt: 0,
      ...this.changes,
    }),
    readFileChunk: async (_owner, _id, number) => (number === 0 ? this.bytes : undefined),
    publishFile: async (_lease, chunks, options) => {
      const isPublished = await this.publish();
      if (isPublished) this.published.push({ chunks, options });
      return isPublished;
    },
    failIngestion: async (_lease, failure) => {
      this.failures.push(failure);
      return true;
    },
  };
}

/** A model whose vectors have the length of the text first, then zeros. */
export function scriptedEmbedding(
  dimensions: number,
  fail: (inputs: readonly unknown[]) => Error | undefined = () => undefined,
): EmbeddingModel & { readonly calls: (readonly unknown[])[]; readonly purposes: (string | undefined)[] } {
  const calls: (readonly unknown[])[] = [];
  const purposes: (string | undefined)[] = [];
  return {
    name: 'e',
    calls,
    purposes,
    async embed(inputs, _context, options) {
      calls.push(inputs);
      purposes.push(options?.purpose);
      const failure = fail(inputs);
      if (failure !== undefined) throw failure;
      return {
        vectors: inputs.map(() => Float32Array.from({ length: dimensions }, (_, at) => (at === 0 ? 1 : 0))),
        inputTokens: 1,
      };
    },
  };
}

export function hitOf(fileId: string, changes: Partial<ChunkHit> = {}): ChunkHit {
  return {
    vectorStoreId: 'vs_1',
    fileId,
    filename: `${fileId}.txt`,
    attributes: {},
    chunk: 0,
    score: 1,
    text: `Text of ${fileId}.`,
    ...changes,
  };
}

export function storeOf(id: string, changes: Partial<VectorStoreRecord> = {}): VectorStoreRecord {
  return {
    id,
    owner: 'alice',
    name: id,
    metadata: {},
    createdAt: 0,
    lastActiveAt: 0,
    fileCounts: { inProgress: 0, completed: 1, failed: 0, cancelled: 0 },
    usageBytes: 1,
    ...changes,
  };
}

/** Vector stores whose searches find what the script says. */
export function scriptedSearch({
  stores,
  byText = () => [],
  byVector = () => [],
}: {
  readonly stores: readonly VectorStoreRecord[];
  readonly byText?: (query: string) => readonly ChunkHit[] | undefined;
  readonly byVector?: () => readonly ChunkHit[] | undefined;
}): SearchPorts & { readonly touched: string[] } {
  const touched: string[] = [];
  return {
    touched,
    clock: { now: () => 7 },
    store: {
      getVectorStore: async (owner, id) => stores.find((store) => store.owner === owner && store.id === id),
      searchByText: async (_owner, query) => byText(query),
      searchByVector: async () => byVector(),
      touchVectorStores: async (_owner, ids) => void touched.push(...ids),
    },
  };
}
