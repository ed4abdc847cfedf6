import type { ClientOptions } from './client-options.js';
import { ConversationsResource } from './conversations-resource.js';
import { MessagesResource } from './messages-resource.js';
import { ModelsResource } from './models-resource.js';
import { ResponsesResource } from './responses-resource.js';
import { Transport } from './transport.js';

/**
 * Talks to a Model Response Service in both of its dialects.
 *
 * @example
 * const client = new ModelResponseClient({ apiKey });
 * const message = await client.messages.create({ model: 'demo', max_tokens: 64, messages: [{ role: 'user', content: 'Hello!' }] });
 */
export class ModelResponseClient {
  readonly messages: MessagesResource;
  readonly responses: ResponsesResource;
  readonly conversations: ConversationsResource;
  readonly models: ModelsResource;

  constructor(options: ClientOptions) {
    if (options.apiKey === '') throw new TypeError('apiKey must not be empty');
    const transport = new Transport(options);
    this.messages = new MessagesResource(transport, options.messagesVersion ?? '2026-10-21');
    this.responses = new ResponsesResource(transport);
    this.conversations = new ConversationsResource(transport);
    this.models = new ModelsResource(transport);
  }
}
