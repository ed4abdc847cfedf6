import { Agent, type Dispatcher, request } from 'undici';
import { cancelled, ConnectionSlots, PendingConnections, shuttingDown } from '@org/engine';
import { checkUrl } from './check-url.js';
import { guardedConnect, type Resolve } from './guarded-connect.js';
import { MediaUrlError } from './media-url-error.js';
import { PageFetchError } from './page-fetch-error.js';
import { privateHosts, systemResolve, type IsPrivateHost } from './private-hosts.js';
import { isPublicAddress, type AddressPolicy } from './public-address.js';
import { queryNameServers } from './query-name-servers.js';
import { acceptedEncodings, discard, readBounded } from './read-bounded.js';

/** Limits on reading one URL. */
export interface PageFetchSettings {
  /** Maximum size of an unpacked body in bytes. */
  readonly maxBytes: number;
  /** Timeout for one URL in milliseconds, with its redirects and queue time. */
  readonly timeoutMs: number;
  /** Maximum number of concurrent fetches. */
  readonly concurrency: number;
  /** Hosts that may have private addresses, see {@link privateHosts}. */
  readonly allowPrivateHosts: readonly string[];
  /** Sent to the sites. */
  readonly userAgent: string;
}

/** What a {@link PageFetcher} works with. */
export interface PageFetcherOptions {
  readonly settings: PageFetchSettings;
  /** Default: the public Internet. */
  readonly policy?: AddressPolicy;
  /** Ports of public hosts. Default 80 and 443. */
  readonly ports?: readonly number[];
  /** Default: asks the system's name servers. */
  readonly resolve?: Resolve;
}

/** One fetch. */
export interface PageFetch {
  readonly signal: AbortSignal;
  /**
   * Called before each connection, with the redirect targets too. Throws a {@link PageFetchError} to stop. `signal` also
   * aborts when the time for the URL is over.
   */
  readonly checkHop: (url: URL, signal: AbortSignal) => void | Promise<void>;
  readonly accept: string;
  /** Default: that of the settings. */
  readonly maxBytes?: number;
}

/** The response to a URL after its redirects. */
export interface FetchedPage {
  /** The URL that responded, and before it those that led to it. */
  readonly hops: readonly [URL, ...URL[]];
  readonly status: number;
  readonly contentType: string;
  /** Empty for all statuses but 2xx. */
  readonly bytes: Buffer;
}

const maxRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Reads pages of the public Internet and of the operator's hosts, without cookies, credentials and proxies. */
export class PageFetcher {
  readonly #publicAgent: Agent;
  readonly #privateAgent: Agent;
  readonly #slots: ConnectionSlots;
  readonly #closing = new AbortController();
  readonly #pendingConnections = new PendingConnections();
  readonly isPrivateHost: IsPrivateHost;

  constructor(readonly options: PageFetcherOptions) {
    const { settings, policy = isPublicAddress, resolve = queryNameServers() } = options;
    this.isPrivateHost = privateHosts(settings.allowPrivateHosts);
    this.#slots = new ConnectionSlots(settings.concurrency);
    this.#publicAgent = this.#agent(policy, resolve);
    this.#privateAgent = this.#agent(() => true, systemResolve);
  }

  /** Throws a {@link PageFetchError}, or `cancelled` after an abort. */
  async fetch(url: string, fetching: PageFetch): Promise<FetchedPage> {
    const timeout = AbortSignal.timeout(this.options.settings.timeoutMs);
    const limited = AbortSignal.any([fetching.signal, this.#closing.signal, timeout]);
    try {
      const first = this.#checkedUrl(url);
      await this.#slots.acquire(limited, 0);
      try {
        return await this.#follow(first, { ...fetching, signal: limited });
      } finally {
        this.#slots.release();
      }
    } catch (thrown) {
      if (fetching.signal.aborted || this.#closing.signal.aborted) throw cancelled();
      if (thrown instanceof PageFetchError) throw thrown;
      throw timeout.aborted
        ? new PageFetchError(
            'url-not-accessible',
            `The page did not arrive within ${this.options.settings.timeoutMs / 1000} seconds.`,
          )
        : unreachable();
    }
  }

  async close(): Promise<void> {
    const closed = shuttingDown();
    this.#slots.close(closed);
    this.#closing.abort();
    this.#pendingConnections.stop(closed);
    await Promise.all([this.#publicAgent.destroy(), this.#privateAgent.destroy()]);
  }

  #agent(policy: AddressPolicy, resolve: Resolve): Agent {
    const timeout = this.options.settings.timeoutMs;
    return new Agent({
      connect: guardedConnect({ policy, resolve, timeout, pendingConnections: this.#pendingConnections }),
      headersTimeout: timeout,
      bodyTimeout: timeout,
      maxHeaderSize: 32 * 1024,
      // One connection per request: none stays open to an external machine.
      pipelining: 0,
    });
  }

  async #follow(first: URL, fetching: PageFetch): Promise<FetchedPage> {
    const hops: [URL, ...URL[]] = [first];
    for (;;) {
      const [at] = hops;
      await fetching.checkHop(at, fetching.signal);
      const response = await this.#get(at, fetching);
      const { location } = response.headers;
      if (!redirects.has(response.statusCode) || typeof location !== 'string')
        return { hops, ...(await this.#read(response, fetching)) };
      discard(response.body);
      if (hops.length > maxRedirects)
        throw new PageFetchError('url-not-accessible', `The URL redirects more than ${maxRedirects} times.`);
      hops.unshift(this.#nextHop(location, at));
    }
  }

  /** A page of the Internet must not choose what is read of the operator's own hosts. */
  #nextHop(location: string, at: URL): URL {
    const next = this.#checkedUrl(location, at);
    if (this.isPrivateHost(next) && !this.isPrivateHost(at))
      throw new PageFetchError('url-not-allowed', 'The URL redirects to a host that no public page may lead to.');
    return next;
  }

  #get(url: URL, { signal, accept }: PageFetch): Promise<Dispatcher.ResponseData> {
    return request(url, {
      method: 'GET',
      dispatcher: this.isPrivateHost(url) ? this.#privateAgent : this.#publicAgent,
      signal,
      headers: {
        accept,
        'accept-encoding': acceptedEncodings,
        'user-agent': this.options.settings.userAgent,
      },
    });
  }

  async #read(
    { statusCode: status, headers, body }: Dispatcher.ResponseData,
    { maxBytes = this.options.settings.maxBytes }: PageFetch,
  ): Promise<Pick<FetchedPage, 'status' | 'contentType' | 'bytes'>> {
    const contentType = textOfHeader(headers['content-type']);
    if (status < 200 || status > 299) {
      discard(body);
      return { status, contentType, bytes: Buffer.alloc(0) };
    }
    const bytes = await readBounded(body, textOfHeader(headers['content-encoding']), maxBytes);
    if (bytes === 'too-large')
      throw new PageFetchError('content-too-large', `The page has more than ${maxBytes} bytes.`);
    if (bytes === 'unsupported-encoding') throw unreachable();
    return { status, contentType, bytes };
  }

  /** The port of a private host is checked with its name. */
  #checkedUrl(text: string, base?: URL): URL {
    const { ports = [80, 443] } = this.options;
    try {
      const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
      const isPrivate = url !== undefined && this.isPrivateHost(url);
      return checkUrl(text, { ports: isPrivate ? [...ports, Number(url.port)] : ports }, base);
    } catch (thrown) {
      if (thrown instanceof MediaUrlError) throw new PageFetchError('url-not-allowed', `The URL ${thrown.rule}.`);
      throw thrown;
    }
  }
}

/** One message for all network errors, so that it reveals nothing about a network. */
function unreachable(): PageFetchError {
  return new PageFetchError(
    'url-not-accessible',
    'The page could not be read: its site does not respond as a public one.',
  );
}

function textOfHeader(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
