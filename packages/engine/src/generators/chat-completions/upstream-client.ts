import { setMaxListeners } from 'node:events';
import { setImmediate as nextTick } from 'node:timers/promises';
import { Pool } from 'undici';
import { EngineError } from '../../errors/engine-error.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import type { JsonObject } from '../../model/json.js';
import type { RunContext } from '../../ports/run-context.js';
import type { AnswerDecoder } from './answer-decoder.js';
import { cancelled } from './cancelled.js';
import { defaultTimeouts, type ChatCompletionsOptions, type UpstreamTimeouts } from './chat-completions-options.js';
import { ConnectionSlots } from './connection-slots.js';
import { readModelFacts, type ModelFacts } from './read-model-facts.js';
import { refusalToError } from './upstream-error.js';
import { UpstreamExchange } from './upstream-exchange.js';
import { isObject, type WireObject } from './wire-value.js';

const defaultMaxConnections = 1024;
/** Milliseconds that a question about the model may take; the card does without the answer. */
const describeTimeout = 2000;
/** Milliseconds that any other question may take. */
const askTimeout = 30_000;

/** The connections to one upstream. The origin and its key are fixed here; nothing of a request can change them. */
export class UpstreamClient {
  readonly #pool: Pool;
  readonly #slots: ConnectionSlots;
  readonly #timeouts: UpstreamTimeouts;
  readonly #base: URL;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #running = new Set<UpstreamExchange>();
  readonly #closing = new AbortController();
  #facts: ModelFacts | undefined;

  constructor({ baseUrl, apiKey, maxConnections = defaultMaxConnections, timeouts = {}, headers = {} }: ChatCompletionsOptions) {
    this.#base = parseBaseUrl(baseUrl);
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
    this.#slots = new ConnectionSlots(maxConnections);
    this.#headers = { ...headers, ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }) };
    setMaxListeners(0, this.#closing.signal);
    this.#pool = new Pool(this.#base.origin, {
      connections: maxConnections,
      // Undici leaves a socket alone that is still being connected; the signal reaches it there, too.
      connect: { timeout: this.#timeouts.connect, signal: this.#closing.signal },
      // The exchange has its own limits, which know the phases of an answer.
      headersTimeout: 0,
      bodyTimeout: 0,
      // One answer a connection: a cancelled one is cut off without touching another.
      allowH2: false,
      pipelining: 1,
    });
  }

  /** Sends a body to a path below the base. The answer is read from the exchange; failures show there, too. */
  async post(path: string, body: string, context: RunContext, createDecoder: (emit: (event: GenerationEvent) => void) => AnswerDecoder): Promise<UpstreamExchange> {
    await this.#enter(context.signal);
    const exchange = new UpstreamExchange(createDecoder, this.#timeouts, () => {
      this.#running.delete(exchange);
      this.#slots.release();
    });
    this.#running.add(exchange);
    this.#pool.dispatch(
      {
        method: 'POST',
        path: this.#path(path),
        headers: { ...this.#headers, 'content-type': 'application/json', accept: 'text/event-stream', ...requestIdHeader(context.requestId) },
        body,
      },
      exchange,
    );
    return exchange;
  }

  /** Sends a question to a path from the origin and reads the JSON object that answers it. */
  async ask(path: string, body: JsonObject, signal: AbortSignal): Promise<WireObject> {
    await this.#enter(signal);
    try {
      const response = await this.#pool.request({
        method: 'POST',
        path,
        headers: { ...this.#headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.any([signal, this.#closing.signal, AbortSignal.timeout(askTimeout)]),
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw refusalToError({ status: response.statusCode, body: text });
      const answer: unknown = JSON.parse(text);
      return isObject(answer) ? answer : {};
    } catch (cause) {
      if (cause instanceof EngineError) throw cause;
      throw signal.aborted ? cancelled() : new EngineError('upstream-failed', 'The upstream did not answer a question.', { cause });
    } finally {
      this.#slots.release();
    }
  }

  /** What the upstream's list of models says of `model`; empty when it cannot be asked. Remembered once known. */
  async describeModel(model: string): Promise<ModelFacts> {
    if (this.#facts !== undefined) return this.#facts;
    const unknown: ModelFacts = { ownedBy: this.#base.host, createdAt: 0 };
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(describeTimeout), this.#closing.signal]);
      const { statusCode, body } = await this.#pool.request({ method: 'GET', path: this.#path('/models'), headers: this.#headers, signal });
      const text = await body.text();
      if (statusCode !== 200) return unknown;
      this.#facts = { ...unknown, ...readModelFacts(text, model) };
      return this.#facts;
    } catch {
      return unknown;
    }
  }

  /** Stops everything that runs or waits, and closes all connections. */
  async close(): Promise<void> {
    this.#slots.close(closed());
    for (const exchange of this.#running) exchange.stop(closed);
    this.#closing.abort();
    // Lets the runs see their failure before the connections go.
    await nextTick();
    await this.#pool.destroy();
  }

  async #enter(signal: AbortSignal): Promise<void> {
    await this.#slots.acquire(signal, this.#timeouts.queue);
    if (!signal.aborted && !this.#closing.signal.aborted) return;
    // Given up between the grant and now: a slot that nobody holds would be lost for good.
    this.#slots.release();
    throw signal.aborted ? cancelled() : closed();
  }

  #path(path: string): string {
    return `${this.#base.pathname.replace(/\/+$/, '')}${path}${this.#base.search}`;
  }
}

function closed(): EngineError {
  return new EngineError('overloaded', 'The service is shutting down.', { retryAfter: 1 });
}

function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new EngineError('invalid-request', 'The base URL of an upstream must be an http or https URL.', { param: 'baseUrl' });
  }
  if (url.username !== '' || url.password !== '') {
    throw new EngineError('invalid-request', 'The base URL of an upstream must not hold credentials.', { param: 'baseUrl' });
  }
  return url;
}

/** Request ids may come from clients, so only what is harmless in a header goes on. */
function requestIdHeader(requestId: string): Readonly<Record<string, string>> {
  return /^[\w.:-]{1,128}$/.test(requestId) ? { 'x-request-id': requestId } : {};
}
