import { ApiError, ConnectionError } from './api-error.js';
import type { ClientOptions, RequestOptions } from './client-options.js';
import { pause, reasonOf } from './pause.js';
import { mayRetry, retryDelay } from './retry.js';
import type { EventSource } from './wire-stream.js';

/** One HTTP request of the client. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the base URL, with query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** It leaves something behind, which is not to be there twice when the request is sent again. */
  readonly once?: boolean;
}

/** Sends requests, retries what may be retried, and turns every failure into a typed error. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #base: string;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#base = (options.baseUrl ?? 'http://127.0.0.1:8080').replace(/\/+$/, '');
  }

  /** The parsed JSON answer. */
  async json(request: WireRequest, options: RequestOptions = {}): Promise<unknown> {
    const response = await this.send(request, options);
    return await response.json().catch((cause: unknown) => {
      throw new ConnectionError('The answer broke off.', { cause });
    });
  }

  /** A successful answer, its body unread. */
  async send(request: WireRequest, options: RequestOptions = {}): Promise<Response> {
    const retries = options.maxRetries ?? this.#options.maxRetries ?? 2;
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const key = request.method === 'POST' ? (options.idempotencyKey ?? (request.once === true ? newKey() : undefined)) : undefined;
    const headers = key === undefined ? request.headers : { ...request.headers, 'idempotency-key': key };
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt({ ...request, ...(headers !== undefined && { headers }) }, body, options);
      if (outcome instanceof Response && outcome.ok) return outcome;
      const last = attempt >= retries;
      if (outcome instanceof Response) {
        if (last || !mayRetry(outcome.status, outcome.headers)) throw await readApiError(outcome);
        await outcome.body?.cancel();
        await pause(retryDelay(attempt, outcome.headers, Date.now(), Math.random()), options.signal);
      } else {
        if (last || options.signal?.aborted === true) throw outcome;
        await pause(retryDelay(attempt, undefined, Date.now(), Math.random()), options.signal);
      }
    }
  }

  /** Where the events of an answer come from. `rest` names the request for what is left after a cut, where there can be one. */
  stream(request: WireRequest, options: RequestOptions, rest?: () => WireRequest | undefined): EventSource {
    const open = (of: WireRequest) => async (signal: AbortSignal): Promise<Response> => await this.send(of, { ...options, signal });
    return {
      open: open(request),
      ...(rest !== undefined && {
        rest: () => {
          const after = rest();
          return after === undefined ? undefined : open(after);
        },
      }),
      ...(options.signal !== undefined && { signal: options.signal }),
      maxRetries: options.maxRetries ?? this.#options.maxRetries ?? 2,
      idleMs: options.idleTimeoutMs ?? this.#options.idleTimeoutMs ?? 60_000,
    };
  }

  async #attempt(request: WireRequest, body: string | undefined, options: RequestOptions): Promise<Response | Error> {
    const fetch = this.#options.fetch ?? globalThis.fetch;
    const deadline = new AbortController();
    const milliseconds = options.timeoutMs ?? this.#options.timeoutMs ?? 600_000;
    const timer = setTimeout(() => deadline.abort(new ConnectionError(`No answer within ${milliseconds} ms.`)), milliseconds);
    try {
      return await fetch(this.#base + request.path, {
        method: request.method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${this.#options.apiKey}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...this.#options.headers,
          ...request.headers,
          ...options.headers,
        },
        ...(body === undefined ? {} : { body }),
        signal: options.signal === undefined ? deadline.signal : AbortSignal.any([options.signal, deadline.signal]),
      });
    } catch (cause) {
      if (options.signal?.aborted === true) return reasonOf(options.signal);
      if (cause instanceof ConnectionError) return cause;
      return new ConnectionError(`The service at ${this.#base} could not be reached.`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** `randomUUID` is only there for pages that came by TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function readApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '');
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // A proxy's page, perhaps: kept as text.
  }
  return new ApiError(response.status, response.headers, body);
}
