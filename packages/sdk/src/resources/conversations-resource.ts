import type { ConversationCreateParams, ConversationUpdateParams } from '@org/protocol/responses';
import type { Conversation, ConversationDeletedResource } from '../responses/response-types.js';
import type { RequestOptions } from '../client-options.js';
import type { KnownFields } from '../known-fields.js';
import type { Transport } from '../transport/transport.js';
import { ConversationItemsResource } from './conversation-items-resource.js';
import { conversationPath } from './conversation-path.js';

/** Conversations that responses extend: `/v1/conversations`. Pass one as `conversation` of a response. */
export class ConversationsResource {
  /** Items of a conversation. */
  readonly items: ConversationItemsResource;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.items = new ConversationItemsResource(transport);
  }

  /** Creates a conversation with up to 20 initial items. */
  async create(params: KnownFields<ConversationCreateParams> = {}, options?: RequestOptions): Promise<Conversation> {
    return (await this.#transport.json(
      { method: 'POST', path: '/v1/conversations', body: params, once: true },
      options,
    )) as Conversation;
  }

  /** Throws ApiError 404 when there is none of this key under this id; so do the methods below. */
  async retrieve(id: string, options?: RequestOptions): Promise<Conversation> {
    return (await this.#transport.json({ method: 'GET', path: conversationPath(id) }, options)) as Conversation;
  }

  /** Sets `metadata`, all of it. */
  async update(
    id: string,
    params: KnownFields<ConversationUpdateParams>,
    options?: RequestOptions,
  ): Promise<Conversation> {
    return (await this.#transport.json(
      { method: 'POST', path: conversationPath(id), body: params },
      options,
    )) as Conversation;
  }

  /** Forgets the conversation and its items; responses that were made in it stay. */
  async delete(id: string, options?: RequestOptions): Promise<ConversationDeletedResource> {
    return (await this.#transport.json(
      { method: 'DELETE', path: conversationPath(id) },
      options,
    )) as ConversationDeletedResource;
  }
}
