import { accumulateResponse, type Response as ModelResponse, type ResponseCreateParams, type ResponseDeleted, type ResponseState, type ResponseStreamEvent } from '@org/protocol/responses';
import type { RequestOptions } from './client-options.js';
import { withSignal } from './messages-resource.js';
import type { Transport } from './transport.js';
import type { KnownFields } from './known-fields.js';
import { WireStream, type Accumulation } from './wire-stream.js';

/** What a response is made from; `create` and `stream` say for themselves whether it is streamed. */
export type ResponseParams = Omit<KnownFields<ResponseCreateParams>, 'stream'>;

/** The responses dialect: `/v1/responses`. */
export class ResponsesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The whole response. `previous_response_id` continues a stored one. Throws ApiError, ConnectionError. */
  async create(params: ResponseParams, options?: RequestOptions): Promise<ModelResponse> {
    const request = { method: 'POST', path: '/v1/responses', body: { ...params, stream: false } } as const;
    return (await this.#transport.json(request, options)) as ModelResponse;
  }

  /** The response while it is made. Nothing is sent before the stream is read. */
  stream(params: ResponseParams, options: RequestOptions = {}): WireStream<ResponseStreamEvent, ModelResponse> {
    const request = { method: 'POST', path: '/v1/responses', body: { ...params, stream: true } } as const;
    return new WireStream((signal) => this.#transport.send(request, withSignal(options, signal)), new ResponseInTheMaking());
  }

  /** A stored response. Throws ApiError 404 when there is none of this key under this id. */
  async retrieve(id: string, options?: RequestOptions): Promise<ModelResponse> {
    return (await this.#transport.json({ method: 'GET', path: pathOf(id) }, options)) as ModelResponse;
  }

  /**
   * The events of a stored response, from its first one or after `startingAfter` (a `sequence_number`), and on while it
   * is made. With `background: true` at its creation a response goes on without its reader, so a cut stream can be taken up
   * again here.
   */
  follow(id: string, options: RequestOptions & { readonly startingAfter?: number } = {}): WireStream<ResponseStreamEvent, ModelResponse> {
    const { startingAfter, ...rest } = options;
    const query = startingAfter === undefined ? '' : `&starting_after=${startingAfter}`;
    const request = { method: 'GET', path: `${pathOf(id)}?stream=true${query}` } as const;
    return new WireStream((signal) => this.#transport.send(request, withSignal(rest, signal)), new ResponseInTheMaking());
  }

  /** Stops a background response, queued or running. Gives what there is of it; the same again when it has ended. */
  async cancel(id: string, options?: RequestOptions): Promise<ModelResponse> {
    return (await this.#transport.json({ method: 'POST', path: `${pathOf(id)}/cancel` }, options)) as ModelResponse;
  }

  /** Forgets a stored response for good. Throws ApiError 404 when there is none of this key under this id. */
  async delete(id: string, options?: RequestOptions): Promise<ResponseDeleted> {
    return (await this.#transport.json({ method: 'DELETE', path: pathOf(id) }, options)) as ResponseDeleted;
  }
}

function pathOf(id: string): string {
  return `/v1/responses/${encodeURIComponent(id)}`;
}

const terminal: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.cancelled']);

class ResponseInTheMaking implements Accumulation<ResponseStreamEvent, ModelResponse> {
  #state: ResponseState;
  #complete = false;

  push(event: ResponseStreamEvent): void {
    this.#state = accumulateResponse(this.#state, event);
    if (terminal.has(String(event.type))) this.#complete = true;
  }

  get answer(): ModelResponse | undefined {
    return this.#complete ? this.#state : undefined;
  }
}
