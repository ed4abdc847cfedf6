import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  type Clock,
  EngineError,
  type IdSource,
  isTerminal,
  type ModelRegistry,
  type NewJob,
  type Store,
  type StoredResponse,
  type TurnEvent,
  type TurnRecord,
} from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { MessagesPageQuery } from '../http/messages-page-query.js';
import { originOf } from '../jobs/job-origin.js';
import { modelFairQueueKey } from '../jobs/model-fair-queue-key.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import { BatchList, type BatchPage } from './batch-list.js';
import { writeBatchJob } from './batch-job-request.js';
import { batchQueue } from './batch-queue-name.js';
import { areConfigured, modelsOf, readBatchRequest, type BatchEntry } from './batch-request.js';
import { publicLine } from './batch-results.js';
import { cancelingBatch, fromJson, newBatch, toJson, type StoredBatch } from './batch-payload.js';

const idPrefix = 'msgbatch';
/** Results per read, each of which may be a long response: opening a page blocks the event loop. */
const resultsPage = 32;
/**
 * Minimum retention in milliseconds: a batch may take a day, and its results are available for another one, however
 * short the configured retention is.
 */
const minRetentionMs = 2 * 24 * 3_600_000;

/** The part of a request context that belongs to the batch it creates. */
type BatchRequestContext = Pick<
  RequestContext,
  'requestId' | 'version' | 'betas' | 'principal' | 'trace' | 'signal' | 'idempotentWrite'
>;

export interface BatchesOptions {
  readonly config: Pick<ServiceConfig, 'retentionMs'>;
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly registry: ModelRegistry;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/** Creates, returns, cancels and deletes batches. A missing batch and one of another owner are indistinguishable. */
export class Batches {
  readonly #options: BatchesOptions;
  readonly #list: BatchList;

  constructor(options: BatchesOptions) {
    this.#options = options;
    this.#list = new BatchList(options);
  }

  /**
   * Creates the batch: when this resolves, it is persisted and will end. `buildResponse`: the response to the client,
   * which is stored with the batch for repeated requests.
   */
  async create(
    body: unknown,
    owner: string,
    requestContext: BatchRequestContext,
    buildResponse: (batch: StoredBatch) => Promise<StoredResponse>,
  ): Promise<StoredBatch> {
    const { requestId, version, betas, principal, trace, signal, idempotentWrite } = requestContext;
    const recording = idempotentWrite?.recording;
    const entries = readBatchRequest(body);
    const maxStoredBytes = await this.#options.storageQuotas.admit(principal);
    const createdAt = this.#options.clock.now();
    const batch = newBatch(this.#options.ids.next(idPrefix), entries.length, createdAt);
    await this.#list.add(owner, batch.id);
    const record: TurnRecord = {
      id: batch.id,
      owner,
      dialect: 'messages',
      model: '',
      status: 'queued',
      createdAt,
      expiresAt: createdAt + Math.max(this.#options.config.retentionMs, minRetentionMs),
      input: [],
      output: [],
      items: [],
      payload: toJson(batch),
    };
    const areModelsConfigured = areConfigured(entries, this.#options.registry);
    const response = recording === undefined ? undefined : await buildResponse(batch);
    // From here on the batch is created regardless of its client: not for a disconnected client, which does not know
    // its id.
    signal.throwIfAborted();
    const job: NewJob = {
      queue: batchQueue,
      fairQueueKey: fairQueueKeyOf(entries),
      request: writeBatchJob({
        kind: 'batch',
        entries,
        version,
        betas,
        areModelsConfigured,
        origin: originOf({ requestId, principal, trace }),
      }),
    };
    if (recording === undefined || response === undefined)
      await this.#options.store.putTurn(record, { job, maxStoredBytes });
    else
      await recording.finishWith(response, (completedAttempt) =>
        this.#options.store.putTurn(record, { job, completedAttempt, maxStoredBytes }),
      );
    await this.#list.removeOldest(owner).catch(() => undefined); // The next request tries again.
    return batch;
  }

  /** Newest first. */
  list(owner: string, query: MessagesPageQuery): Promise<BatchPage> {
    return this.#list.page(owner, query);
  }

  async retrieve(owner: string, id: string): Promise<StoredBatch> {
    return fromJson((await this.#get(owner, id)).payload);
  }

  async cancel(owner: string, id: string): Promise<StoredBatch> {
    const stored = await this.#get(owner, id);
    const batch = fromJson(stored.payload);
    if (isTerminal(stored.status)) return batch;
    const isCanceling = batch.processing_status === 'canceling';
    const canceling = isCanceling ? batch : cancelingBatch(batch, this.#options.clock.now());
    if (
      !isCanceling &&
      !(await this.#options.store.putTurn({ ...stored, payload: toJson(canceling) }, { existing: true }))
    )
      return this.retrieve(owner, id);
    // Also when it was recorded before: that request may have failed to signal the worker.
    const isCancelRecorded = await this.#options.store.requestCancel(owner, id);
    return isCancelRecorded !== undefined ? canceling : this.retrieve(owner, id);
  }

  /** Throws `invalid-request` for a batch that has not ended. */
  async delete(owner: string, id: string): Promise<void> {
    const { status } = await this.#get(owner, id);
    if (!isTerminal(status))
      throw new EngineError('invalid-request', 'A batch can be deleted when it has ended; cancel it first.', {
        param: 'id',
      });
    await this.#options.store.deleteTurn(owner, id);
    await this.#list.remove(owner, id);
  }

  /** The lines of the results, some at a time, without the line ends. Throws `not-found` before the batch has ended. */
  async results(owner: string, id: string): Promise<AsyncIterable<string>> {
    const { status } = await this.#get(owner, id);
    if (!isTerminal(status)) throw new EngineError('not-found', 'The batch has not ended, so it has no results yet.');
    return this.#lines(owner, id, await this.#page(owner, id, -1));
  }

  async *#lines(owner: string, id: string, first: readonly TurnEvent[]): AsyncGenerator<string, void, void> {
    for (let [page, last] = [first, -1]; page.length > 0; page = await this.#page(owner, id, last)) {
      yield page.map(({ data }) => `${publicLine(data)}\n`).join('');
      last += page.length;
      // A fast reader would block the event loop until the end.
      await othersTurn();
    }
  }

  /**
   * Throws `not-found` for a batch that was deleted during the response: a started response is then aborted, so that no client
   * takes a part for the complete results.
   */
  async #page(owner: string, id: string, after: number): Promise<readonly TurnEvent[]> {
    const page = await this.#options.store.readEvents(owner, id, after, resultsPage);
    if (page === undefined) throw unknownId();
    return page.events;
  }

  async #get(owner: string, id: string): Promise<TurnRecord> {
    const turn = id.startsWith(`${idPrefix}_`) ? await this.#options.store.getTurn(owner, id) : undefined;
    if (turn?.dialect !== 'messages') throw unknownId();
    return turn;
  }
}

function unknownId(): EngineError {
  return new EngineError('not-found', 'There is no batch with this id.');
}

/** The fair-queue key of the model when all requests use the same one. */
function fairQueueKeyOf(entries: readonly BatchEntry[]): number {
  const [model, ...others] = modelsOf(entries);
  return model !== undefined && others.length === 0 ? modelFairQueueKey(model) : 0;
}
