import type { ClientOptions } from './client-options.js';
import { ConversationsResource } from './resources/conversations-resource.js';
import { FilesResource } from './resources/files-resource.js';
import { MessagesResource } from './resources/messages-resource.js';
import { ModelsResource } from './resources/models-resource.js';
import { ResponsesResource } from './resources/responses-resource.js';
import { Transport } from './transport/transport.js';

/**
 * Talks to a Model Response Service in both of its dialects.
 *
 * @example
 * const client = new ModelResponseClient({ apiKey });
 * const message = await client.messages.create({ model: 'demo', max_tokens: 64, messages: [{ role: 'user', content: 'Hello!' }] });
 */
export class ModelResponseClient {
  /** `POST /v1/messages`, and batches of messages. */
  readonly messages: MessagesResource;
  /** `/v1/responses`. */
  readonly responses: ResponsesResource;
  /** `/v1/conversations`. */
  readonly conversations: ConversationsResource;
  /** `/v1/files`. */
  readonly files: FilesResource;
  /** `/v1/models`. */
  readonly models: ModelsResource;

  /**
   * Throws TypeError when the key is missing or not valid in a header, `baseUrl` is not a URL, or a limit is not a
   * number. Sends no request.
   */
  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.messages = new MessagesResource(transport, options.messagesVersion ?? '2026-10-21');
    this.responses = new ResponsesResource(transport);
    this.conversations = new ConversationsResource(transport);
    this.files = new FilesResource(transport);
    this.models = new ModelsResource(transport);
  }
}
