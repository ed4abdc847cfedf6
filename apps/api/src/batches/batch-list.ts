import {
  type Clock,
  type ConversationItem,
  EngineError,
  type JsonObject,
  type Page,
  type PageRequest,
  type Store,
} from '@org/engine';
import { mapWithConcurrency } from './map-with-concurrency.js';
import type { MessagesPageQuery } from '../http/messages-page-query.js';
import { fromJson, type StoredBatch } from './batch-payload.js';

/** Milliseconds for which a batch may be listed and not be there yet. */
const youth = 3_600_000;
/** Minimum number of list entries per read, however few are requested: many may belong to expired batches. */
const leastLookedAt = 50;
/** Maximum number of entries removed per list request, because its client waits during the removal. */
const maxRemovedPerList = 100;

/**
 * Entries at the end of the list that every new batch checks: few clients ever request the list, and it must not grow
 * with all past batches.
 */
const lookedAtByNew = 8;

/** The list of an owner's batches: a list of ids under a name that no key can open. */
const listId = 'batches';
const listOwner = (owner: string): string => `${listId}\u0000${owner}`;

export interface BatchPage {
  readonly batches: readonly StoredBatch[];
  readonly hasMore: boolean;
}

export interface BatchListOptions {
  readonly store: Store;
  readonly clock: Clock;
}

/** The lists of batches, one for each owner. */
export class BatchList {
  readonly #options: BatchListOptions;

  constructor(options: BatchListOptions) {
    this.#options = options;
  }

  /** Lists batches, newest first. Expired batches are skipped, and each list request removes some of them. */
  async page(owner: string, { limit, after_id: after, before_id: before }: MessagesPageQuery): Promise<BatchPage> {
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

  /**
   * Entries of the list. Also works after a batch that was deleted within the last day: a client may delete what it
   * received and continue.
   */
  async #entries(owner: string, page: PageRequest, param: string): Promise<Page<ConversationItem>> {
    const entries = await this.#options.store
      .listConversationItems(listOwner(owner), listId, page)
      .catch((thrown: unknown) => {
        throw thrown instanceof EngineError && thrown.param === 'after' ? unknownBatch(param, thrown) : thrown;
      });
    if (entries === undefined && page.after !== undefined) throw unknownBatch(param);
    return entries ?? { entries: [], hasMore: false };
  }

  /** Removes the oldest entries of expired batches from the list. */
  async shorten(owner: string): Promise<void> {
    const { entries } = await this.#entries(owner, { order: 'asc', limit: lookedAtByNew }, 'after_id');
    const found = await mapWithConcurrency(entries, ({ id }) => this.#options.store.getTurn(owner, id));
    await this.#strike(
      owner,
      entries.filter((_, index) => found[index] === undefined),
    );
  }

  /**
   * Removes entries from the list, a limited number at once. An entry that cannot be removed now is skipped the next
   * time, too.
   */
  async #strike(owner: string, expired: readonly ConversationItem[]): Promise<void> {
    const leaving = expired.filter(({ value }) => this.#isOld(value)).slice(0, maxRemovedPerList);
    await mapWithConcurrency(leaving, ({ id }) =>
      this.#options.store.deleteConversationItem(listOwner(owner), listId, id).catch(() => false),
    );
  }

  /** A batch is listed before it is stored: a recent missing one may be about to appear. */
  #isOld({ listed_at: listedAt }: JsonObject): boolean {
    return typeof listedAt !== 'number' || this.#options.clock.now() - listedAt > youth;
  }

  /** Adds a batch as the newest one. */
  async add(owner: string, id: string): Promise<void> {
    const now = this.#options.clock.now();
    const items = [{ id, value: { listed_at: now } }];
    const list = listOwner(owner);
    const created = await this.#options.store.createConversation(
      { id: listId, owner: list, createdAt: now, metadata: {} },
      items,
    );
    if (!created) await this.#options.store.addConversationItems(list, listId, items);
  }

  /** Removes a batch that its owner has deleted. */
  async remove(owner: string, id: string): Promise<void> {
    await this.#options.store.deleteConversationItem(listOwner(owner), listId, id);
  }
}

function unknownBatch(param: string, cause?: EngineError): EngineError {
  return new EngineError(
    'invalid-request',
    `${param}: no batch of yours has this id, or it was deleted more than a day ago.`,
    { param, ...(cause === undefined ? {} : { cause }) },
  );
}
