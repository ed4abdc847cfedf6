import { parseBody } from '@org/dialects/responses';
import {
  type Clock,
  EngineError,
  type FileBatchRecord,
  type IdSource,
  type JsonObject,
  type Store,
  type VectorStoreFileRecord,
} from '@org/engine';
import {
  type FileBatchCreateParams,
  fileBatchCreateParamsSchema,
  vectorStoreFileCreateParamsSchema,
  vectorStoreFileUpdateParamsSchema,
} from '@org/protocol/responses';
import type { ServiceConfig } from '../config/service-config.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import { attachedBy, type FileToAttach, findFilesToAttach } from './attached-files.js';
import {
  fileBatchNotFound,
  tooManyFiles,
  vectorStoreFileNotFound,
  vectorStoreNotFound,
} from './vector-store-errors.js';
import { encodeFileBatch, encodePage, encodeVectorStoreFile } from './vector-store-payload.js';
import { parseFilePage } from './vector-store-page-query.js';

const batchIdPrefix = 'vsfb';
/** Chunks of a page of a file's content. */
const chunksPerPage = 500;

export interface VectorStoreFilesOptions {
  readonly config: Pick<ServiceConfig, 'fileSearch'>;
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/** The files of vector stores in the API. What is missing and what another owner has are indistinguishable. */
export class VectorStoreFiles {
  readonly #options: VectorStoreFilesOptions;

  constructor(options: VectorStoreFilesOptions) {
    this.#options = options;
  }

  async attach(owner: string, storeId: string, body: unknown, requestContext: RequestContext): Promise<JsonObject> {
    const params = parseBody(vectorStoreFileCreateParamsSchema, body);
    const { file_id: fileId, attributes, chunking_strategy: strategy } = params;
    await this.#attach(owner, storeId, [{ fileId, param: 'file_id', attributes, strategy }], requestContext);
    return await this.retrieve(owner, storeId, fileId);
  }

  async list(owner: string, storeId: string, query: unknown, batchId?: string): Promise<JsonObject> {
    const { page, filter } = parseFilePage(query);
    if (batchId !== undefined) await this.#getBatch(owner, storeId, batchId);
    const files = await this.#options.store.listVectorStoreFiles(owner, storeId, page, {
      ...filter,
      ...(batchId !== undefined && { batchId }),
    });
    if (files === undefined) throw vectorStoreNotFound();
    return encodePage(files, encodeVectorStoreFile, ({ fileId }) => fileId);
  }

  async retrieve(owner: string, storeId: string, fileId: string): Promise<JsonObject> {
    return encodeVectorStoreFile(await this.#get(owner, storeId, fileId));
  }

  async setAttributes(owner: string, storeId: string, fileId: string, body: unknown): Promise<JsonObject> {
    const { attributes } = parseBody(vectorStoreFileUpdateParamsSchema, body);
    if (!(await this.#options.store.setFileAttributes(owner, storeId, fileId, attributes ?? {})))
      throw vectorStoreFileNotFound();
    return await this.retrieve(owner, storeId, fileId);
  }

  /** The file itself stays. */
  async detach(owner: string, storeId: string, fileId: string): Promise<JsonObject> {
    if (!(await this.#options.store.detachFile(owner, storeId, fileId))) throw vectorStoreFileNotFound();
    return { id: fileId, object: 'vector_store.file.deleted', deleted: true };
  }

  /** Its chunks from number `from` on, which overlap. */
  async content(owner: string, storeId: string, fileId: string, from: number): Promise<JsonObject> {
    const chunks = await this.#options.store.readChunks(owner, storeId, fileId, from, chunksPerPage + 1);
    if (chunks === undefined) {
      const { status } = await this.#get(owner, storeId, fileId);
      throw new EngineError('conflict', `The file has no content yet: its status is '${status}'.`);
    }
    const hasMore = chunks.length > chunksPerPage;
    return {
      object: 'vector_store.file_content.page',
      data: chunks.slice(0, chunksPerPage).map(({ text }) => ({ type: 'text', text })),
      has_more: hasMore,
      next_page: hasMore ? String(from + chunksPerPage) : null,
    };
  }

  async createBatch(
    owner: string,
    storeId: string,
    body: unknown,
    requestContext: RequestContext,
  ): Promise<JsonObject> {
    const params = parseBody(fileBatchCreateParamsSchema, body);
    const id = this.#options.ids.next(batchIdPrefix);
    await this.#attach(owner, storeId, filesOfBatch(params), requestContext, id);
    return await this.retrieveBatch(owner, storeId, id);
  }

  async retrieveBatch(owner: string, storeId: string, batchId: string): Promise<JsonObject> {
    return encodeFileBatch(await this.#getBatch(owner, storeId, batchId));
  }

  async cancelBatch(owner: string, storeId: string, batchId: string): Promise<JsonObject> {
    if (!(await this.#options.store.cancelFileBatch(owner, storeId, batchId))) throw fileBatchNotFound();
    return await this.retrieveBatch(owner, storeId, batchId);
  }

  async #attach(
    owner: string,
    storeId: string,
    toAttach: readonly FileToAttach[],
    requestContext: RequestContext,
    batchId?: string,
  ): Promise<void> {
    const { store, clock, config, storageQuotas } = this.#options;
    const maxStoredBytes = await storageQuotas.admit(requestContext.principal);
    // Otherwise the error for a foreign vector store would depend on the files.
    if ((await store.getVectorStore(owner, storeId)) === undefined) throw vectorStoreNotFound();
    const createdAt = clock.now();
    const files = await findFilesToAttach(store, owner, toAttach, attachedBy(requestContext, createdAt));
    const outcome = await store.attachFiles(owner, storeId, files, {
      quota: { files: config.fileSearch.maxFilesPerVectorStore, maxStoredBytes },
      ...(batchId !== undefined && { batch: { id: batchId, createdAt } }),
    });
    if (outcome === 'missing') throw vectorStoreNotFound();
    if (outcome === 'full') throw tooManyFiles();
    await store.touchVectorStores(owner, [storeId], createdAt);
  }

  async #get(owner: string, storeId: string, fileId: string): Promise<VectorStoreFileRecord> {
    const file = await this.#options.store.getVectorStoreFile(owner, storeId, fileId);
    if (file === undefined) throw vectorStoreFileNotFound();
    return file;
  }

  async #getBatch(owner: string, storeId: string, batchId: string): Promise<FileBatchRecord> {
    const batch = await this.#options.store.getFileBatch(owner, storeId, batchId);
    if (batch === undefined) throw fileBatchNotFound();
    return batch;
  }
}

function filesOfBatch({ file_ids: ids = [], files, attributes, chunking_strategy: strategy }: FileBatchCreateParams) {
  return files === undefined
    ? ids.map((fileId, index): FileToAttach => ({ fileId, param: `file_ids.${index}`, attributes, strategy }))
    : files.map((file, index): FileToAttach => ({
        fileId: file.file_id,
        param: `files.${index}.file_id`,
        attributes: file.attributes,
        strategy: file.chunking_strategy,
      }));
}
