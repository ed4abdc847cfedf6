import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  type Clock,
  type ContainerFile,
  type ContainerRecord,
  EngineError,
  type FileQuota,
  type FileRecord,
  type IdSource,
  type JsonObject,
  type Store,
  type StoredContainer,
} from '@org/engine';
import { uploadedFile, withoutDeleted } from '@org/hosted-tools';
import type { ServiceConfig } from '../config/service-config.js';
import { describeUpload } from '../files/describe-upload.js';
import { readUpload } from '../files/read-upload.js';
import { toFileChunks } from '../files/to-file-chunks.js';
import { codeSettingsOf } from '../hosted-tools/code-settings-of.js';
import { contentOf } from '../media/content-of.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import type { ContainerFilePageQuery } from './container-page-query.js';
import { encodeContainerFile, encodePage } from './container-payload.js';
import type { Containers } from './containers.js';

export interface ContainerFilesOptions {
  readonly config: Pick<ServiceConfig, 'files' | 'tools'>;
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly containers: Containers;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/** A received form: the file that it names, or has. */
export interface ReceivedFile {
  /** Hash of everything that the client sent. */
  readonly hash: string;
  readonly fileId: string;
  /** The file belongs to the container. */
  readonly isOwned: boolean;
}

const maxAttempts = 5;
const idPrefix = 'cfile';

/** Files of containers in the API. */
export class ContainerFiles {
  readonly #options: ContainerFilesOptions;

  constructor(options: ContainerFilesOptions) {
    this.#options = options;
  }

  /** Stores the file of a form, or finds the one that it names. When this throws, nothing of it remains stored. */
  async receive(
    owner: string,
    body: Readable,
    contentType: string,
    { principal, signal }: RequestContext,
  ): Promise<ReceivedFile> {
    const { store, ids, clock, config, storageQuotas } = this.#options;
    const { maxBytes, maxFilesPerOwner, maxBytesPerOwner } = config.files;
    const file = { owner, id: ids.next(idPrefix), createdAt: clock.now() };
    const content = createHash('sha256');
    const take = async (bytes: AsyncIterable<Buffer>): Promise<void> => {
      const maxStoredBytes = await storageQuotas.admit(principal);
      const quota: FileQuota = { files: maxFilesPerOwner, bytes: maxBytesPerOwner, maxStoredBytes };
      if (!(await store.createFile(file, quota))) throw fileQuotaExceeded();
      let number = 0;
      for await (const chunk of toFileChunks(bytes)) {
        content.update(chunk);
        if ((await store.appendFileChunk(owner, file.id, number, chunk, quota)) !== 'added') throw fileQuotaExceeded();
        number += 1;
      }
    };
    try {
      const form = await readUpload(body, { contentType, maxBytes, signal, take, insteadOfFile: 'file_id' });
      const hash = createHash('sha256')
        .update(JSON.stringify([[...form.fields].toSorted(), form.filename, form.mediaType, content.digest('hex')]))
        .digest('hex');
      if (!form.hasFile) return { hash, fileId: form.fields.get('file_id') ?? '', isOwned: false };
      await store.finishFile({ owner, id: file.id, ...describeUpload(form), purpose: 'user_data' });
      return { hash, fileId: file.id, isOwned: true };
    } catch (thrown) {
      await store.deleteFile(owner, file.id).catch(() => undefined); // A sweep forgets it, too.
      throw thrown;
    }
  }

  /** Forgets the file of a form that is not added. */
  async discard(owner: string, { fileId, isOwned }: ReceivedFile): Promise<void> {
    if (isOwned) await this.#options.store.deleteFile(owner, fileId);
  }

  /** Adds a stored file to a container. */
  async add(owner: string, containerId: string, { fileId, isOwned }: Omit<ReceivedFile, 'hash'>): Promise<JsonObject> {
    const file = await this.#options.store.getFile(owner, fileId);
    if (file === undefined)
      throw new EngineError('invalid-request', 'file_id: there is no file with this id.', { param: 'file_id' });
    const { maxFilesPerContainer } = codeSettingsOf(this.#options.config.tools);
    const added = await this.#change(owner, containerId, ({ files }) => {
      const present = files.find((one) => one.fileId === fileId);
      if (present !== undefined) return { files, entry: present };
      if (files.length >= maxFilesPerContainer) throw tooManyFiles(maxFilesPerContainer);
      const entry = { ...uploadedFile(file, files, this.#options.clock.now()), isOwned };
      return { files: [...files, entry], entry };
    });
    return encodeContainerFile(containerId, added);
  }

  async list(owner: string, containerId: string, { after, limit, order }: ContainerFilePageQuery): Promise<JsonObject> {
    const { record } = await this.#options.containers.find(owner, containerId);
    const files = await withoutDeleted(this.#options.store, owner, record.files);
    const sorted = files.toSorted((a, b) => a.createdAt - b.createdAt || (a.fileId < b.fileId ? -1 : 1));
    if (order === 'desc') sorted.reverse();
    const start = after === undefined ? 0 : sorted.findIndex(({ fileId }) => fileId === after) + 1;
    const page = sorted.slice(start, start + limit).map((file) => encodeContainerFile(containerId, file));
    return encodePage(page, start + limit < sorted.length);
  }

  async retrieve(owner: string, containerId: string, fileId: string): Promise<JsonObject> {
    const { record } = await this.#options.containers.find(owner, containerId);
    return encodeContainerFile(containerId, entryOf(record, fileId));
  }

  /** The file with its bytes, in chunks. */
  async content(
    owner: string,
    containerId: string,
    fileId: string,
  ): Promise<{ readonly file: FileRecord; readonly chunks: AsyncIterable<Uint8Array> }> {
    const { record } = await this.#options.containers.find(owner, containerId);
    const file = await this.#options.store.getFile(owner, entryOf(record, fileId).fileId);
    if (file === undefined) throw containerFileNotFound();
    return { file, chunks: contentOf(this.#options.store, file) };
  }

  async delete(owner: string, containerId: string, fileId: string): Promise<JsonObject> {
    let versions: readonly ContainerFile[] = [];
    const deleted = await this.#change(owner, containerId, ({ files, earlierFiles = [], ...record }) => {
      const entry = entryOf({ ...record, files, earlierFiles }, fileId);
      // A file is deleted with what code has overwritten in it; one of its versions alone.
      versions = files.includes(entry) ? earlierFiles.filter(({ path }) => path === entry.path) : [];
      const isKept = (file: ContainerFile): boolean => file !== entry && !versions.includes(file);
      return { files: files.filter(isKept), earlierFiles: earlierFiles.filter(isKept), entry };
    });
    for (const file of [deleted, ...versions])
      if (file.isOwned) await this.#options.store.deleteFile(owner, file.fileId);
    return { id: fileId, object: 'container.file.deleted', deleted: true };
  }

  /** Changes the files of a container, again where another request has changed it at the same time. */
  async #change(
    owner: string,
    containerId: string,
    change: (
      record: ContainerRecord,
    ) => Pick<ContainerRecord, 'files' | 'earlierFiles'> & { readonly entry: ContainerFile },
  ): Promise<ContainerFile> {
    const { containers, store, clock } = this.#options;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const { record, version }: StoredContainer = await containers.find(owner, containerId);
      const { entry, ...changed } = change(record);
      if (await store.updateContainer({ ...record, ...changed, lastActiveAt: clock.now() }, version)) return entry;
    }
    throw new EngineError('conflict', 'Other requests changed the container at the same time. Try again.');
  }
}

/** A file of the container, or one that code has overwritten. */
function entryOf({ files, earlierFiles = [] }: ContainerRecord, fileId: string): ContainerFile {
  const entry = [...files, ...earlierFiles].find((one) => one.fileId === fileId);
  if (entry === undefined) throw containerFileNotFound();
  return entry;
}

/** Omits the id: the response has the same bytes for every unavailable id. */
function containerFileNotFound(): EngineError {
  return new EngineError('not-found', 'There is no file with this id in the container.');
}

function fileQuotaExceeded(): EngineError {
  return new EngineError(
    'invalid-request',
    'Your files have reached their storage quota. Delete some, and try again.',
    { detail: 'storage_quota_exceeded', retryable: false },
  );
}

function tooManyFiles(max: number): EngineError {
  return new EngineError('invalid-request', `The container has ${max} files, which is the maximum.`, {
    detail: 'container_quota_exceeded',
    retryable: false,
  });
}
