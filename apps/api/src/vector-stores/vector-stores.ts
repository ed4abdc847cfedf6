import { decodeFilter, parseBody } from '@org/dialects/responses';
import {
  type Clock,
  EngineError,
  type IdSource,
  type JsonObject,
  type NewVectorStore,
  type NewVectorStoreFile,
  type RetrievalModels,
  type SearchRanking,
  type Store,
  type VectorStoreQuota,
  type VectorStoreRecord,
  type VectorStoreSettings,
} from '@org/engine';
import { searchFiles, VectorStoreMissing } from '@org/hosted-tools';
import {
  type VectorStoreSearchParams,
  vectorStoreCreateParamsSchema,
  vectorStoreSearchParamsSchema,
  vectorStoreUpdateParamsSchema,
} from '@org/protocol/responses';
import type { ServiceConfig } from '../config/service-config.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import { attachedBy, findFilesToAttach } from './attached-files.js';
import type { EmbeddingSpaces } from './embedding-spaces.js';
import { searchWarnings } from './search-warnings.js';
import { encodeHit, encodePage, encodeVectorStore } from './vector-store-payload.js';
import { toPageRequest, type VectorStorePageQuery } from './vector-store-page-query.js';
import { tooManyFiles, vectorStoreNotFound } from './vector-store-errors.js';

const idPrefix = 'vs';
const dayMs = 86_400_000;
/** Of a search whose request has no limit. */
const defaultResults = 10;

export interface VectorStoresOptions {
  readonly config: Pick<ServiceConfig, 'fileSearch'>;
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly spaces: EmbeddingSpaces;
  readonly models: RetrievalModels;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/** Vector stores in the API. A missing one, an expired one and one of another owner are indistinguishable. */
export class VectorStores {
  readonly #options: VectorStoresOptions;

  constructor(options: VectorStoresOptions) {
    this.#options = options;
  }

  async create(owner: string, body: unknown, requestContext: RequestContext): Promise<JsonObject> {
    const params = parseBody(vectorStoreCreateParamsSchema, body);
    const { file_ids: fileIds = [], chunking_strategy: strategy } = params;
    const { store, clock, ids, spaces } = this.#options;
    const quota = await this.#quota(requestContext);
    const createdAt = clock.now();
    const toAttach = fileIds.map((fileId, index) => ({ fileId, param: `file_ids.${index}`, strategy }));
    const files = await findFilesToAttach(store, owner, toAttach, attachedBy(requestContext, createdAt));
    const embedding = await spaces.current({ ...contextOf(requestContext), owner });
    const record: NewVectorStore = {
      id: ids.next(idPrefix),
      owner,
      createdAt,
      name: params.name ?? '',
      ...(params.description !== undefined && { description: params.description }),
      metadata: params.metadata ?? {},
      ...(params.expires_after !== undefined && { expiresAfterMs: params.expires_after.days * dayMs }),
      ...(embedding !== undefined && { embedding }),
    };
    if (!(await store.createVectorStore(record, quota))) throw tooManyVectorStores();
    if (files.length > 0) await this.#attach(record, files, quota);
    addWarnings(requestContext, embedding === undefined ? ['no-vectors'] : []);
    return encodeVectorStore(await this.#get(owner, record.id));
  }

  async list(owner: string, query: VectorStorePageQuery): Promise<JsonObject> {
    const page = await this.#options.store.listVectorStores(owner, toPageRequest(query));
    return encodePage(page, encodeVectorStore, ({ id }) => id);
  }

  async retrieve(owner: string, id: string): Promise<JsonObject> {
    return encodeVectorStore(await this.#get(owner, id));
  }

  /** Replaces the members that the body has. */
  async update(owner: string, id: string, body: unknown): Promise<JsonObject> {
    const params = parseBody(vectorStoreUpdateParamsSchema, body);
    const record = await this.#get(owner, id);
    const { description, embedding, expiresAfterMs } = record;
    const expires = params.expires_after === undefined ? expiresAfterMs : daysToMs(params.expires_after?.days);
    const settings: VectorStoreSettings = {
      name: params.name === undefined ? record.name : (params.name ?? ''),
      metadata: params.metadata === undefined ? record.metadata : (params.metadata ?? {}),
      ...(description !== undefined && { description }),
      ...(expires !== undefined && { expiresAfterMs: expires }),
      ...(embedding !== undefined && { embedding }),
    };
    if (!(await this.#options.store.updateVectorStore(owner, id, settings))) throw vectorStoreNotFound();
    return encodeVectorStore(await this.#get(owner, id));
  }

  /** Deletes it with the chunks of its files. The files stay. */
  async delete(owner: string, id: string): Promise<JsonObject> {
    if (!(await this.#options.store.deleteVectorStore(owner, id))) throw vectorStoreNotFound();
    return { id, object: 'vector_store.deleted', deleted: true };
  }

  async search(owner: string, id: string, body: unknown, requestContext: RequestContext): Promise<JsonObject> {
    const params = parseBody(vectorStoreSearchParamsSchema, body);
    const queries = [params.query].flat();
    const { store, clock, models, config } = this.#options;
    try {
      const { hits, degraded } = await searchFiles(
        {
          owner,
          vectorStoreIds: [id],
          queries,
          limit: params.max_num_results ?? defaultResults,
          ranking: rankingOf(params),
          ...(params.filters != null && { filter: decodeFilter(params.filters, 'filters') }),
        },
        { store, clock, models, reranker: config.fileSearch.reranker },
        { ...contextOf(requestContext), owner },
      );
      addWarnings(requestContext, degraded);
      return {
        object: 'vector_store.search_results.page',
        search_query: queries,
        data: hits.map(encodeHit),
        has_more: false,
        next_page: null,
      };
    } catch (thrown) {
      throw thrown instanceof VectorStoreMissing ? vectorStoreNotFound() : thrown;
    }
  }

  async #get(owner: string, id: string): Promise<VectorStoreRecord> {
    const record = await this.#options.store.getVectorStore(owner, id);
    if (record === undefined) throw vectorStoreNotFound();
    return record;
  }

  /** Attaches the first files. Without them the vector store does not stay. */
  async #attach(
    { owner, id }: NewVectorStore,
    files: readonly NewVectorStoreFile[],
    quota: VectorStoreQuota,
  ): Promise<void> {
    const { store } = this.#options;
    try {
      if ((await store.attachFiles(owner, id, files, { quota })) === 'full') throw tooManyFiles();
    } catch (thrown) {
      await store.deleteVectorStore(owner, id);
      throw thrown;
    }
  }

  async #quota({ principal }: RequestContext): Promise<VectorStoreQuota> {
    const { maxVectorStores, maxFilesPerVectorStore } = this.#options.config.fileSearch;
    return {
      vectorStores: maxVectorStores,
      files: maxFilesPerVectorStore,
      maxStoredBytes: await this.#options.storageQuotas.admit(principal),
    };
  }
}

function daysToMs(days: number | undefined): number | undefined {
  return days === undefined ? undefined : days * dayMs;
}

function contextOf({ signal, requestId, trace }: RequestContext) {
  return { signal, requestId, ...(trace !== undefined && { trace }) };
}

function addWarnings({ log }: RequestContext, degraded: Parameters<typeof searchWarnings>[0]): void {
  const warnings = searchWarnings(degraded);
  if (warnings.length > 0) log.warnings = [...(log.warnings ?? []), ...warnings];
}

function rankingOf({ ranking_options: options }: VectorStoreSearchParams): SearchRanking {
  const { ranker, score_threshold: scoreThreshold, hybrid_search: hybrid } = options ?? {};
  return {
    ...(ranker === 'none' && { reranker: 'none' }),
    ...(scoreThreshold !== undefined && { scoreThreshold }),
    ...(hybrid !== undefined && { weights: { vector: hybrid.embedding_weight, text: hybrid.text_weight } }),
  };
}

function tooManyVectorStores(): EngineError {
  return new EngineError(
    'invalid-request',
    'You have as many vector stores as the service allows. Delete some, and try again.',
    { detail: 'storage_quota_exceeded', retryable: false },
  );
}
