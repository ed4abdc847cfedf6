import { accumulateMessage, emptyAccumulation, type Message, type MessageCreateParams, type MessageStreamEvent, type MessageTokensCount, type MessageCountTokensParams } from '@org/protocol/messages';
import type { RequestOptions } from './client-options.js';
import type { Transport, WireRequest } from './transport.js';
import type { KnownFields } from './known-fields.js';
import { WireStream, type Accumulation } from './wire-stream.js';

/** What a message is made from; `create` and `stream` say for themselves whether it is streamed. */
export type MessageParams = Omit<KnownFields<MessageCreateParams>, 'stream'>;

/** The messages dialect: `POST /v1/messages`. */
export class MessagesResource {
  readonly #transport: Transport;
  readonly #version: string;

  constructor(transport: Transport, version: string) {
    this.#transport = transport;
    this.#version = version;
  }

  /** The whole message. Throws ApiError, ConnectionError. */
  async create(params: MessageParams, options?: RequestOptions): Promise<Message> {
    return (await this.#transport.json(this.#request('', { ...params, stream: false }), options)) as Message;
  }

  /** The message while it is made. Nothing is sent before the stream is read. */
  stream(params: MessageParams, options: RequestOptions = {}): WireStream<MessageStreamEvent, Message> {
    const request = this.#request('', { ...params, stream: true });
    return new WireStream((signal) => this.#transport.send(request, withSignal(options, signal)), new MessageInTheMaking());
  }

  /** The input tokens that a message with these parameters would have. */
  async countTokens(params: KnownFields<MessageCountTokensParams>, options?: RequestOptions): Promise<MessageTokensCount> {
    return (await this.#transport.json(this.#request('/count_tokens', params), options)) as MessageTokensCount;
  }

  #request(path: string, body: unknown): WireRequest {
    return { method: 'POST', path: `/v1/messages${path}`, body, headers: { 'vendor-version': this.#version } };
  }
}

class MessageInTheMaking implements Accumulation<MessageStreamEvent, Message> {
  #state = emptyAccumulation;

  push(event: MessageStreamEvent): void {
    this.#state = accumulateMessage(this.#state, event);
  }

  get answer(): Message | undefined {
    return this.#state.complete ? this.#state.message : undefined;
  }
}

/** The caller's signal and the stream's own: whichever comes first. */
export function withSignal(options: RequestOptions, signal: AbortSignal): RequestOptions {
  return { ...options, signal: options.signal === undefined ? signal : AbortSignal.any([options.signal, signal]) };
}
