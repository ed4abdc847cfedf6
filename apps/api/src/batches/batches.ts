import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  type Clock,
  type ConversationItem,
  EngineError,
  mapWithConcurrency,
  type IdSource,
  isTerminal,
  type JsonObject,
  type ModelRegistry,
  type NewJob,
  type Page,
  type PageRequest,
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
import { writeBatchJob } from './batch-job-request.js';
import { batchQueue } from './batch-queue.js';
import { areConfigured, modelsOf, readBatchRequest, type BatchEntry } from './batch-request.js';
import { visibleLine } from './batch-results.js';
import { cancelingBatch, fromJson, newBatch, toJson, type StoredBatch } from './batch-payload.js';

const idPrefix = 'msgbatch';
/** Results that are read at once, each of which may be a long answer: nobody gets in between while a page is opened. */
const resultsPage = 32;
/** A batch may take a day, and its results are there for another one, however short the retention is. In milliseconds. */
const minRetentionMs = 2 * 24 * 3_600_000;
/** Milliseconds for which a batch may be listed and not be there yet. */
const youth = 3_600_000;
/** Entries of the list that are looked at together, however few are wanted: many may be of batches that are not kept any more. */
const leastLookedAt = 50;
/** Most of them that leave the list at once: who asks for it waits meanwhile. */
const maxRemovedPerList = 100;

/** Entries at its end that every new batch looks at: few clients ever ask for the list, and it must not grow with all batches that there ever were. */
const lookedAtByNew = 8;

/** The list of an owner's batches: a list of ids under a name that no key can open. */
const listId = 'batches';
const listOwner = (owner: string): string => `${listId}\u0000${owner}`;

export interface BatchPage {
  readonly batches: readonly StoredBatch[];
  readonly hasMore: boolean;
}

/** What of an exchange belongs to the batch that it begins. */
type BatchRequestContext = Pick<
  RequestContext,
  'version' | 'betas' | 'principal' | 'trace' | 'signal' | 'idempotentWrite'
>;

export interface BatchesOptions {
  readonly config: ServiceConfig;
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly registry: ModelRegistry;
}

/** Accepts, shows, cancels and deletes batches. One that never was and one of somebody else are the same. */
export class Batches {
  readonly #options: BatchesOptions;

  constructor(options: BatchesOptions) {
    this.#options = options;
  }

  /**
   * Promises the batch: when this resolves, it is on disk and will end. `buildResponse`: what its client is told, which is kept with it for whoever
   * sends the request again.
   */
  async create(
    body: unknown,
    owner: string,
    requestContext: BatchRequestContext,
    buildResponse: (batch: StoredBatch) => Promise<StoredResponse>,
  ): Promise<StoredBatch> {
    const { version, betas, principal, trace, signal, idempotentWrite } = requestContext;
    const recording = idempotentWrite?.recording;
    const entries = readBatchRequest(body);
    const createdAt = this.#options.clock.now();
    const batch = newBatch(this.#options.ids.next(idPrefix), entries.length, createdAt);
    await this.#list(owner, batch.id);
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
    // From here on it will be made, whoever waits for it: not for a client that has left, who does not know its id.
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
        origin: originOf({ principal, trace }),
      }),
    };
    if (recording === undefined || response === undefined) await this.#options.store.putTurn(record, { job });
    else
      await recording.finishWith(response, (completedAttempt) =>
        this.#options.store.putTurn(record, { job, completedAttempt }),
      );
    await this.#shorten(owner).catch(() => undefined); // The next one tries again.
    return batch;
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
    // Also when it was noted before: whoever did that may have failed to ask.
    const heard = await this.#options.store.requestCancel(owner, id);
    return heard !== undefined ? canceling : this.retrieve(owner, id);
  }

  /** Throws `invalid-request` for a batch that has not ended. */
  async delete(owner: string, id: string): Promise<void> {
    const { status } = await this.#get(owner, id);
    if (!isTerminal(status))
      throw new EngineError('invalid-request', 'A batch can be deleted when it has ended; cancel it first.', {
        param: 'id',
      });
    await this.#options.store.deleteTurn(owner, id);
    await this.#options.store.deleteConversationItem(listOwner(owner), listId, id);
  }

  /** The lines of the results, some at a time, without the line ends. Throws `not-found` before the batch has ended. */
  async results(owner: string, id: string): Promise<AsyncIterable<string>> {
    const { status } = await this.#get(owner, id);
    if (!isTerminal(status)) throw new EngineError('not-found', 'The batch has not ended, so it has no results yet.');
    return this.#lines(owner, id, await this.#page(owner, id, -1));
  }

  /** Newest first. Batches that are not kept any more are passed over, and leave the list, some with every look at it. */
  async list(owner: string, { limit, after_id: after, before_id: before }: MessagesPageQuery): Promise<BatchPage> {
    const backwards = after === undefined && before !== undefined;
    const order = backwards ? 'asc' : 'desc';
    const batches: StoredBatch[] = [];
    const expired: ConversationItem[] = [];
    let hasMore = true;
    for (let cursor = backwards ? before : after; hasMore && batches.length < limit;) {
      const page = await this.#entries(
        owner,
        { ...(cursor === undefined ? {} : { after: cursor }), order, limit: Math.max(limit, leastLookedAt) },
        backwards ? 'before_id' : 'after_id',
      );
      const { entries } = page;
      hasMore = page.hasMore;
      const found = await mapWithConcurrency(entries, ({ id }) => this.#options.store.getTurn(owner, id));
      for (const [index, entry] of entries.entries()) {
        const turn = found[index];
        if (turn === undefined) expired.push(entry);
        else if (batches.length < limit) batches.push(fromJson(turn.payload));
        else hasMore = true;
      }
      cursor = entries.at(-1)?.id;
    }
    await this.#strike(owner, expired);
    return { batches: backwards ? batches.toReversed() : batches, hasMore };
  }

  /** Entries of the list. Also behind a batch that was deleted within the last day: a client may delete what it was shown and go on. */
  async #entries(owner: string, page: PageRequest, param: string): Promise<Page<ConversationItem>> {
    const entries = await this.#options.store
      .listConversationItems(listOwner(owner), listId, page)
      .catch((thrown: unknown) => {
        throw thrown instanceof EngineError && thrown.param === 'after' ? unknownBatch(param, thrown) : thrown;
      });
    if (entries === undefined && page.after !== undefined) throw unknownBatch(param);
    return entries ?? { entries: [], hasMore: false };
  }

  /** Takes the oldest entries off the list whose batches are not kept any more. */
  async #shorten(owner: string): Promise<void> {
    const { entries } = await this.#entries(owner, { order: 'asc', limit: lookedAtByNew }, 'after_id');
    const found = await mapWithConcurrency(entries, ({ id }) => this.#options.store.getTurn(owner, id));
    await this.#strike(
      owner,
      entries.filter((_, index) => found[index] === undefined),
    );
  }

  /** Takes entries off the list, not too many at once. What cannot leave it now is passed over the next time, too. */
  async #strike(owner: string, expired: readonly ConversationItem[]): Promise<void> {
    const leaving = expired.filter(({ value }) => this.#isOld(value)).slice(0, maxRemovedPerList);
    await mapWithConcurrency(leaving, ({ id }) =>
      this.#options.store.deleteConversationItem(listOwner(owner), listId, id).catch(() => false),
    );
  }

  /** A batch is listed before it is kept: a young one that is not there may be about to come. */
  #isOld({ listed_at: listedAt }: JsonObject): boolean {
    return typeof listedAt !== 'number' || this.#options.clock.now() - listedAt > youth;
  }

  async #list(owner: string, id: string): Promise<void> {
    const now = this.#options.clock.now();
    const items = [{ id, value: { listed_at: now } }];
    const list = listOwner(owner);
    const created = await this.#options.store.createConversation(
      { id: listId, owner: list, createdAt: now, metadata: {} },
      items,
    );
    if (!created) await this.#options.store.addConversationItems(list, listId, items);
  }

  async *#lines(owner: string, id: string, first: readonly TurnEvent[]): AsyncGenerator<string, void, void> {
    for (let [page, last] = [first, -1]; page.length > 0; page = await this.#page(owner, id, last)) {
      yield page.map(({ data }) => `${visibleLine(data)}\n`).join('');
      last += page.length;
      // A reader who is fast enough would keep everybody else waiting until the end.
      await othersTurn();
    }
  }

  /** Throws `not-found` for a batch that was deleted meanwhile: then an answer that has begun is cut, so that nobody takes a part for the whole. */
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

function unknownBatch(param: string, cause?: EngineError): EngineError {
  return new EngineError(
    'invalid-request',
    `${param}: no batch of yours has this id, or it was deleted more than a day ago.`,
    { param, ...(cause === undefined ? {} : { cause }) },
  );
}

/** That of the model when all requests are for one. */
function fairQueueKeyOf(entries: readonly BatchEntry[]): number {
  const [model, ...others] = modelsOf(entries);
  return model !== undefined && others.length === 0 ? modelFairQueueKey(model) : 0;
}
