import type { CodeFile, ContainerFile, ContainerRecord, StoredContainer } from '@org/engine';
import type { CodeOutput } from './code-executor.js';
import { storeFile, toCodeFile, uploadIdOf, type FileCollection } from './container-files.js';
import type { LiveSession } from './live-container.js';

/** What storing the changes of a call gave. */
export interface StoredChanges {
  readonly files: readonly CodeFile[];
  readonly paths: ReadonlyMap<string, string>;
  /** Number of files that were not stored. */
  readonly unstored: number;
  /** The container was deleted in the meantime. */
  readonly isGone: boolean;
}

const maxAttempts = 5;
/** Files that code has overwritten, of a container. */
const maxEarlierFiles = 20;

/**
 * Stores the files that a call changed, and the state of the container. Another replica may change the container at the
 * same time: the files of both stay.
 */
export async function storeChanges(
  stored: StoredContainer,
  { session, id: sessionId, present }: LiveSession,
  { changed, removed, variablesLost }: Pick<CodeOutput, 'changed' | 'removed' | 'variablesLost'>,
  collection: FileCollection & { readonly maxFiles: number; readonly leavesVariables: boolean },
): Promise<StoredChanges> {
  const { store, owner, clock, maxFiles, leavesVariables } = collection;
  const known = new Set(stored.record.files.map(({ path }) => path));
  const added: ContainerFile[] = [];
  let unstored = 0;
  for (const { path } of changed.toSorted(byPath)) {
    const isBeyond = !known.has(path) && known.size >= maxFiles;
    const file = isBeyond ? undefined : await storeFile(session, path, collection);
    if (file === undefined) {
      unstored += 1;
      continue;
    }
    known.add(path);
    const uploadId = uploadIdOf(stored.record.files.find((one) => one.path === path));
    added.push({ ...file, ...(uploadId !== undefined && { uploadId }) });
    present.set(path, file.fileId);
  }
  for (const path of removed) present.delete(path);
  const overwritten = new Set(added.map(({ path }) => path));
  const gone = new Set([...removed, ...overwritten]);
  /** The earlier files of a container after the call, and those that are deleted. */
  const earlierOf = ({ files, earlierFiles = [] }: ContainerRecord) => {
    const owned = files.filter(({ path, isOwned }) => isOwned && gone.has(path));
    const all = [...earlierFiles, ...owned.filter(({ path }) => overwritten.has(path))];
    const dropped = all.slice(0, -maxEarlierFiles);
    return {
      kept: all.slice(-maxEarlierFiles),
      deleted: [...dropped, ...owned.filter(({ path }) => !overwritten.has(path))],
    };
  };
  const change = ({ sessionId: previous, ...record }: ContainerRecord): ContainerRecord => {
    const next = variablesLost ? undefined : leavesVariables ? sessionId : previous;
    const { kept } = earlierOf(record);
    return {
      ...record,
      lastActiveAt: clock.now(),
      files: [...record.files.filter(({ path }) => !gone.has(path)), ...added],
      ...(kept.length === 0 ? {} : { earlierFiles: kept }),
      ...(next === undefined ? {} : { sessionId: next }),
    };
  };
  let current: StoredContainer | undefined = stored;
  for (let attempt = 0; attempt < maxAttempts && current !== undefined; attempt += 1) {
    if (await store.updateContainer(change(current.record), current.version)) {
      for (const { fileId } of earlierOf(current.record).deleted) await store.deleteFile(owner, fileId);
      return { ...describe(added), unstored, isGone: false };
    }
    current = await store.getContainer(owner, stored.record.id);
  }
  for (const { fileId } of added) await store.deleteFile(owner, fileId);
  return { files: [], paths: new Map(), unstored: unstored + added.length, isGone: true };
}

/** A limit keeps the same files of equal calls. */
function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1;
}

function describe(added: readonly ContainerFile[]): Pick<StoredChanges, 'files' | 'paths'> {
  return {
    files: added.map(toCodeFile),
    paths: new Map(added.map(({ fileId, path }) => [fileId, path])),
  };
}
