import type {
  Message as ApiMessage,
  MessageCountTokensParams,
  MessageCreateParams,
  MessageStreamEvent as ApiEvent,
} from '@org/protocol/messages';
import { accumulateMessage, createMessageAccumulation } from '@org/protocol/messages/client';
import type {
  DeletedMessageThread,
  Message,
  MessageStreamEvent,
  MessageTokensCount,
} from '../responses/response-types.js';
import { readMessage } from '../responses/read-message.js';
import { forwardEvents } from '../responses/forward-events.js';
import type { Accumulation } from '../responses/event-stream.js';
import { MessageStream } from '../responses/message-stream.js';
import type { RequestOptions } from '../client-options.js';
import type { KnownFields } from '../known-fields.js';
import type { RunnableTool } from '../tools/tool.js';
import { messageStep, withMessageTools } from '../tools/run-message-tools.js';
import { MessageToolRun, runSteps, type ToolRunOptions, type ToolStep } from '../tools/tool-run.js';
import type { Transport, UpstreamRequest } from '../transport/transport.js';
import { BatchesResource } from './batches-resource.js';
import { pathSegment } from './path-segment.js';
import { requireNonStreaming } from './require-non-streaming.js';

/** Parameters of a message; `create` and `stream` set `stream` themselves. */
export type MessageParams = Omit<KnownFields<MessageCreateParams>, 'stream'>;

/** The messages dialect: `POST /v1/messages`. */
export class MessagesResource {
  /** Many messages at once, made in the background. */
  readonly batches: BatchesResource;
  readonly #transport: Transport;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(transport: Transport, version: string) {
    this.#transport = transport;
    this.#headers = { 'vendor-version': version };
    this.batches = new BatchesResource(transport, this.#headers);
  }

  /**
   * Creates a message and waits until it is complete. Throws ApiError, ConnectionError, and TypeError when `stream`
   * is set.
   */
  async create(params: MessageParams, options?: RequestOptions): Promise<Message> {
    return readMessage(await this.#transport.json(this.#request('', requireNonStreaming(params)), options));
  }

  /** Streams a message. Sends nothing before the stream is read. */
  stream(params: MessageParams, options: RequestOptions = {}): MessageStream {
    return new MessageStream(
      this.#transport.stream(this.#request('', { ...params, stream: true }), options),
      new MessageAccumulator(),
    );
  }

  /**
   * Runs the model and the tools that it calls in this program, until a response calls none of them. A `tool_choice`
   * that forces a tool applies only to the first response.
   */
  runTools(
    params: MessageParams,
    tools: readonly RunnableTool[],
    options: ToolRunOptions<MessageStreamEvent> = {},
  ): MessageToolRun {
    const { onEvent } = options;
    const createMessage = async (request: MessageParams): Promise<Message> => {
      if (onEvent === undefined) return await this.create(request, options);
      const stream = this.stream(request, options);
      await forwardEvents(stream, onEvent);
      return await stream.finalMessage();
    };
    const ask = async (request: MessageParams): Promise<ToolStep<MessageParams, Message>> =>
      messageStep(request, await createMessage(request), tools, options);
    return new MessageToolRun(runSteps(withMessageTools(params, tools), ask, options.maxSteps));
  }

  /** The input tokens that a message with these parameters would have. */
  async countTokens(
    params: KnownFields<MessageCountTokensParams>,
    options?: RequestOptions,
  ): Promise<MessageTokensCount> {
    return (await this.#transport.json(this.#request('/count_tokens', params), options)) as MessageTokensCount;
  }

  /**
   * Deletes a thread: the message `id`, its last response, and everything before it, except what another thread also
   * continues. Throws ApiError 404 when this key has no such thread.
   */
  async deleteThread(id: string, options?: RequestOptions): Promise<DeletedMessageThread> {
    return (await this.#transport.json(
      { method: 'DELETE', path: `/v1/messages/threads/${pathSegment(id)}`, headers: this.#headers },
      options,
    )) as DeletedMessageThread;
  }

  #request(path: string, body: unknown): UpstreamRequest {
    return { method: 'POST', path: `/v1/messages${path}`, body, headers: this.#headers };
  }
}

class MessageAccumulator implements Accumulation<MessageStreamEvent, Message> {
  #state = createMessageAccumulation<ApiMessage>();

  push(raw: unknown): MessageStreamEvent {
    const event = raw as ApiEvent;
    this.#state = accumulateMessage(this.#state, event);
    return event;
  }

  get result(): Message | undefined {
    return this.#state.complete ? this.snapshot : undefined;
  }

  get snapshot(): Message | undefined {
    return this.#state.message;
  }
}
