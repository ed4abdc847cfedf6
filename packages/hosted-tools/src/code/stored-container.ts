import {
  type CodeRequest,
  type ContainerFile,
  type ContainerRecord,
  type ContainersAndFiles,
  containerExpiry,
  EngineError,
  type FileRecord,
  type HostedToolContext,
  type Message,
  originOf,
  type Part,
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

/** A container that does not exist yet, for a request. */
export function newContainer(
  { memoryMiB }: CodeRequest,
  { owner, ids, clock }: Pick<HostedToolContext, 'owner' | 'ids' | 'clock'>,
  { idleMinutes }: CodeSettings,
): ContainerRecord {
  const now = clock.now();
  return {
    id: ids.next('cntr'),
    owner,
    name: 'auto',
    createdAt: now,
    lastActiveAt: now,
    idleMinutes,
    ...(memoryMiB === undefined ? {} : { memoryMiB }),
    files: [],
  };
}

/** Files to put into a container: those that the request names, and those that messages of its conversation attach. */
export interface RequestedFiles {
  readonly fileIds: readonly string[];
  readonly attachedIds: readonly string[];
  /** Field of `fileIds`. */
  readonly param: string;
  /** Most files of a container. */
  readonly maxFiles: number;
}

/**
 * The container with the files that it does not have yet. Throws `invalid-request` where one that the request names is
 * missing or too many; an attached one is omitted then.
 */
export async function withUploads(
  store: Pick<ContainersAndFiles, 'getFile'>,
  record: ContainerRecord,
  { fileIds, attachedIds, param, maxFiles }: RequestedFiles,
  now: number,
): Promise<ContainerRecord> {
  let files = record.files;
  const isMissing = (id: string): boolean => files.every((file) => uploadIdOf(file) !== id);
  for (const id of fileIds.filter(isMissing)) {
    const file = await store.getFile(record.owner, id);
    if (file === undefined) throw filesRejected(param, `there is no file ${id}.`, 'file_not_found');
    if (files.length >= maxFiles)
      throw filesRejected(param, `a container has at most ${maxFiles} files.`, 'container_quota_exceeded');
    if (isMissing(id)) files = [...files, uploadedFile(file, files, now)];
  }
  for (const id of attachedIds.filter(isMissing)) {
    const file = files.length < maxFiles ? await store.getFile(record.owner, id) : undefined;
    if (file !== undefined && isMissing(id)) files = [...files, uploadedFile(file, files, now)];
  }
  return files === record.files ? record : { ...record, files };
}

function filesRejected(param: string, reason: string, detail: string): EngineError {
  return new EngineError('invalid-request', `${param}: ${reason}`, { param, detail });
}

/** Ids of the files that messages attach, of which the model may read the content. */
export function filesAttachedBy(messages: readonly Message[]): readonly string[] {
  const parts = messages.flatMap((message) => message.parts);
  const contents = parts.flatMap((part): readonly Part[] => (part.type === 'tool-result' ? part.content : [part]));
  return contents.flatMap((part) => {
    const origin = originOf(part);
    return origin.type === 'media' && origin.source.type === 'file' ? [origin.source.fileId] : [];
  });
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

/** Bytes of a name that every file system stores, with space for a number. */
const maxNameBytes = 240;

function freePath(filename: string, files: readonly ContainerFile[]): string {
  const name = shortened(filename.toWellFormed().replaceAll(unusable, '_'));
  // A folder has the name of no file.
  const isFree = (path: string): boolean => files.every((one) => one.path !== path && !one.path.startsWith(`${path}/`));
  if (isFree(name)) return name;
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let number = 2;
  while (!isFree(`${stem}-${number}${extension}`)) number += 1;
  return `${stem}-${number}${extension}`;
}

/** The end of a name, with its extension; `file` for one that is none. */
function shortened(name: string): string {
  if (name === '' || name === '.' || name === '..') return 'file';
  const characters = [...name].slice(-maxNameBytes);
  while (Buffer.byteLength(characters.join('')) > maxNameBytes) characters.shift();
  return characters.join('');
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
