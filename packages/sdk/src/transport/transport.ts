import { headOf, type ResponseMetadata, type OpenResponse } from '../responses/response-metadata.js';
import { unexpectedContentMessage } from '../responses/unexpected-content-message.js';
import { readEvents } from '../responses/read-events.js';
import type { EventSource, OpenEvents } from '../responses/event-stream.js';
import { ApiError, ConnectionError, StreamError } from '../api-error.js';
import type { ClientOptions, RequestOptions } from '../client-options.js';
import { baseOf } from './base-of.js';
import { codeOf } from './code-of.js';
import type { Fetch, FetchedResponse, FetchInit } from './fetch.js';
import type { Form } from './form.js';
import { isFetchTimeout } from './is-fetch-timeout.js';
import { readLines } from './read-lines.js';
import { keyNow, requireKey } from './require-key.js';
import { limitsOf, type Limits } from './limits-of.js';
import { deriveSignal } from './derive-signal.js';
import { randomKey } from './random-key.js';
import { readBytes } from './read-bytes.js';
import { redirectOf } from './redirect-of.js';
import type { RequestRetry } from './request-retry.js';
import { startTimer } from './start-timer.js';
import { unlessAborted } from './unless-aborted.js';
import { sendWithRetries, type Attempts, type Outcome } from './send-with-retries.js';

/** One HTTP request of the client. */
export interface UpstreamRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the base URL, with query. */
  readonly path: string;
  readonly body?: unknown;
  /** Sent instead of a JSON body. */
  readonly form?: Form;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request creates a resource that must not be duplicated by a retry. */
  readonly once?: boolean;
}

/** A received response and the value read from it. */
interface ReceivedResponse<Value> {
  readonly head: ResponseMetadata;
  readonly value: Value;
}

/** How a request is sent, every time. */
interface Sending {
  readonly init: Omit<FetchInit, 'signal'>;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
}

/** Sends requests, retries what may be retried, and turns every failure into a typed error. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #base: string;

  /** Throws TypeError when there is no key or it cannot be sent, `baseUrl` is no address, or a limit is no number. */
  constructor(options: ClientOptions) {
    // Without types an unset key reaches this code and would be sent as the string `undefined`.
    const { apiKey: key }: { readonly apiKey?: unknown } = options ?? {};
    if (typeof key !== 'function') requireKey(key);
    limitsOf(options);
    this.#options = options;
    this.#base = baseOf(options.baseUrl);
  }

  /** The parsed JSON response, received completely within the timeout. */
  async json(request: UpstreamRequest, options: RequestOptions = {}): Promise<unknown> {
    const { text, headers } = await this.#send(request, options, async (response, head) => ({
      text: await response.text(),
      headers: head.headers,
    }));
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new ConnectionError(unexpectedContentMessage('JSON', 'application/json', headers), { cause });
    }
  }

  /**
   * The values of a JSONL response. The program may already have used what was read, so there is no retry once the
   * response has started.
   */
  async *lines(request: UpstreamRequest, options: RequestOptions): AsyncGenerator<unknown, void, undefined> {
    const { idleTimeoutMs } = limitsOf(this.#options, options);
    const { body, head } = await this.#open(request, options);
    if (body === null) throw new StreamError('The response has no body.');
    yield* readLines(body, { idleMs: idleTimeoutMs, signal: deriveSignal(options.signal) }, head.headers);
  }

  /**
   * The bytes of a response as they arrive. The program may already have used what was read, so there is no retry
   * once the response has started.
   */
  async *bytes(request: UpstreamRequest, options: RequestOptions): AsyncGenerator<Uint8Array, void, undefined> {
    const { idleTimeoutMs } = limitsOf(this.#options, options);
    const { body, head } = await this.#open(request, options);
    if (body === null) throw new StreamError('The response has no body.');
    yield* readBytes(body, { idleMs: idleTimeoutMs, signal: deriveSignal(options.signal) }, head.headers);
  }

  /**
   * Event source of a response. `continuation` builds the request for the rest after a disconnect, where the API
   * supports it.
   */
  stream(
    request: UpstreamRequest,
    options: RequestOptions,
    continuation?: () => UpstreamRequest | undefined,
  ): EventSource {
    const { resumeMs, idleTimeoutMs } = limitsOf(this.#options, options);
    const open =
      (of: UpstreamRequest) =>
      async (signal: AbortSignal): Promise<OpenEvents> => {
        const response = await this.#open(of, { ...options, signal });
        return { head: response.head, events: readEvents(response, { idleMs: idleTimeoutMs, signal }) };
      };
    return {
      open: open(request),
      ...(continuation !== undefined && {
        continuation: () => {
          const after = continuation();
          return after === undefined ? undefined : open(after);
        },
      }),
      ...(options.signal !== undefined && { signal: options.signal }),
      resumeMs,
    };
  }

  /** How long, and how often, a call with these options tries. Throws TypeError. */
  limits(options: RequestOptions): Limits {
    return limitsOf(this.#options, options);
  }

  /** Notifies the listeners of a successful response. */
  notifyResponse(head: ResponseMetadata, options: Pick<RequestOptions, 'onResponse'>): void {
    this.#options.onResponse?.(head);
    options.onResponse?.(head);
  }

  /** Notifies the listeners of a retry. */
  notifyRetry(retry: RequestRetry, options: Pick<RequestOptions, 'onRetry'>): void {
    this.#options.onRetry?.(retry);
    options.onRetry?.(retry);
  }

  /** Where `path` is. In a page it may be a path of its server. */
  urlOf(path: string): string {
    return this.#base + path;
  }

  async #open(request: UpstreamRequest, options: RequestOptions): Promise<OpenResponse> {
    return await this.#send(request, options, async ({ body }, head) => ({ head, body }));
  }

  /** The result of `read` for the successful response. Throws the reason of the signal, ApiError, ConnectionError. */
  async #send<Value>(
    request: UpstreamRequest,
    options: RequestOptions,
    read: (response: FetchedResponse, head: ResponseMetadata) => Promise<Value>,
  ): Promise<Value> {
    const limits = limitsOf(this.#options, options);
    const key =
      request.method === 'POST'
        ? (options.idempotencyKey ?? (request.once === true ? randomKey() : undefined))
        : undefined;
    const keyed = key === undefined ? request : { ...request, headers: { ...request.headers, 'idempotency-key': key } };
    const harmless = request.method === 'GET' || key !== undefined;
    const init = this.#init(keyed, options);
    const { apiKey } = this.#options;
    const attempt = async (now: string): Promise<Outcome<ReceivedResponse<Value>>> =>
      await this.#attempt(request, { init: withKey(init, now), limits, signal: options.signal }, read);
    const attempts: Attempts = {
      maxRetries: limits.maxRetries,
      harmless,
      signal: options.signal,
      onRetry: (retry) => this.notifyRetry({ method: request.method, path: request.path, ...retry }, options),
    };
    const { head, value } = await sendWithRetries(
      async () => await attempt(typeof apiKey === 'string' ? apiKey : await keyNow(apiKey, options.signal)),
      attempts,
    );
    this.notifyResponse(head, options);
    return value;
  }

  async #attempt<Value>(
    request: UpstreamRequest,
    { init, limits: { timeoutMs }, signal: given }: Sending,
    read: (response: FetchedResponse, head: ResponseMetadata) => Promise<Value>,
  ): Promise<Outcome<ReceivedResponse<Value>>> {
    const fetch: Fetch = this.#options.fetch ?? globalThis.fetch;
    const deadline = new AbortController();
    const timeoutError = new ConnectionError(`The service did not respond within ${timeoutMs} ms.`);
    const stopTimer = startTimer(timeoutMs, () => deadline.abort(timeoutError));
    const signal = given === undefined ? deadline.signal : AbortSignal.any([given, deadline.signal]);
    let started = false;
    try {
      const url = this.#base + request.path;
      const response = await unlessAborted(fetch(url, { ...init, signal }), signal);
      started = true;
      const elsewhere = redirectOf(url, response);
      if (elsewhere !== undefined) {
        close(response);
        return {
          type: 'redirected',
          error: new ConnectionError(
            `${this.#base} redirects to ${elsewhere}, and the client does not follow redirects: set \`baseUrl\` to the address of the service itself.`,
          ),
        };
      }
      if (!response.ok) {
        const error = await readApiError(response, signal);
        given?.throwIfAborted();
        return { type: 'rejected', error };
      }
      const head = headOf(request, response);
      return { type: 'succeeded', value: { head, value: await unlessAborted(read(response, head), signal) } };
    } catch (cause) {
      given?.throwIfAborted();
      if (deadline.signal.aborted) return { type: 'lost', error: timeoutError, started: true };
      return {
        type: 'lost',
        error: new ConnectionError(this.#connectionErrorMessage(cause, started), { cause }),
        started: started || isFetchTimeout(cause),
      };
    } finally {
      stopTimer();
    }
  }

  #connectionErrorMessage(cause: unknown, started: boolean): string {
    if (started) return 'The connection closed before the response was complete.';
    if (isFetchTimeout(cause))
      return 'This `fetch` has a shorter timeout of its own, whatever `timeoutMs` is: stream the response, or pass another `fetch` to the client.';
    const code = codeOf(cause);
    return `The service at ${this.#base} could not be reached${code === undefined ? '' : ` (${code})`}.`;
  }

  /** All but the key. */
  #init({ method, body, form, headers: own }: UpstreamRequest, options: RequestOptions): Omit<FetchInit, 'signal'> {
    const type = form?.type ?? (body === undefined ? undefined : 'application/json');
    const headers = joinedHeaders(
      { accept: 'application/json', 'content-type': type },
      this.#options.headers,
      own,
      options.headers,
    );
    return {
      method,
      redirect: 'manual',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: form.body }),
    };
  }
}

type Headed = Pick<FetchInit, 'headers'>;

/** With the key, unless the headers have another authorization. */
function withKey<Init extends Headed>(init: Init, apiKey: string): Init {
  return { ...init, headers: { authorization: `Bearer ${apiKey}`, ...init.headers } };
}

/** These headers and the key, joined by `joinedHeaders`. */
export function keyedHeaders(
  apiKey: string,
  headers: Readonly<Record<string, string | undefined>> | undefined,
): Record<string, string> {
  return joinedHeaders({ authorization: `Bearer ${apiKey}` }, headers);
}

/**
 * These headers without undefined ones. Throws TypeError for an invalid header. Later headers override earlier ones,
 * regardless of case.
 */
function joinedHeaders(
  ...all: readonly (Readonly<Record<string, string | undefined>> | undefined)[]
): Record<string, string> {
  const headers = new Headers();
  for (const some of all)
    for (const [name, value] of Object.entries(some ?? {})) if (value !== undefined) headers.set(name, value);
  return Object.fromEntries(headers);
}

/** Cancels the rest of a response. */
function close({ body }: FetchedResponse): void {
  // The caller does not wait for the close, and a failed close needs no report.
  void body
    ?.getReader()
    .cancel()
    .catch(() => undefined);
}

/** An error response with a lost body is still reported as an ApiError. */
async function readApiError(response: FetchedResponse, signal: AbortSignal): Promise<ApiError> {
  const text = await unlessAborted(response.text(), signal).catch(() => '');
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Possibly a proxy's page, stored as text.
  }
  return new ApiError(response.status, new Headers([...response.headers]), body);
}
