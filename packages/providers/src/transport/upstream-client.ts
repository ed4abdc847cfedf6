import { setImmediate as nextTick } from 'node:timers/promises';
import { buildConnector, Pool, type Dispatcher } from 'undici';
import {
  runYielding,
  toUtf8Chunks,
  cancelled,
  PendingConnections,
  ConnectionSlots,
  EngineError,
  isLongJson,
  type JsonObject,
  jsonChunks,
  RetryBudget,
  IntrusiveSet,
  type RunContext,
  shuttingDown,
  traceHeaders,
  isObject,
} from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';
import { withWellFormedCharacters } from '../shared/with-well-formed-characters.js';
import { maxLineBytes } from './data-lines.js';
import { DescribedModel } from '../shared/described-model.js';
import { createTrackedConnection } from './tracked-connection.js';
import type { ModelFacts } from '../shared/read-model-facts.js';
import { readText } from '../shared/read-text.js';
import { throughProxy } from './through-proxy.js';
import type { PendingRequest } from './stream-with-retries.js';
import { ErrorForwarder } from '../errors/error-forwarder.js';
import { mapUpstreamError } from '../errors/upstream-error.js';
import { UpstreamCall } from './upstream-call.js';
import { defaultTimeouts, type UpstreamOptions, type UpstreamTimeouts } from './upstream-options.js';

const defaultMaxConnections = 1024;
/** Number of connections reserved for queries: a fully used upstream must not appear unreachable. */
const questionConnections = 2;
/** Milliseconds that a question about the models may take. */
const describeTimeout = 2000;
/** Maximum time of any other query, in milliseconds. */
const queryTimeoutMs = 30_000;

/** API-specific traits of the client for an upstream. */
export interface ClientTraits {
  /** Where the list of models lies, below the base. */
  readonly modelsPath: string;
  /** Where the key goes: as a bearer token, or bare. */
  readonly keyHeader: 'authorization' | 'x-api-key';
  /** Headers of every request; those of the options win. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The connections to one upstream. Its origin and key are fixed here; no request can change them. */
export class UpstreamClient {
  /** Shared by all requests to this upstream. */
  readonly budget = new RetryBudget();
  /** Passes the errors of this upstream on to clients. */
  readonly errors: ErrorForwarder;
  readonly #traits: ClientTraits;
  readonly #origin: string;
  readonly #pool: Dispatcher;
  /** For retries after a connection that was just closing: the next idle one may be closing, too. */
  readonly #unused: Dispatcher;
  /** For queries while responses may use all other connections. */
  readonly #questions: Dispatcher;
  readonly #slots: ConnectionSlots;
  readonly #timeouts: UpstreamTimeouts;
  /** Prefix and suffix of the API's path. */
  readonly #around: readonly [before: string, behind: string];
  readonly #headers: Readonly<Record<string, string>>;
  readonly #running = new IntrusiveSet<UpstreamCall>();
  readonly #closing = new AbortController();
  readonly #pendingConnections = new PendingConnections();
  readonly #described = new DescribedModel(() => this.listModels());

  constructor(options: UpstreamOptions, traits: ClientTraits) {
    const { baseUrl, apiKey, maxConnections = defaultMaxConnections, timeouts = {}, headers = {}, proxy } = options;
    this.#traits = traits;
    this.errors = new ErrorForwarder({ ...options, urls: [baseUrl, proxy] });
    const { origin, pathname, search } = parseBaseUrl(baseUrl);
    this.#origin = origin;
    this.#around = [pathname.replace(/\/+$/, ''), search];
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
    this.#slots = new ConnectionSlots(maxConnections);
    // Disables compression, because responses are read as they arrive.
    this.#headers = { 'accept-encoding': 'identity', ...traits.headers, ...headers, ...keyHeader(traits, apiKey) };
    const settings: Pool.Options = {
      connect: this.#pendingConnections.watch(buildConnector({ timeout: this.#timeouts.connect, allowH2: false })),
      // The exchange has its own limits, which know the phases of a response.
      headersTimeout: 0,
      bodyTimeout: 0,
      // One response per connection: an abort closes it without affecting another.
      allowH2: false,
      pipelining: 1,
      factory: createTrackedConnection,
    };
    const connected = (connections: number): Dispatcher =>
      proxy === undefined
        ? new Pool(origin, { ...settings, connections })
        : throughProxy(proxy, { connections, connectTimeout: this.#timeouts.connect });
    this.#pool = connected(maxConnections);
    this.#unused = connected(maxConnections);
    this.#questions = connected(questionConnections);
  }

  /** Sends a request, on a new connection if necessary. The exchange returns the response and its failures. */
  async post(pending: PendingRequest, context: RunContext, onNewConnection = false): Promise<UpstreamCall> {
    if (context.signal.aborted || !this.#slots.take()) await this.#enter(context.signal);
    const { call, body } = await this.#start(pending);
    this.#running.add(call);
    const options: Dispatcher.DispatchOptions = {
      ...this.#originOptions,
      method: 'POST',
      path: this.below(pending.path),
      headers: {
        ...this.#headers,
        ...pending.headers,
        'content-type': 'application/json',
        accept: pending.nonStreaming === true ? 'application/json' : 'text/event-stream',
        ...requestIdHeader(context.requestId),
        ...traceHeaders(context.trace),
      },
      body,
      // Such a connection is not reused.
      ...(onNewConnection && { reset: true }),
    };
    const pool = onNewConnection ? this.#unused : this.#pool;
    call.giveUpConnecting = this.#pendingConnections.startedBy(() => void pool.dispatch(options, call));
    return call;
  }

  /** Releases the slot when nothing can be sent, because a body may fail to serialize. */
  async #start(pending: PendingRequest): Promise<{ readonly call: UpstreamCall; readonly body: string | Buffer }> {
    try {
      const body = await writtenBody(pending.body());
      if (this.#closing.signal.aborted) throw shuttingDown();
      const call = new UpstreamCall(
        (emit) => pending.createDecoder(emit, this.errors),
        this.#timeouts,
        () => {
          this.#running.delete(call);
          this.#slots.release();
        },
      );
      return { call, body };
    } catch (thrown) {
      this.#slots.release();
      throw thrown;
    }
  }

  /**
   * Sends a query to a path from the origin and returns its JSON object. `timeoutMs`: maximum time of the query, without
   * the wait for a connection.
   */
  async query(
    path: string,
    body: JsonObject,
    { signal, trace }: Pick<RunContext, 'signal' | 'trace'>,
    headers: Readonly<Record<string, string>> = {},
    timeoutMs = queryTimeoutMs,
  ): Promise<ApiPayload> {
    await this.#enter(signal);
    try {
      const question: Dispatcher.RequestOptions = {
        ...this.#originOptions,
        method: 'POST',
        path,
        headers: { ...this.#headers, ...headers, 'content-type': 'application/json', ...traceHeaders(trace) },
        body: withWellFormedCharacters(JSON.stringify(body)),
        signal: AbortSignal.any([signal, this.#closing.signal, AbortSignal.timeout(timeoutMs)]),
      };
      const response = await this.#pool.request(question).catch((error: unknown) => {
        // The upstream closed an idle connection just then.
        if (wasDisconnected(error)) return this.#unused.request({ ...question, reset: true });
        throw error;
      });
      const text = await readText(response.body, maxLineBytes);
      if (response.statusCode !== 200) {
        const { statusCode: status, headers: responseHeaders } = response;
        throw mapUpstreamError({ status, body: text, headers: responseHeaders });
      }
      const payload: unknown = JSON.parse(text);
      return isObject(payload) ? payload : {};
    } catch (cause) {
      if (cause instanceof EngineError) throw cause;
      throw signal.aborted
        ? cancelled()
        : new EngineError('upstream-failed', 'The upstream did not respond to a request.', { cause });
    } finally {
      this.#slots.release();
    }
  }

  /**
   * Returns the metadata of `model` from the upstream's list; little while it is unavailable. The model is always the
   * same.
   */
  describeModel(model: string): Promise<ModelFacts> {
    return this.#described.find(model);
  }

  /**
   * Returns the upstream's list of models as text; empty when it rejects the request. Rejects on a failure or after
   * two seconds of silence.
   */
  async listModels(): Promise<string> {
    const signal = AbortSignal.any([AbortSignal.timeout(describeTimeout), this.#closing.signal]);
    const { statusCode, body } = await this.#questions.request({
      ...this.#originOptions,
      method: 'GET',
      path: this.below(this.#traits.modelsPath),
      headers: this.#headers,
      signal,
    });
    const text = await readText(body, maxLineBytes);
    if (statusCode >= 500) throw new EngineError('upstream-failed', 'The upstream failed.');
    return statusCode === 200 ? text : '';
  }

  /**
   * Resolves when the upstream responds with anything but a server failure; rejects otherwise, after two seconds at
   * most.
   */
  async probe(): Promise<void> {
    await this.listModels();
  }

  /** Stops everything that runs or waits, and closes all connections. */
  async close(): Promise<void> {
    this.#slots.close(shuttingDown());
    for (const call of this.#running) call.stop(shuttingDown);
    this.#closing.abort();
    this.#pendingConnections.stop(shuttingDown());
    // Lets the runs receive their failure before the connections close.
    await nextTick();
    await Promise.all([this.#pool, this.#unused, this.#questions].map((pool) => pool.destroy()));
  }

  /** Target of every request. A proxy that is requested with the upstream's origin would have separate limits. */
  get #originOptions(): { readonly origin: string; readonly headersTimeout: number; readonly bodyTimeout: number } {
    return { origin: this.#origin, headersTimeout: 0, bodyTimeout: 0 };
  }

  async #enter(signal: AbortSignal): Promise<void> {
    await this.#slots.acquire(signal, this.#timeouts.queue);
    if (!signal.aborted && !this.#closing.signal.aborted) return;
    // The request was aborted after the grant: an unused slot would be lost permanently.
    this.#slots.release();
    throw signal.aborted ? cancelled() : shuttingDown();
  }

  /** Returns the path from the origin for a path relative to the base URL. */
  below(path: string): string {
    return this.#around.join(path);
  }
}

/** Whether the connection ended before any part of a response arrived. */
function wasDisconnected(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'UND_ERR_SOCKET' || error.code === 'ECONNRESET' || error.code === 'EPIPE')
  );
}

/** Serializes a body and yields to the event loop when it is long. */
async function writtenBody(body: object): Promise<string | Buffer> {
  return isLongJson(body)
    ? Buffer.concat(await runYielding(toUtf8Chunks(bodyChunks(body))))
    : withWellFormedCharacters(JSON.stringify(body));
}

function* bodyChunks(body: object): Generator<string, void, void> {
  for (const chunk of jsonChunks(body)) yield withWellFormedCharacters(chunk);
}

function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new EngineError('invalid-request', 'The base URL of an upstream must be an http or https URL.', {
      param: 'baseUrl',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw new EngineError('invalid-request', 'The base URL of an upstream must not contain credentials.', {
      param: 'baseUrl',
    });
  }
  return url;
}

function keyHeader({ keyHeader: name }: ClientTraits, apiKey: string | undefined): Readonly<Record<string, string>> {
  if (apiKey === undefined) return {};
  return name === 'authorization' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey };
}

/** Clients may choose request ids, so only characters that are safe in a header are forwarded. */
function requestIdHeader(requestId: string): Readonly<Record<string, string>> {
  return /^[\w.:-]{1,128}$/.test(requestId) ? { 'x-request-id': requestId } : {};
}
