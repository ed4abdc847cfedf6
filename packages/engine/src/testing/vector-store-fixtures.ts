import assert from 'node:assert/strict';
import type { Store } from '../ports/store.js';
import type { EmbeddedChunk, Ingestion, NewVectorStoreFile } from '../ports/vector-store.js';
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
  const lease = await claimIngestion(store);
  assert.deepEqual([lease.owner, lease.vectorStoreId, lease.fileId], [owner, vectorStoreId, file.fileId]);
  assert.equal(await store.publishFile(lease, chunks, options), true);
}

/** Two chunks of a file. */
export const chunks: readonly EmbeddedChunk[] = [
  { text: 'Heat pumps', page: 1, heading: 'Intro' },
  { text: 'Solar panels' },
];

/** The counts of a vector store without files. */
export const noFiles = { inProgress: 0, completed: 0, failed: 0, cancelled: 0 };

/** Claims a file, which must wait for its ingestion. */
export async function claimIngestion(store: Store, leaseMs = longLease): Promise<Ingestion> {
  const lease = await store.claimIngestion(leaseMs);
  assert.ok(lease !== undefined, 'a file waits for its ingestion');
  return lease;
}
