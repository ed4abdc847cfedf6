import { parseBody } from '@org/dialects/responses';
import {
  type Clock,
  type ConversationRecord,
  EngineError,
  type IdSource,
  type JsonObject,
  type Store,
} from '@org/engine';
import { conversationCreateParamsSchema, conversationUpdateParamsSchema } from '@org/protocol/responses';
import type { RequestContext } from '../request-context/request-context.js';
import { writeWithResponse } from '../request-context/write-with-response.js';
import type { StorageQuotas } from '../storage/storage-quotas.js';
import type { NewItems } from './new-items.js';

export interface ConversationsOptions {
  readonly store: Store;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly newItems: NewItems;
  readonly storageQuotas: Pick<StorageQuotas, 'admit'>;
}

/** Conversations in the API. A missing one and one of another owner are indistinguishable. */
export class Conversations {
  readonly #options: ConversationsOptions;

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  async create(owner: string, body: unknown, requestContext: RequestContext): Promise<JsonObject> {
    const { items, metadata } = parseBody(conversationCreateParamsSchema, body);
    const maxStoredBytes = await this.#options.storageQuotas.admit(requestContext.principal);
    const record: ConversationRecord = {
      id: this.#options.ids.next('conv'),
      owner,
      createdAt: this.#options.clock.now(),
      metadata: metadata ?? {},
    };
    const added = await this.#options.newItems.of(owner, items ?? [], requestContext);
    const response = encode(record);
    await writeWithResponse(requestContext, response, async (completedAttempt) => {
      if (!(await this.#options.store.createConversation(record, added, completedAttempt, maxStoredBytes)))
        throw new EngineError('internal', 'The service failed to create an id.');
    });
    return response;
  }

  async retrieve(owner: string, id: string): Promise<JsonObject> {
    return encode(await this.#get(owner, id));
  }

  /** Replaces the metadata; null removes it. */
  async update(owner: string, id: string, body: unknown, requestContext: RequestContext): Promise<JsonObject> {
    const metadata = parseBody(conversationUpdateParamsSchema, body).metadata ?? {};
    const response = encode({ ...(await this.#get(owner, id)), metadata });
    const maxStoredBytes = await this.#options.storageQuotas.admit(requestContext.principal);
    await writeWithResponse(requestContext, response, async (completedAttempt) => {
      if (!(await this.#options.store.setConversationMetadata(owner, id, metadata, completedAttempt, maxStoredBytes)))
        throw conversationNotFound();
    });
    return response;
  }

  /** Deletes it with its items. Responses that were made in it stay. */
  async delete(owner: string, id: string): Promise<JsonObject> {
    if (!(await this.#options.store.deleteConversation(owner, id))) throw conversationNotFound();
    return { id, object: 'conversation.deleted', deleted: true };
  }

  async #get(owner: string, id: string): Promise<ConversationRecord> {
    const record = await this.#options.store.getConversation(owner, id);
    if (record === undefined) throw conversationNotFound();
    return record;
  }
}

/** Omits the id: the response has the same bytes for every unavailable id. */
export function conversationNotFound(): EngineError {
  return new EngineError('not-found', 'There is no conversation with this id.');
}

function encode({ id, createdAt, metadata }: ConversationRecord): JsonObject {
  return { id, object: 'conversation', created_at: Math.floor(createdAt / 1000), metadata };
}
