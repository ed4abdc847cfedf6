import { includeStored, includeStoredItem, listedItem } from '@org/dialects/responses';
import { EngineError, type JsonObject, type ReasoningSigners, type Store, type TurnRecord } from '@org/engine';
import type { Response } from '@org/protocol/responses';
import { isResponseId } from '../turn/response-id.js';
import { FinishedItemsCache } from './finished-items-cache.js';
import { includedBy } from './include-query.js';
import { toItemPage, type ItemPage, type ItemPageQuery } from './item-page.js';

export interface StoredResponsesOptions {
  readonly store: Store;
  readonly reasoningSigners: ReasoningSigners;
}

/** Stored responses. A missing one and one of another owner are indistinguishable. */
export class StoredResponses {
  readonly #options: StoredResponsesOptions;
  readonly #finished: FinishedItemsCache;

  constructor(options: StoredResponsesOptions) {
    this.#options = options;
    this.#finished = new FinishedItemsCache(options.store);
  }

  /** The turn of a response. Throws `not-found`. */
  async find(owner: string, id: string): Promise<TurnRecord> {
    const turn = await this.#options.store.getTurn(owner, id);
    if (turn?.dialect !== 'responses') throw notFound();
    return turn;
  }

  /** The response as it was delivered, or with the items that are finished by now; and with what `include` adds. */
  async show(turn: TurnRecord, include: readonly string[]): Promise<JsonObject> {
    const payload =
      turn.status === 'in_progress' ? { ...turn.payload, output: await this.#finished.of(turn) } : turn.payload;
    if (turn.status !== 'in_progress') this.#finished.delete(turn.id);
    if (include.length === 0) return payload;
    return includeStored(
      payload as unknown as Response,
      include,
      this.#options.reasoningSigners.of(turn.owner),
      turn.output,
    ) as JsonObject;
  }

  async delete(owner: string, id: string): Promise<JsonObject> {
    if (!isResponseId('responses', id) || !(await this.#options.store.deleteTurn(owner, id))) throw notFound();
    return { id, object: 'response.deleted', deleted: true };
  }

  async inputItems(owner: string, id: string, query: ItemPageQuery): Promise<ItemPage> {
    const page = isResponseId('responses', id) ? await this.#options.store.listInputItems(owner, id, query) : undefined;
    if (page === undefined) throw notFound();
    const reasoningSigner = this.#options.reasoningSigners.of(owner);
    return toItemPage(page, (item) => includeStoredItem(listedItem(item), includedBy(query), reasoningSigner));
  }
}

/** Omits the id: the response has the same bytes for every unavailable id. */
function notFound(): EngineError {
  return new EngineError('not-found', 'There is no response with this id.');
}
