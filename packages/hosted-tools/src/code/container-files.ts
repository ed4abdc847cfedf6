import {
  type Clock,
  type CodeFile,
  type ContainerFile,
  type ContainersAndFiles,
  EngineError,
  fileChunkBytes,
  type FileQuota,
  type IdSource,
  mediaTypeOfName,
} from '@org/engine';
import type { CodeSession } from './code-executor.js';

/** What storing the files of a call needs. */
export interface FileCollection {
  readonly store: ContainersAndFiles;
  readonly owner: string;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly quota: FileQuota;
}

/** Purpose of files that code made, as in the files API of the responses dialect. */
export const madeByCode = 'assistants_output';

/** The last part of a path. */
export function filenameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function mediaTypeOf(path: string): string {
  return mediaTypeOfName(filenameOf(path)) ?? 'application/octet-stream';
}

/** The client's file that a file of the container is, or was before code changed it. */
export function uploadIdOf(file: ContainerFile | undefined): string | undefined {
  return file?.uploadId ?? (file?.source === 'user' ? file.fileId : undefined);
}

/** A file of a container as clients and models know it. */
export function toCodeFile({ fileId, path, bytes }: ContainerFile): CodeFile {
  return { fileId, filename: filenameOf(path), mediaType: mediaTypeOf(path), bytes };
}

/** The files of a container without those that the client has uploaded and deleted since. */
export async function withoutDeleted(
  store: Pick<ContainersAndFiles, 'getFile'>,
  owner: string,
  files: readonly ContainerFile[],
): Promise<readonly ContainerFile[]> {
  const exists = await Promise.all(
    files.map(async ({ fileId, isOwned }) => isOwned || (await store.getFile(owner, fileId)) !== undefined),
  );
  return files.filter((_, at) => exists[at]);
}

/** Makes the work folder have `wanted`. `present`: the ids of its files by path, which it updates. */
export async function writeFiles(
  session: CodeSession,
  store: ContainersAndFiles,
  owner: string,
  wanted: readonly ContainerFile[],
  present: Map<string, string>,
): Promise<void> {
  const paths = new Set(wanted.map(({ path }) => path));
  for (const path of [...present.keys()].filter((one) => !paths.has(one))) {
    await session.removeFile(path).catch(() => undefined);
    present.delete(path);
  }
  for (const { path, fileId } of wanted) {
    if (present.get(path) === fileId) continue;
    for (let number = 0, offset = 0; ; number += 1) {
      const chunk = await store.readFileChunk(owner, fileId, number);
      // A client may have deleted its file since.
      if (chunk === undefined && (number > 0 || (await store.getFile(owner, fileId)) === undefined)) break;
      await session.writeFile(path, offset, chunk ?? new Uint8Array());
      if (chunk === undefined) break;
      offset += chunk.length;
    }
    present.set(path, fileId);
  }
  await session.markFiles();
}

/** Stores a file of the work folder. Undefined where the owner's quota is full, or the file is no regular file any more. */
export async function storeFile(
  session: CodeSession,
  path: string,
  { store, owner, ids, clock, quota }: FileCollection,
): Promise<ContainerFile | undefined> {
  const file = { owner, id: ids.next('cfile'), createdAt: clock.now() };
  let bytes = 0;
  try {
    if (!(await store.createFile(file, quota))) return undefined;
    for (let number = 0; ; number += 1) {
      const slice = await session.readFile(path, number * fileChunkBytes, fileChunkBytes);
      if (slice.bytes.length > 0) {
        const added = await store.appendFileChunk(owner, file.id, number, slice.bytes, quota);
        if (added !== 'added') throw new QuotaFull();
        bytes += slice.bytes.length;
      }
      if (slice.bytes.length < fileChunkBytes) break;
    }
    const description = { filename: filenameOf(path), mediaType: mediaTypeOf(path), purpose: madeByCode };
    await store.finishFile({ owner, id: file.id, ...description });
    return { fileId: file.id, path, bytes, createdAt: file.createdAt, source: 'assistant', isOwned: true };
  } catch (thrown) {
    await store.deleteFile(owner, file.id).catch(() => undefined);
    if (!(thrown instanceof EngineError) || thrown.detail === 'storage_quota_exceeded') return undefined;
    throw thrown;
  }
}

class QuotaFull extends Error {}
