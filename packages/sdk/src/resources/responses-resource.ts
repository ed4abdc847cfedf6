import type {
  InputTokenCountParams,
  ListParams,
  ResponseCompactParams,
  ResponseCreateParams,
} from '@org/protocol/responses';
import type { RequestOptions } from '../client-options.js';
import type { KnownFields } from '../known-fields.js';
import type { RunnableTool } from '../tools/tool.js';
import { readCompaction, readResponse } from '../responses/read-response.js';
import { ResponseAccumulator } from '../responses/response-accumulator.js';
import type {
  CompactedResponse,
  InputTokenCountResponse,
  Response as ModelResponse,
  ResponseDeleted,
  ResponseItem,
  ResponseItemList,
  ResponseStreamEvent,
} from '../responses/response-types.js';
import { runResponseTools } from '../tools/run-response-tools.js';
import { forwardEvents } from '../responses/forward-events.js';
import type { ResponseToolRun, ToolRunOptions } from '../tools/tool-run.js';
import type { Transport, UpstreamRequest } from '../transport/transport.js';
import { ResponseStream } from '../responses/response-stream.js';
import type { IncludeOption } from './include-option.js';
import { Page } from './page.js';
import { pathSegment } from './path-segment.js';
import { withQuery } from './query.js';
import { requireNonStreaming } from './require-non-streaming.js';

/** What a response is made from; `create` and `stream` say for themselves whether it is streamed. */
export type ResponseParams = Omit<KnownFields<ResponseCreateParams>, 'stream'>;

/** The responses dialect: `/v1/responses`. */
export class ResponsesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * The whole response. `previous_response_id` continues a stored one. Throws ApiError, ConnectionError, and TypeError when it is
   * asked to stream.
   */
  async create(params: ResponseParams, options?: RequestOptions): Promise<ModelResponse> {
    const request = {
      method: 'POST',
      path: root,
      body: requireNonStreaming(params),
      once: params.background === true,
    } as const;
    return readResponse(await this.#transport.json(request, options));
  }

  /**
   * The response while it is made. Nothing is sent before the stream is read. With `background: true` a stream that is cut goes
   * on where it was, on another connection.
   */
  stream(params: ResponseParams, options: RequestOptions = {}): ResponseStream {
    const made = new ResponseAccumulator();
    const rest = (): UpstreamRequest | undefined =>
      made.snapshot?.background === true ? eventsOf(made.snapshot.id, made.last) : undefined;
    return new ResponseStream(
      this.#transport.stream({ method: 'POST', path: root, body: { ...params, stream: true } }, options, rest),
      made,
    );
  }

  /**
   * Answers of the model while this program runs the tools that they call, until one calls none of them. A tool that the
   * model has to call by `tool_choice` it has to call in its first answer only.
   */
  runTools(
    params: ResponseParams,
    tools: readonly RunnableTool[],
    options: ToolRunOptions<ResponseStreamEvent> = {},
  ): ResponseToolRun {
    const { onEvent } = options;
    const createResponse = async (request: ResponseParams): Promise<ModelResponse> => {
      if (request.background !== true && onEvent === undefined) return await this.create(request, options);
      const stream = this.stream(request, options);
      await forwardEvents(stream, onEvent);
      return await stream.finalResponse();
    };
    return runResponseTools(params, tools, options, createResponse);
  }

  /** A stored response. Throws ApiError 404 when there is none of this key under this id. */
  async retrieve(id: string, options: RequestOptions & IncludeOption = {}): Promise<ModelResponse> {
    const { include, ...others } = options;
    return readResponse(
      await this.#transport.json({ method: 'GET', path: withQuery(pathOf(id), { include }) }, others),
    );
  }

  /**
   * The events of a stored response, from its first one or after `startingAfter` (a `sequence_number`), and on while it
   * is made, so that `finalResponse()` waits for a background response and rejects when it failed. A cut is mended as in `stream`. Add `startingAfter` only to
   * events that you have: `finalResponse()` is whole only with all of them or the last one.
   */
  follow(
    id: string,
    options: RequestOptions & IncludeOption & { readonly startingAfter?: number | undefined } = {},
  ): ResponseStream {
    const { startingAfter, include, ...others } = options;
    const made = new ResponseAccumulator();
    const after = (sequence: number | undefined): UpstreamRequest => eventsOf(id, sequence, include);
    return new ResponseStream(
      this.#transport.stream(after(startingAfter), others, () => after(made.last ?? startingAfter)),
      made,
    );
  }

  /** What a response was given to answer, the newest first unless `order` is `asc`. `limit` is that of a page. */
  inputItems(
    id: string,
    params: KnownFields<ListParams> = {},
    options?: RequestOptions,
  ): Page<ResponseItem, ResponseItemList> {
    return new Page(async (after = params.after) => {
      const path = withQuery(`${pathOf(id)}/input_items`, { ...params, after });
      return (await this.#transport.json({ method: 'GET', path }, options)) as ResponseItemList;
    });
  }

  /** The input tokens that a response to these parameters would have. */
  async countTokens(
    params: KnownFields<InputTokenCountParams>,
    options?: RequestOptions,
  ): Promise<InputTokenCountResponse> {
    return (await this.#transport.json(
      { method: 'POST', path: `${root}/input_tokens`, body: params },
      options,
    )) as InputTokenCountResponse;
  }

  /** Makes a conversation small: `asInput(output)` is the `input` to go on with. */
  async compact(params: KnownFields<ResponseCompactParams>, options?: RequestOptions): Promise<CompactedResponse> {
    return readCompaction(
      await this.#transport.json({ method: 'POST', path: `${root}/compact`, body: params }, options),
    );
  }

  /** Stops a background response, queued or running. Gives what there is of it; the same again when it has ended. */
  async cancel(id: string, options?: RequestOptions): Promise<ModelResponse> {
    return readResponse(await this.#transport.json({ method: 'POST', path: `${pathOf(id)}/cancel` }, options));
  }

  /** Forgets a stored response for good. Throws ApiError 404 when there is none of this key under this id. */
  async delete(id: string, options?: RequestOptions): Promise<ResponseDeleted> {
    return (await this.#transport.json({ method: 'DELETE', path: pathOf(id) }, options)) as ResponseDeleted;
  }
}

const root = '/v1/responses';

function pathOf(id: string): string {
  return `${root}/${pathSegment(id)}`;
}

function eventsOf(id: string, after: number | undefined, include?: IncludeOption['include']): UpstreamRequest {
  return { method: 'GET', path: withQuery(pathOf(id), { stream: true, starting_after: after, include }) };
}
