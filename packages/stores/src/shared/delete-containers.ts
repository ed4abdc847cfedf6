import type { ContainerStore, FileStore, StoredContainer } from '@org/engine/storage';

/** Number of expired containers that a sweep reads at once. */
const sweepBatch = 50;

/** Deletes the files of a container, then the container: what is interrupted can be repeated. */
export async function deleteWithFiles(
  { record: { owner, id, files } }: StoredContainer,
  store: Pick<FileStore, 'deleteFile'>,
  remove: (owner: string, id: string) => Promise<boolean>,
): Promise<boolean> {
  for (const { fileId, isOwned } of files) if (isOwned) await store.deleteFile(owner, fileId);
  return await remove(owner, id);
}

/** Deletes the containers that expired at or before `now`, with their files. Ends early when `signal` aborts. */
export async function deleteExpiredContainers(store: ContainerStore, now: number, signal?: AbortSignal): Promise<void> {
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped()) {
    const expired = await store.listExpiredContainers(now, sweepBatch);
    for (const { owner, id } of expired) await store.deleteContainer(owner, id);
    if (expired.length < sweepBatch) return;
  }
}
