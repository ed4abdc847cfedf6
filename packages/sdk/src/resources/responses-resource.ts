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
import { withQuery } from './with-query.js';
import { requireNonStreaming } from './require-non-streaming.js';

/** Parameters of a response; `create` and `stream` set `stream` themselves. */
export type ResponseParams = Omit<KnownFields<ResponseCreateParams>, 'stream'>;

/** The responses dialect: `/v1/responses`. */
export class ResponsesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Creates a response and waits until it is complete. `previous_response_id` continues a stored response. Throws
   * ApiError, ConnectionError, and TypeError when `stream` is set.
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
   * Streams a response. Sends nothing before the stream is read. With `background: true` a disconnected stream
   * resumes at the same event on another connection.
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
   * Runs the model and the tools that it calls in this program, until a response calls none of them. A `tool_choice`
   * that forces a tool applies only to the first response.
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
   * Streams the events of a stored response, from the first one or after `startingAfter` (a `sequence_number`), until
   * it ends, so that `finalResponse()` waits for a background response and rejects when it failed. A disconnected
   * stream resumes as in `stream`. Set `startingAfter` only if you have the earlier events: `finalResponse()` is
   * complete only with all events or the last one.
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

  /** Lists the input items of a response, newest first unless `order` is `asc`. `limit` is the page size. */
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

  /** Compacts a conversation: `toInputItems(output)` is the `input` of the next request. */
  async compact(params: KnownFields<ResponseCompactParams>, options?: RequestOptions): Promise<CompactedResponse> {
    return readCompaction(
      await this.#transport.json({ method: 'POST', path: `${root}/compact`, body: params }, options),
    );
  }

  /** Stops a background response, queued or running. Gives what there is of it; the same again when it has ended. */
  async cancel(id: string, options?: RequestOptions): Promise<ModelResponse> {
    return readResponse(await this.#transport.json({ method: 'POST', path: `${pathOf(id)}/cancel` }, options));
  }

  /** Deletes a stored response permanently. Throws ApiError 404 when this key has no response with this id. */
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
