import { Inject, Injectable } from '@nestjs/common';
import { EngineError } from '@org/engine/errors/engine-error';
import type { JsonObject } from '@org/engine/model/json';
import type { Store, TurnRecord } from '@org/engine/ports/store';
import { STORE } from '../engine/tokens.js';
import { toItemPage, type ItemPage, type ItemPageQuery } from './item-page.js';
import type { RetrieveQuery } from './retrieve-query.js';

/** Responses that were kept. One that never was and one of somebody else are the same. */
@Injectable()
export class StoredResponses {
  constructor(@Inject(STORE) private readonly store: Store) {}

  /** The response as it was delivered. */
  async retrieve(owner: string, id: string, { stream }: RetrieveQuery): Promise<JsonObject> {
    if (stream === 'true') throw new EngineError('unsupported', 'stream: a stored response cannot be streamed again.', { param: 'stream', retryable: false });
    return (await this.#get(owner, id)).wire;
  }

  async delete(owner: string, id: string): Promise<JsonObject> {
    await this.#get(owner, id);
    if (!(await this.store.deleteTurn(owner, id))) throw notFound();
    return { id, object: 'response.deleted', deleted: true };
  }

  async inputItems(owner: string, id: string, query: ItemPageQuery): Promise<ItemPage> {
    await this.#get(owner, id);
    const page = await this.store.listInputItems(owner, id, query);
    if (page === undefined) throw notFound();
    return toItemPage(page);
  }

  async #get(owner: string, id: string): Promise<TurnRecord> {
    const turn = await this.store.getTurn(owner, id);
    if (turn?.dialect !== 'responses') throw notFound();
    return turn;
  }
}

/** The id is not repeated: the answer is the same to the byte for every id that cannot be had. */
function notFound(): EngineError {
  return new EngineError('not-found', 'There is no response with this id.');
}
