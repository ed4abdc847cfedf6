import { ApiError, ClientError, ConnectionError, StreamError } from '../api-error.js';
import type { ResponseMetadata } from '../responses/response-metadata.js';
import type { Response as ModelResponse, ResponseStreamEvent } from '../responses/response-types.js';
import type { ClientOptions, RequestOptions } from '../client-options.js';
import { eventOf } from '../responses/event-of.js';
import type { RunnableTool } from '../tools/tool.js';
import { ResponseAccumulator } from '../responses/response-accumulator.js';
import type { ResponseParams } from '../resources/responses-resource.js';
import { runResponseTools } from '../tools/run-response-tools.js';
import { startTimer } from '../transport/start-timer.js';
import { forwardEvents } from '../responses/forward-events.js';
import type { ResponseToolRun, ToolRunOptions } from '../tools/tool-run.js';
import { keyNow } from '../transport/key-of.js';
import { keyedHeaders, Transport } from '../transport/transport.js';
import { unlessAborted } from '../transport/unless-aborted.js';
import { sendWithRetries, type Outcome, type Retry } from '../transport/send-with-retries.js';
import type { OpenEvents } from '../responses/event-stream.js';
import { ResponseStream } from '../responses/response-stream.js';
import { within } from '../transport/within.js';
import { FrameSocket, isLast, isTimeOver } from './frame-socket.js';
import type { Frame, ReceiveBuffer } from './receive-buffer.js';
import {
  opened,
  openStandardWebSocket,
  protocolsFor,
  webSocketUrl,
  type ClientWebSocket,
  type OpenWebSocket,
} from './web-socket.js';

/** Options of a connection: those that a client has, as far as they hold there, and its WebSocket. */
export interface ResponsesConnectionOptions extends Pick<
  ClientOptions,
  'baseUrl' | 'apiKey' | 'maxRetries' | 'timeoutMs' | 'headers' | 'fetch' | 'onResponse' | 'onRetry'
> {
  /** Another WebSocket, and the way to send headers with it. Default the standard one, where the key travels as the name of a sub-protocol, since it has no headers. */
  readonly webSocket?: OpenWebSocket | undefined;
}

/** What a response on a connection is made from. */
export interface ConnectionParams extends Omit<ResponseParams, 'background'> {
  /** False: only make ready. The input is read and kept, no model is asked, and the answer, which is empty, has an `id` to go on from. Default true. */
  readonly generate?: boolean | undefined;
}

/** Options of one response on a connection. `timeoutMs` is also how long it may be silent between its events: no sign of life is seen there. */
export type ConnectionOptions = Pick<RequestOptions, 'signal' | 'maxRetries' | 'timeoutMs' | 'onResponse' | 'onRetry'>;

const path = '/v1/responses';

/**
 * Responses over one WebSocket, which is opened by the first of them: what they go on from need not be stored, and up to 16 are made at a
 * time. One that has ended (a connection lives for an hour, services start anew) is replaced by the next response that is asked for; what was
 * being made is lost, and so is what was not stored. To be closed when it is no longer needed.
 *
 * @example
 * const connection = new ResponsesConnection({ apiKey });
 * const response = await connection.create({ model: 'demo', store: false, input: 'Hello!' });
 * connection.close();
 */
export class ResponsesConnection {
  readonly #options: ResponsesConnectionOptions;
  readonly #transport: Transport;
  #socket: FrameSocket | undefined;
  #opening: Promise<FrameSocket> | undefined;
  #closed = false;

  /** Throws TypeError when there is no key or it cannot be sent, `baseUrl` is no address, or a limit is no number. Opens nothing yet. */
  constructor(options: ResponsesConnectionOptions) {
    this.#options = options;
    this.#transport = new Transport(options);
  }

  /** The whole response. Throws ApiError, also when it failed, ConnectionError, StreamError. */
  async create(params: ConnectionParams, options?: ConnectionOptions): Promise<ModelResponse> {
    return await this.stream(params, options).finalResponse();
  }

  /**
   * The response while it is made. Nothing is sent before the stream is read. Leaving it, or aborting, closes the connection, and so stops
   * the work, unless another response on it is still read: then it goes on unheard.
   */
  stream(params: ConnectionParams, options: ConnectionOptions = {}): ResponseStream {
    const { timeoutMs, maxRetries } = this.#transport.limits(options);
    const onRetry = (retry: Retry): void => this.#transport.notifyRetry({ method: 'GET', path, ...retry }, options);
    const open = async (signal: AbortSignal): Promise<OpenEvents> =>
      await sendWithRetries(() => this.#attempt(params, timeoutMs, signal, options), {
        maxRetries,
        harmless: false,
        signal,
        onRetry,
      });
    return new ResponseStream(
      { open, resumeMs: 0, ...(options.signal !== undefined && { signal: options.signal }) },
      new ResponseAccumulator(),
    );
  }

  /** As `responses.runTools`, on this connection. */
  runTools(
    params: ConnectionParams,
    tools: readonly RunnableTool[],
    options: ConnectionOptions & Pick<ToolRunOptions<ResponseStreamEvent>, 'maxSteps' | 'onEvent'> = {},
  ): ResponseToolRun {
    return runResponseTools(params, tools, options, async (request) => {
      const stream = this.stream(request, options);
      await forwardEvents(stream, options.onEvent);
      return await stream.finalResponse();
    });
  }

  /** Ends the connection, and whatever is being made on it. */
  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  /** The outcome has the first event in it: only then it is known that the service took the request. */
  async #attempt(
    params: ConnectionParams,
    timeoutMs: number,
    given: AbortSignal,
    options: ConnectionOptions,
  ): Promise<Outcome<OpenEvents>> {
    const timeoutError = new ConnectionError(`The service did not respond within ${timeoutMs} ms.`);
    const deadline = new AbortController();
    const stopTimer = startTimer(timeoutMs, () => deadline.abort(timeoutError));
    const signal = AbortSignal.any([given, deadline.signal]);
    let release = (): void => undefined;
    try {
      const socket = await unlessAborted(this.#connected(timeoutMs), signal);
      const receiveBuffer = await socket.start(params, signal);
      release = () => receiveBuffer !== undefined && socket.release(receiveBuffer);
      const first = await receiveBuffer?.next(signal);
      if (receiveBuffer === undefined || first === undefined || isTimeOver(first))
        return { type: 'lost', error: new ConnectionError('The connection ended.'), started: false };
      eventOf(first, headersOf(first));
      const head = headOf(first);
      this.#transport.notifyResponse(head, options);
      release = () => undefined;
      return {
        type: 'answered',
        value: { head, events: eventsOf({ first, receiveBuffer, socket, timeoutMs, signal: given }) },
      };
    } catch (error) {
      given.throwIfAborted();
      if (deadline.signal.aborted) return { type: 'lost', error: timeoutError, started: true };
      if (error instanceof ApiError) return { type: 'refused', error };
      if (error instanceof ConnectionError) return { type: 'lost', error, started: false };
      throw error;
    } finally {
      stopTimer();
      release();
    }
  }

  /** The connection that is open, or is being opened, or a new one. */
  async #connected(timeoutMs: number): Promise<FrameSocket> {
    if (this.#closed) throw new ClientError('This program closed the connection.');
    if (this.#socket?.usable === true) return this.#socket;
    this.#opening ??= this.#open(timeoutMs).finally(() => {
      this.#opening = undefined;
    });
    return await this.#opening;
  }

  async #open(timeoutMs: number): Promise<FrameSocket> {
    const { apiKey } = this.#options;
    const socket = this.#webSocket(typeof apiKey === 'string' ? apiKey : await keyNow(apiKey, undefined));
    const connection = new FrameSocket(socket);
    const failure = new ConnectionError(
      'The WebSocket could not be opened, although the service responds: a proxy may not forward it, or too many connections are open.',
    );
    try {
      await opened(socket, failure, timeoutMs);
    } catch (error) {
      // Programs are not told why a WebSocket was refused. A request with the same key is.
      await this.#transport.json({ method: 'GET', path: '/v1/models' }, { maxRetries: 0, timeoutMs });
      throw error;
    }
    if (this.#closed) connection.close();
    this.#socket = connection;
    return connection;
  }

  /** Throws TypeError where there is none, or it could not send the key. */
  #webSocket(apiKey: string): ClientWebSocket {
    const { headers, webSocket = openStandardWebSocket } = this.#options;
    return webSocket(webSocketUrl(this.#transport.urlOf(path)), {
      protocols: protocolsFor(apiKey),
      headers: keyedHeaders(apiKey, headers),
    });
  }
}

interface StartedStream {
  readonly first: Frame;
  readonly receiveBuffer: ReceiveBuffer;
  readonly socket: FrameSocket;
  /** Of silence, before it counts as cut. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

async function* eventsOf({
  first,
  receiveBuffer,
  socket,
  timeoutMs,
  signal,
}: StartedStream): AsyncGenerator<unknown, void, undefined> {
  try {
    for (let frame: Frame | undefined = first; ; frame = await within(timeoutMs, receiveBuffer.next(signal))) {
      if (frame === undefined) throw new StreamError('The connection ended before the response was complete.');
      yield eventOf(frame, headersOf(frame));
      if (isLast(frame)) return;
    }
  } finally {
    socket.release(receiveBuffer);
  }
}

/** What stands in place of the head of an HTTP answer. */
function headOf({ service_warnings: warnings }: Frame): ResponseMetadata {
  const texts = Array.isArray(warnings) ? warnings.filter((each) => typeof each === 'string') : [];
  return { method: 'GET', path, status: 101, headers: new Headers(), requestId: undefined, warnings: texts };
}

/** Those that an error tells: an HTTP answer would have had them. */
function headersOf({ error }: Frame): Headers {
  const headers: unknown =
    typeof error === 'object' && error !== null && 'headers' in error ? error.headers : undefined;
  if (typeof headers !== 'object' || headers === null) return new Headers();
  return new Headers(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
