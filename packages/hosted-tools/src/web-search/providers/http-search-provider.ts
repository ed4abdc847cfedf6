import { Agent, request, type Dispatcher } from 'undici';
import { cancelled, ConnectionSlots, shuttingDown } from '@org/engine';
import { discard, readBounded } from '../../web/read-bounded.js';
import type { SearchFailureReason, SearchOutcome, SearchProvider, SearchQuery } from '../search-provider.js';
import type { WebSearchSettings } from '../web-search-settings.js';
import type { SearchApi } from './search-api.js';

/** Searches with the API of a provider. Its address comes from the settings alone, so it may be a private one. */
export class HttpSearchProvider implements SearchProvider {
  readonly name: string;
  readonly #base: URL;
  readonly #key: string;
  readonly #slots: ConnectionSlots;
  readonly #agent: Agent;
  readonly #closing = new AbortController();

  /** Throws an `Error` for settings without the address or the key that the provider needs. */
  constructor(
    private readonly api: SearchApi,
    private readonly settings: Pick<WebSearchSettings, 'baseUrl' | 'key' | 'timeoutMs' | 'maxBytes' | 'concurrency'>,
  ) {
    const { baseUrl = api.baseUrl, key = '', concurrency, timeoutMs } = settings;
    if (baseUrl === undefined || !URL.canParse(baseUrl)) throw new Error(`The provider ${api.name} needs a baseUrl.`);
    if (api.needsKey && key === '') throw new Error(`The provider ${api.name} needs a key.`);
    this.name = api.name;
    this.#base = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
    this.#key = key;
    this.#slots = new ConnectionSlots(concurrency);
    // An agent of its own reads no proxy from the environment.
    this.#agent = new Agent({ connect: { timeout: timeoutMs }, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  }

  async search(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const { timeoutMs } = this.settings;
    const limited = AbortSignal.any([signal, this.#closing.signal, AbortSignal.timeout(timeoutMs)]);
    try {
      await this.#slots.acquire(limited, 0);
      try {
        return await this.#ask(query, limited);
      } finally {
        this.#slots.release();
      }
    } catch {
      if (signal.aborted || this.#closing.signal.aborted) throw cancelled();
      return failed('unavailable');
    }
  }

  async close(): Promise<void> {
    this.#slots.close(shuttingDown());
    this.#closing.abort();
    await this.#agent.destroy();
  }

  async #ask(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
    const { method, path, headers, body } = this.api.toRequest(query, this.#key);
    const response = await request(new URL(path, this.#base), {
      method,
      dispatcher: this.#agent,
      signal,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'gzip',
        'user-agent': 'model-response-service',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const reason = this.#failureOf(response.statusCode);
    if (reason !== undefined) {
      discard(response.body);
      return failed(reason);
    }
    return await this.#read(response);
  }

  async #read({ headers, body }: Dispatcher.ResponseData): Promise<SearchOutcome> {
    const encoding = headers['content-encoding'];
    const bytes = await readBounded(body, typeof encoding === 'string' ? encoding : '', this.settings.maxBytes);
    if (typeof bytes === 'string') return failed('invalid');
    const hits = this.api.toHits(parsed(bytes.toString('utf8')));
    return hits === undefined ? failed('invalid') : { type: 'hits', hits };
  }

  #failureOf(status: number): SearchFailureReason | undefined {
    if (status >= 200 && status < 300) return undefined;
    if (status === 429 || this.api.limitStatuses?.includes(status) === true) return 'limited';
    if (status >= 500 || status === 408) return 'unavailable';
    // A redirect is not followed: it would carry the key elsewhere.
    return status < 400 ? 'invalid' : 'refused';
  }
}

function failed(reason: SearchFailureReason): SearchOutcome {
  return { type: 'failed', reason };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
