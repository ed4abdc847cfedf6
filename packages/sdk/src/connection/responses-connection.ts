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
import { keyNow } from '../transport/require-key.js';
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

/** Options of a connection: the applicable client options, and its WebSocket. */
export interface ResponsesConnectionOptions extends Pick<
  ClientOptions,
  'baseUrl' | 'apiKey' | 'maxRetries' | 'timeoutMs' | 'headers' | 'fetch' | 'onResponse' | 'onRetry'
> {
  /**
   * Custom WebSocket, for example to send headers. Default: the standard one, which has no headers and sends the key
   * as a subprotocol.
   */
  readonly webSocket?: OpenWebSocket | undefined;
}

/** What a response on a connection is made from. */
export interface ConnectionParams extends Omit<ResponseParams, 'background'> {
  /**
   * False only prepares the response: the service reads and stores the input and calls no model, and the empty
   * response has an `id` to continue from. Default true.
   */
  readonly generate?: boolean | undefined;
}

/**
 * Options of one response on a connection. `timeoutMs` also limits the idle time between events, because a WebSocket
 * shows no heartbeats.
 */
export type ConnectionOptions = Pick<RequestOptions, 'signal' | 'maxRetries' | 'timeoutMs' | 'onResponse' | 'onRetry'>;

const path = '/v1/responses';

/**
 * Responses over one WebSocket, opened by the first of them: the responses that they continue need not be stored, and
 * up to 16 run concurrently. After the connection ends (after an hour, or at a restart of the service), the next response
 * opens a new one; running responses and everything that was not stored are lost. Close it when it is no longer
 * needed.
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

  /**
   * Throws TypeError when the key is missing or cannot be sent, `baseUrl` is not a URL, or a limit is not a number.
   * Opens no connection.
   */
  constructor(options: ResponsesConnectionOptions) {
    this.#options = options;
    this.#transport = new Transport(options);
  }

  /**
   * Creates a response and waits until it is complete. Throws ApiError, also when the response failed,
   * ConnectionError, StreamError.
   */
  async create(params: ConnectionParams, options?: ConnectionOptions): Promise<ModelResponse> {
    return await this.stream(params, options).finalResponse();
  }

  /**
   * Streams a response. Sends nothing before the stream is read. Leaving or aborting it closes the connection and
   * stops the work, unless another response on it is still being read: then this response continues and its events
   * are dropped.
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

  /** Ends the connection and all responses in progress on it. */
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
        type: 'succeeded',
        value: { head, events: eventsOf({ first, receiveBuffer, socket, timeoutMs, signal: given }) },
      };
    } catch (error) {
      given.throwIfAborted();
      if (deadline.signal.aborted) return { type: 'lost', error: timeoutError, started: true };
      if (error instanceof ApiError) return { type: 'rejected', error };
      if (error instanceof ConnectionError) return { type: 'lost', error, started: false };
      throw error;
    } finally {
      stopTimer();
      release();
    }
  }

  /** The open or opening connection, or a new one. */
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
      // The WebSocket API does not report why a connection was rejected. An HTTP request with the same key does.
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
  /** Idle time before the connection counts as disconnected. */
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

/** Metadata in place of HTTP response headers. */
function headOf({ service_warnings: warnings }: Frame): ResponseMetadata {
  const texts = Array.isArray(warnings) ? warnings.filter((each) => typeof each === 'string') : [];
  return { method: 'GET', path, status: 101, headers: new Headers(), requestId: undefined, warnings: texts };
}

/** Headers that an error frame reports in place of an HTTP response. */
function headersOf({ error }: Frame): Headers {
  const headers: unknown =
    typeof error === 'object' && error !== null && 'headers' in error ? error.headers : undefined;
  if (typeof headers !== 'object' || headers === null) return new Headers();
  return new Headers(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
