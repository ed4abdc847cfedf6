import { Agent, request } from 'undici';
import { cancelled, ConnectionSlots, PendingConnections } from '@org/engine';
import { shuttingDown } from '@org/engine';
import { queryNameServers } from './query-name-servers.js';
import { checkUrl } from './check-url.js';
import type { FetchSettings } from './fetch-settings.js';
import { guardedConnect, type Resolve } from './guarded-connect.js';
import { MediaUrlError } from './media-url-error.js';
import { isPublicAddress, type AddressPolicy } from './public-address.js';
import { sniffMediaType } from './sniff-media-type.js';

/** The content of a URL and its media type. */
export interface FetchedMedia {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** The loggable facts of a fetch: without its path, its content or the server's response. */
export interface FetchRecord {
  readonly host: string;
  readonly outcome: 'fetched' | 'refused' | 'failed' | 'cancelled';
}

/** What a {@link MediaFetcher} works with. */
export interface MediaFetcherOptions {
  readonly settings: FetchSettings;
  readonly record?: (record: FetchRecord) => void;
  /** Default: the public Internet. */
  readonly policy?: AddressPolicy;
  /** Default: asks the system's name servers. */
  readonly resolve?: Resolve;
}

const maxRedirects = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Fetches what URLs of a request name, from the public Internet only. */
export class MediaFetcher {
  readonly #agent: Agent;
  readonly #slots: ConnectionSlots;
  readonly #closing = new AbortController();
  readonly #pendingConnections = new PendingConnections();

  constructor(readonly options: MediaFetcherOptions) {
    const { settings, policy = isPublicAddress, resolve = queryNameServers() } = options;
    this.#slots = new ConnectionSlots(settings.concurrency);
    this.#agent = new Agent({
      connect: guardedConnect({
        policy,
        resolve,
        timeout: settings.timeoutMs,
        pendingConnections: this.#pendingConnections,
      }),
      headersTimeout: settings.timeoutMs,
      bodyTimeout: settings.timeoutMs,
      maxHeaderSize: 16 * 1024,
      // One connection per request: none stays open to an external machine.
      pipelining: 0,
    });
  }

  /** Throws a {@link MediaUrlError}, or `cancelled` after an abort of `signal`. */
  async fetch(url: string, signal: AbortSignal): Promise<FetchedMedia> {
    const { settings, record } = this.options;
    let host = '';
    const limited = AbortSignal.any([signal, this.#closing.signal, AbortSignal.timeout(settings.timeoutMs)]);
    try {
      const first = checkUrl(url, settings);
      host = first.hostname;
      await this.#slots.acquire(limited, 0);
      try {
        const bytes = await this.#follow(first, url, limited);
        const mediaType = sniffMediaType(bytes);
        if (mediaType === undefined || !settings.types.includes(mediaType))
          throw new MediaUrlError(url, `must return one of ${settings.types.join(', ')}`);
        record?.({ host, outcome: 'fetched' });
        return { mediaType, bytes };
      } finally {
        this.#slots.release();
      }
    } catch (thrown) {
      const stopped = signal.aborted || this.#closing.signal.aborted;
      const refused = thrown instanceof MediaUrlError;
      record?.({ host, outcome: stopped ? 'cancelled' : refused ? 'refused' : 'failed' });
      if (stopped) throw cancelled();
      throw refused ? thrown : this.#unavailable(url);
    }
  }

  async close(): Promise<void> {
    const closed = shuttingDown();
    this.#slots.close(closed);
    this.#closing.abort();
    this.#pendingConnections.stop(closed);
    await this.#agent.destroy();
  }

  /** The bytes at a URL, after its redirects. */
  async #follow(first: URL, url: string, signal: AbortSignal): Promise<Buffer> {
    let at = first;
    for (let hops = 0; ; hops += 1) {
      const { statusCode, headers, body } = await request(at, {
        method: 'GET',
        dispatcher: this.#agent,
        signal,
        // A body that is compressed nevertheless is rejected, because its real size would be known too late.
        headers: {
          accept: this.options.settings.types.join(', '),
          'accept-encoding': 'identity',
          'user-agent': 'model-response-service',
        },
      });
      const { location } = headers;
      if (redirects.has(statusCode) && typeof location === 'string' && hops < maxRedirects) {
        body.on('error', () => undefined).destroy();
        at = this.#nextHop(location, at, url);
        continue;
      }
      const encoding = headers['content-encoding'];
      if (statusCode !== 200 || (encoding !== undefined && encoding !== 'identity')) {
        body.on('error', () => undefined).destroy();
        throw this.#unavailable(url);
      }
      return await this.#read(body, Number(headers['content-length'] ?? 0), url);
    }
  }

  /** A redirect target is not the client's own text, so the error does not include it. */
  #nextHop(location: string, at: URL, url: string): URL {
    try {
      return checkUrl(location, this.options.settings, at);
    } catch {
      throw this.#unavailable(url);
    }
  }

  /** Counts the received bytes, independent of the declared length. */
  async #read(
    body: AsyncIterable<Buffer> & { destroy(): unknown; on(event: 'error', listener: () => void): unknown },
    announced: number,
    url: string,
  ): Promise<Buffer> {
    const { maxBytes } = this.options.settings;
    const chunks: Buffer[] = [];
    let length = 0;
    const tooLarge = (): MediaUrlError => {
      body.on('error', () => undefined);
      body.destroy();
      return new MediaUrlError(url, `must return at most ${maxBytes} bytes`);
    };
    if (announced > maxBytes) throw tooLarge();
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, length);
  }

  /** One message for all network errors, so that it reveals nothing about the network. */
  #unavailable(url: string): MediaUrlError {
    const seconds = this.options.settings.timeoutMs / 1000;
    return new MediaUrlError(
      url,
      `could not be fetched: a public address must respond with status 200 within ${seconds} seconds, after at most ${maxRedirects} redirects, uncompressed`,
    );
  }
}
