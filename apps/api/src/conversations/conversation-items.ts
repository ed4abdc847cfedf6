import { explicitIds, includeStoredItem, listedItem, parseBody, rejectDuplicateIds } from '@org/dialects/responses';
import { type CompletedAttempt, EngineError, type JsonObject, type ReasoningSigners, type Store } from '@org/engine';
import { itemCreateParamsSchema } from '@org/protocol/responses';
import type { RequestContext } from '../request-context/request-context.js';
import { writeWithResponse } from '../request-context/write-with-response.js';
import { includedBy } from '../responses/include-query.js';
import { toItemPage, type ItemPage, type ItemPageQuery } from '../responses/item-page.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import { conversationNotFound } from './conversations.js';
import type { NewItems } from './new-items.js';

export interface ConversationItemsOptions {
  readonly store: Store;
  readonly newItems: NewItems;
  readonly reasoningSigners: ReasoningSigners;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/** The items of conversations in the API. */
export class ConversationItems {
  readonly #options: ConversationItemsOptions;

  constructor(options: ConversationItemsOptions) {
    this.#options = options;
  }

  /**
   * Appends items and returns them as stored. A repeated item is unchanged; throws, and adds nothing, when its
   * content differs now.
   */
  async create(
    owner: string,
    id: string,
    body: unknown,
    include: readonly string[],
    requestContext: RequestContext,
  ): Promise<ItemPage> {
    const { items } = parseBody(itemCreateParamsSchema, body);
    const maxStoredBytes = await this.#options.storageQuotas.admit(requestContext.principal);
    const added = await this.#options.newItems.of(owner, items, requestContext);
    const show = this.#showing(owner, include);
    for (;;) {
      // An item that came with an id, or as a reference, may have been there before.
      const there = await this.#findItems(
        owner,
        id,
        items.flatMap((item) => (typeof item.id === 'string' ? [item.id] : [])),
      );
      rejectDuplicateIds(items, (itemId) => there.get(itemId), 'items');
      const fresh = explicitIds(items).filter((itemId) => !there.has(itemId));
      const entries = added.map((item) => ({ id: item.id, value: there.get(item.id) ?? item.value }));
      const page = toItemPage({ entries, hasMore: false }, show);
      const write = async (completedAttempt?: CompletedAttempt): Promise<void> => {
        if (
          !(await this.#options.store.addConversationItems(owner, id, added, {
            fresh,
            completedAttempt,
            maxStoredBytes,
          }))
        )
          throw conversationNotFound();
      };
      if (await areFresh(writeWithResponse(requestContext, page, write))) return page;
    }
  }

  async list(owner: string, id: string, query: ItemPageQuery): Promise<ItemPage> {
    const page = await this.#options.store.listConversationItems(owner, id, query);
    if (page === undefined) throw conversationNotFound();
    return toItemPage(page, this.#showing(owner, includedBy(query)));
  }

  async retrieve(owner: string, id: string, itemId: string, include: readonly string[]): Promise<JsonObject> {
    await this.#requireConversation(owner, id);
    const item = await this.#options.store.getConversationItem(owner, id, itemId);
    if (item === undefined) throw itemNotFound();
    return this.#showing(owner, include)(item);
  }

  async delete(owner: string, id: string, itemId: string): Promise<void> {
    await this.#requireConversation(owner, id);
    if (!(await this.#options.store.deleteConversationItem(owner, id, itemId))) throw itemNotFound();
  }

  #showing(owner: string, include: readonly string[]): (item: JsonObject) => JsonObject {
    const reasoningSigner = this.#options.reasoningSigners.of(owner);
    return (item) => includeStoredItem(listedItem(item), include, reasoningSigner);
  }

  async #requireConversation(owner: string, id: string): Promise<void> {
    if ((await this.#options.store.getConversation(owner, id)) === undefined) throw conversationNotFound();
  }

  async #findItems(owner: string, id: string, itemIds: readonly string[]): Promise<ReadonlyMap<string, JsonObject>> {
    const found = await Promise.all(
      itemIds.map(
        async (itemId) => [itemId, await this.#options.store.getConversationItem(owner, id, itemId)] as const,
      ),
    );
    return new Map(found.flatMap(([itemId, item]) => (item === undefined ? [] : [[itemId, item] as const])));
  }
}

/** False when others added one of the ids since the lookup: their content must be compared, too. */
async function areFresh(adding: Promise<void>): Promise<boolean> {
  try {
    await adding;
    return true;
  } catch (thrown) {
    if (thrown instanceof EngineError && thrown.code === 'conflict' && thrown.param === 'items') return false;
    throw thrown;
  }
}

function itemNotFound(): EngineError {
  return new EngineError('not-found', 'There is no item with this id in this conversation.');
}
