import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  type Clock,
  EngineError,
  type FilePageRequest,
  type FileQuota,
  type FileRecord,
  type IdSource,
  type JsonObject,
  type NewFile,
  type Page,
  type Store,
  toEngineError,
} from '@org/engine';
import { contentOf } from '../media/content-of.js';
import type { ServiceConfig } from '../config/service-config.js';
import type { RequestContext } from '../request-context/request-context.js';
import { writeWithResponse } from '../request-context/write-with-response.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import { describeUpload } from './describe-upload.js';
import { encodeFile } from './file-payload.js';
import { toFileChunks } from './to-file-chunks.js';
import { readUpload } from './read-upload.js';
import { readFields } from './upload-fields.js';

const idPrefix = 'file';

/** A completely received file that is not visible yet. */
export interface Upload {
  /** Hash of everything that the client sent: the boundary of a form differs each time. */
  readonly hash: string;
  /** Unknown fields of the form. */
  readonly unknown: readonly string[];
  /** Publishes the file to its owner, and returns its API representation. */
  finish(): Promise<JsonObject>;
  /**
   * Discards the file, unless it may be published and its response stored: a repeated request then receives that
   * response.
   */
  discard(): Promise<void>;
}

export interface FilesOptions {
  readonly config: Pick<ServiceConfig, 'files'>;
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/**
 * Files that clients upload and reference later. A missing file, an expired one and one of another owner are
 * indistinguishable.
 */
export class Files {
  readonly #options: FilesOptions;
  readonly #quota: FileQuota;

  constructor(options: FilesOptions) {
    this.#options = options;
    const { maxFilesPerOwner, maxBytesPerOwner } = options.config.files;
    this.#quota = { files: maxFilesPerOwner, bytes: maxBytesPerOwner };
  }

  /** Stores the file while it arrives. When this throws, nothing of it remains stored. */
  async take(owner: string, body: Readable, contentType: string, requestContext: RequestContext): Promise<Upload> {
    const { dialect, signal } = requestContext;
    const file: NewFile = { owner, id: this.#options.ids.next(idPrefix), createdAt: this.#options.clock.now() };
    const content = createHash('sha256');
    let size = 0;
    const take = async (bytes: AsyncIterable<Buffer>): Promise<void> => {
      const quota = {
        ...this.#quota,
        maxStoredBytes: await this.#options.storageQuotas.admit(requestContext.principal),
      };
      if (!(await this.#options.store.createFile(file, quota))) throw fileQuotaExceeded();
      let number = 0;
      for await (const chunk of toFileChunks(bytes)) {
        content.update(chunk);
        size += chunk.length;
        await this.#add(file, number, chunk, quota);
        number += 1;
      }
    };
    let mayBeStored = false;
    const discard = async (): Promise<void> =>
      void (mayBeStored || (await this.#options.store.deleteFile(owner, file.id)));
    try {
      const form = await readUpload(body, { contentType, maxBytes: this.#options.config.files.maxBytes, signal, take });
      const { purpose, expiresInSeconds, unknown } = readFields(form.fields, dialect);
      const described = describeUpload(form);
      const expires = expiresInSeconds === undefined ? {} : { expiresAt: file.createdAt + expiresInSeconds * 1000 };
      const finish = async (): Promise<JsonObject> => {
        const response = encodeFile({ ...file, ...described, purpose, ...expires, size }, dialect);
        try {
          await writeWithResponse(requestContext, response, async (completedAttempt) => {
            if (
              !(await this.#options.store.finishFile(
                { owner, id: file.id, ...described, purpose, ...expires },
                completedAttempt,
              ))
            )
              throw new EngineError(
                'internal',
                'The store lost the file before its upload was complete. Upload the file again.',
              );
          });
        } catch (thrown) {
          // The news of a write may have got lost. What was not finished is forgotten by a sweep.
          mayBeStored =
            requestContext.idempotentWrite?.recording !== undefined && toEngineError(thrown).code !== 'conflict';
          throw thrown;
        }
        return response;
      };
      const hash = createHash('sha256')
        .update(JSON.stringify([[...form.fields].toSorted(), form.filename, form.mediaType, content.digest('hex')]))
        .digest('hex');
      return { hash, unknown, finish, discard };
    } catch (thrown) {
      await discard().catch(() => undefined); // A sweep forgets it, too.
      throw thrown;
    }
  }

  async retrieve(owner: string, id: string): Promise<FileRecord> {
    const file = await this.#options.store.getFile(owner, id);
    if (file === undefined) throw fileNotFound();
    return file;
  }

  list(owner: string, page: FilePageRequest): Promise<Page<FileRecord>> {
    return this.#options.store.listFiles(owner, page);
  }

  /** Existing files of these ids, in the order of the ids. */
  async find(owner: string, ids: readonly string[]): Promise<Page<FileRecord>> {
    const found = await Promise.all(ids.map((id) => this.#options.store.getFile(owner, id)));
    return { entries: found.filter((file) => file !== undefined), hasMore: false };
  }

  async delete(owner: string, id: string): Promise<void> {
    await this.retrieve(owner, id);
    if (!(await this.#options.store.deleteFile(owner, id))) throw fileNotFound();
  }

  /** The bytes of a file, in chunks. */
  content(file: FileRecord): AsyncIterable<Uint8Array> {
    return contentOf(this.#options.store, file);
  }

  async #add({ owner, id }: NewFile, number: number, chunk: Buffer, quota: FileQuota): Promise<void> {
    switch (await this.#options.store.appendFileChunk(owner, id, number, chunk, quota)) {
      case 'added':
        return;
      case 'full':
        throw fileQuotaExceeded();
      case 'missing':
        throw new EngineError(
          'internal',
          'The store lost the file before its upload was complete. Upload the file again.',
        );
    }
  }
}

/** Omits the id: the response has the same bytes for every unavailable id. */
function fileNotFound(): EngineError {
  return new EngineError('not-found', 'There is no file with this id.');
}

function fileQuotaExceeded(): EngineError {
  return new EngineError(
    'invalid-request',
    'Your files have reached their storage quota. Delete some, and try again.',
    { detail: 'storage_quota_exceeded', retryable: false },
  );
}
