import {
  type CodeRequest,
  type ContainerFile,
  type ContainerRecord,
  type ContainersAndFiles,
  containerExpiry,
  EngineError,
  type FileRecord,
  type HostedToolContext,
  type StoredContainer,
} from '@org/engine';
import type { CodeSettings } from './code-settings.js';
import { uploadIdOf } from './container-files.js';

/** The error of a container that a client names and that is missing, expired or another owner's. */
export function containerNotFound(id: string, param: string): EngineError {
  return new EngineError(
    'invalid-request',
    `${param}: there is no container ${id}, or it has expired. Create a new one.`,
    {
      param,
      detail: 'container_not_found',
    },
  );
}

/** A container that has not expired. */
export async function findContainer(
  store: ContainersAndFiles,
  owner: string,
  id: string,
  now: number,
): Promise<StoredContainer | undefined> {
  const found = await store.getContainer(owner, id);
  return found !== undefined && containerExpiry(found.record) > now ? found : undefined;
}

/** A container that does not exist yet, for a request. Throws `invalid-request` for a file that the owner does not have. */
export async function newContainer(
  store: ContainersAndFiles,
  request: CodeRequest,
  { owner, ids, clock }: Pick<HostedToolContext, 'owner' | 'ids' | 'clock'>,
  { idleMinutes }: CodeSettings,
): Promise<ContainerRecord> {
  const now = clock.now();
  const empty: ContainerRecord = {
    id: ids.next('cntr'),
    owner,
    name: 'auto',
    createdAt: now,
    lastActiveAt: now,
    idleMinutes,
    ...(request.memoryMiB === undefined ? {} : { memoryMiB: request.memoryMiB }),
    files: [],
  };
  return await withUploads(store, empty, request, now);
}

/** The container with the files of a request that it does not have yet. Throws `invalid-request` for one that is missing. */
export async function withUploads(
  store: ContainersAndFiles,
  record: ContainerRecord,
  { fileIds = [], attachedFileIds = [], params }: Pick<CodeRequest, 'fileIds' | 'attachedFileIds' | 'params'>,
  now: number,
): Promise<ContainerRecord> {
  const param = params.fileIds;
  let files = record.files;
  for (const id of new Set([...fileIds, ...attachedFileIds])) {
    // Code may have changed it since.
    if (files.some((file) => uploadIdOf(file) === id)) continue;
    const file = await store.getFile(record.owner, id);
    if (file !== undefined) files = [...files, uploadedFile(file, files, now)];
    else if (fileIds.includes(id))
      throw new EngineError('invalid-request', `${param}: there is no file ${id}.`, {
        param,
        detail: 'file_not_found',
      });
  }
  return files === record.files ? record : { ...record, files };
}

/** The entry of a client's file, under a path that no other file has. */
export function uploadedFile(
  { id, filename, size }: FileRecord,
  files: readonly ContainerFile[],
  now: number,
): ContainerFile {
  return { fileId: id, path: freePath(filename, files), bytes: size, createdAt: now, source: 'user', isOwned: false };
}

// oxlint-disable-next-line no-control-regex
const unusable = /[\u0000-\u001f\u007f/\\]/g;

function freePath(filename: string, files: readonly ContainerFile[]): string {
  const safe = filename.toWellFormed().replaceAll(unusable, '_').slice(-200);
  const name = safe === '' || safe === '.' || safe === '..' ? 'file' : safe;
  const isFree = (path: string): boolean => files.every((one) => one.path !== path);
  if (isFree(name)) return name;
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let number = 2;
  while (!isFree(`${stem}-${number}${extension}`)) number += 1;
  return `${stem}-${number}${extension}`;
}

/** The container that code of the conversation used last. `hasRun`: code has run in it. */
export function lastContainer(
  messages: ReturnType<HostedToolContext['messages']>,
): { readonly containerId: string; readonly hasRun: boolean } | undefined {
  const hosted = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-result' ? (part.hosted ?? []) : [])),
  );
  const last = hosted.findLast(
    (result) => result.type === 'code' || (result.type === 'failed' && result.containerId !== undefined),
  );
  if (last?.type === 'code') return { containerId: last.containerId, hasRun: true };
  if (last?.type !== 'failed' || last.containerId === undefined) return undefined;
  const { containerId } = last;
  return { containerId, hasRun: hosted.some((one) => one.type === 'code' && one.containerId === containerId) };
}
