import type { ItemCreateParams, ListParams } from '@org/protocol/responses';
import type { Conversation, ConversationItem, ConversationItemList } from '../responses/response-types.js';
import type { RequestOptions } from '../client-options.js';
import type { KnownFields } from '../known-fields.js';
import type { Transport } from '../transport/transport.js';
import { conversationPath } from './conversation-path.js';
import type { IncludeOption } from './include-option.js';
import { Page } from './page.js';
import { pathSegment } from './path-segment.js';
import { withQuery } from './with-query.js';

/** The items of a conversation: `/v1/conversations/{id}/items`. */
export class ConversationItemsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Adds 1 to 20 items and returns them as stored. */
  async create(
    conversationId: string,
    params: KnownFields<ItemCreateParams>,
    options: RequestOptions & IncludeOption = {},
  ): Promise<ConversationItemList> {
    const { include, ...others } = options;
    const path = withQuery(itemsPath(conversationId), { include });
    return (await this.#transport.json(
      { method: 'POST', path, body: params, once: true },
      others,
    )) as ConversationItemList;
  }

  /** All items, the newest first unless `order` is `asc`. `limit` is that of a page. */
  list(
    conversationId: string,
    params: KnownFields<ListParams> = {},
    options?: RequestOptions,
  ): Page<ConversationItem, ConversationItemList> {
    return new Page(async (after = params.after) => {
      const path = withQuery(itemsPath(conversationId), { ...params, after });
      return (await this.#transport.json({ method: 'GET', path }, options)) as ConversationItemList;
    });
  }

  /** Retrieves one item. Throws ApiError 404 when this key has no item with this id in this conversation. */
  async retrieve(
    conversationId: string,
    itemId: string,
    options: RequestOptions & IncludeOption = {},
  ): Promise<ConversationItem> {
    const { include, ...others } = options;
    return (await this.#transport.json(
      { method: 'GET', path: withQuery(itemPath(conversationId, itemId), { include }) },
      others,
    )) as ConversationItem;
  }

  /** Takes an item out. Gives the conversation that it was in. */
  async delete(conversationId: string, itemId: string, options?: RequestOptions): Promise<Conversation> {
    return (await this.#transport.json(
      { method: 'DELETE', path: itemPath(conversationId, itemId) },
      options,
    )) as Conversation;
  }
}

function itemsPath(conversationId: string): string {
  return `${conversationPath(conversationId)}/items`;
}

function itemPath(conversationId: string, itemId: string): string {
  return `${itemsPath(conversationId)}/${pathSegment(itemId)}`;
}
