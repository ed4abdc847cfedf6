import type { ContainerStore, FileStore } from '@org/engine/storage';

/** Number of expired containers that a sweep reads at once. */
const sweepBatch = 50;

/** Deletes the files of a container, then the container: what is interrupted can be repeated. */
export async function deleteWithFiles(
  owner: string,
  ownedFiles: readonly string[],
  store: Pick<FileStore, 'deleteFile'>,
  remove: () => Promise<boolean>,
): Promise<boolean> {
  for (const fileId of ownedFiles) await store.deleteFile(owner, fileId);
  return await remove();
}

/**
 * Deletes the containers that expired at or before `now`, with their files. Ends early when `signal` aborts. One that
 * cannot be deleted does not stop the others: its failure is thrown at the end.
 */
export async function deleteExpiredContainers(
  store: Pick<ContainerStore, 'listExpiredContainers' | 'deleteContainer'>,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const failures = new Map<string, unknown>();
  const stopped = (): boolean => signal?.aborted === true;
  for (let isLast = false; !isLast && !stopped();) {
    const expired = await store.listExpiredContainers(now, sweepBatch + failures.size);
    const waiting = expired.filter(({ owner, id }) => !failures.has(keyOf(owner, id)));
    for (const { owner, id } of waiting) {
      try {
        await store.deleteContainer(owner, id);
      } catch (thrown) {
        failures.set(keyOf(owner, id), thrown);
      }
    }
    isLast = waiting.length < sweepBatch;
  }
  for (const failure of failures.values()) throw failure;
}

function keyOf(owner: string, id: string): string {
  return JSON.stringify([owner, id]);
}
