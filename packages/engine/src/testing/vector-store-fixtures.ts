import assert from 'node:assert/strict';
import type { Store } from '../ports/store.js';
import type { EmbeddedChunk, NewVectorStoreFile } from '../ports/vector-store.js';
import { longLease } from './lease-times.js';

/** Creates a vector store. */
export async function putVectorStore(
  store: Store,
  id: string,
  settings: Partial<Parameters<Store['createVectorStore']>[0]> = {},
): Promise<void> {
  assert.equal(
    await store.createVectorStore({ id, owner: 'ada', createdAt: 5, name: '', metadata: {}, ...settings }),
    true,
  );
}

/** A file that is to be attached. */
export function newVectorStoreFile(fileId: string, file: Partial<NewVectorStoreFile> = {}): NewVectorStoreFile {
  const chunkLengths = { maxTokens: 800, overlapTokens: 400 };
  return { fileId, filename: `${fileId}.txt`, attributes: {}, chunkLengths, createdAt: 6, ...file };
}

/** Attaches a file to a vector store and publishes these chunks of it. */
export async function ingest(
  store: Store,
  vectorStoreId: string,
  file: NewVectorStoreFile,
  chunks: readonly EmbeddedChunk[],
  { owner = 'ada', ...options }: { readonly owner?: string } & Parameters<Store['publishFile']>[2] = {},
): Promise<void> {
  assert.equal(await store.attachFiles(owner, vectorStoreId, [file]), 'attached');
  const lease = await store.claimIngestion(longLease);
  assert.ok(lease !== undefined, 'a file waits for its ingestion');
  assert.deepEqual([lease.owner, lease.vectorStoreId, lease.fileId], [owner, vectorStoreId, file.fileId]);
  assert.equal(await store.publishFile(lease, chunks, options), true);
}
