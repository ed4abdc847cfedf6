import type { DocumentSection } from '../documents/document.js';
import { readDocument } from '../documents/read-document.js';
import { OwnerRate } from '../shared/owner-rate.js';
import { domainPolicy, type DomainPolicy } from '../web/domain-policy.js';
import { PageFetchError } from '../web/page-fetch-error.js';
import { type FetchedPage, PageFetcher, type PageFetcherOptions } from '../web/page-fetcher.js';
import { PageCache } from './page-cache.js';
import { RobotsRules } from './robots-rules.js';
import { urlKey } from './urls-in-text.js';
import type { WebFetchSettings } from './web-fetch-settings.js';

/** A page or file with its text. */
export interface ReadPage {
  /** After redirects. */
  readonly url: string;
  readonly title?: string;
  readonly mediaType: string;
  readonly sections: readonly DocumentSection[];
  /** Unix seconds. */
  readonly retrievedAt: number;
  /** The bytes of a PDF. */
  readonly pdf?: Buffer;
}

/** Who reads a page, and what may be read. */
export interface PageRequest {
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Decides on the URL and on each redirect target, in addition to the operator's lists. */
  readonly isAllowed: DomainPolicy;
  /** Whether a page in the owner's cache is enough. */
  readonly useCache: boolean;
}

/** What a {@link PageReader} works with. */
export interface PageReaderOptions extends Omit<PageFetcherOptions, 'settings'> {
  readonly settings: WebFetchSettings;
}

interface CachedPage {
  readonly page: ReadPage;
  readonly hops: readonly URL[];
}

const accept = 'text/html, application/xhtml+xml, application/pdf, text/*;q=0.9, */*;q=0.5';

/** Later text of a page is neither shown nor searched. */
const limits = { maxCharacters: 2_000_000 };

/** Reads pages for both tools of the web. */
export class PageReader {
  readonly #fetcher: PageFetcher;
  readonly #robots: RobotsRules;
  readonly #cache: PageCache<CachedPage>;
  readonly #rate: OwnerRate;
  /** The operator's lists, which no request extends. */
  readonly #operatorAllows: DomainPolicy;
  readonly settings: WebFetchSettings;

  constructor(options: PageReaderOptions) {
    const { settings } = options;
    this.settings = settings;
    this.#operatorAllows = domainPolicy(settings);
    this.#fetcher = new PageFetcher(options);
    this.#robots = new RobotsRules(options);
    this.#cache = new PageCache(settings.cache);
    this.#rate = new OwnerRate(settings.maxPerMinute);
  }

  /**
   * Counts towards the owner's pages in a minute, with pages of the cache. Throws a {@link PageFetchError}, or
   * `cancelled` after an abort.
   */
  async read(url: string, request: PageRequest): Promise<ReadPage> {
    if (url.length > this.settings.maxUrlLength)
      throw new PageFetchError('url-too-long', `The URL has more than ${this.settings.maxUrlLength} characters.`);
    if (!this.#rate.take(request.owner))
      throw new PageFetchError(
        'too-many-requests',
        'No more pages are read at the moment. Respond with what is there.',
      );
    const key = URL.canParse(url) ? `${new URL(url).protocol}${urlKey(url) ?? ''}` : url;
    const cached = request.useCache ? this.#cache.get(request.owner, key) : undefined;
    if (cached !== undefined) {
      // The lists of this request may be others than those of the request that read it.
      for (const hop of cached.hops) this.#checkDomain(hop, request);
      return cached.page;
    }
    const fetched = await this.#fetcher.fetch(url, {
      signal: request.signal,
      accept,
      checkHop: (hop, signal) => this.#checkHop(hop, { ...request, signal }),
    });
    const page = await this.#toPage(fetched, request);
    this.#cache.set(request.owner, key, { page, hops: fetched.hops }, bytesOf(page));
    return page;
  }

  async close(): Promise<void> {
    await Promise.all([this.#fetcher.close(), this.#robots.close()]);
  }

  async #checkHop(url: URL, request: PageRequest): Promise<void> {
    this.#checkDomain(url, request);
    if (this.settings.obeyRobots && !this.#fetcher.isPrivateHost(url)) await this.#robots.check(url, request);
  }

  #checkDomain(url: URL, { isAllowed }: PageRequest): void {
    if (!this.#operatorAllows(url) || !isAllowed(url))
      throw new PageFetchError('url-not-allowed', `Pages of ${url.host} may not be read here.`);
  }

  async #toPage({ hops, status, contentType, bytes }: FetchedPage, { owner, signal }: PageRequest): Promise<ReadPage> {
    if (status < 200 || status > 299)
      throw new PageFetchError('url-not-accessible', `The site responded with status ${status}.`);
    const [url] = hops;
    const filename = url.pathname.split('/').at(-1) ?? '';
    const document = await readDocument(
      bytes,
      { mediaType: contentType, filename, url: url.href },
      { owner, signal, limits },
    );
    if (document.type === 'failure') {
      const code = document.code === 'too_large' ? 'content-too-large' : 'unsupported-content-type';
      throw new PageFetchError(code, document.message);
    }
    const { title, mediaType, sections } = document;
    return {
      url: url.href,
      mediaType,
      sections,
      retrievedAt: Math.floor(Date.now() / 1000),
      ...(title === undefined ? {} : { title }),
      ...(mediaType === 'application/pdf' ? { pdf: bytes } : {}),
    };
  }
}

/** An estimate: strings take one or two bytes a character. */
function bytesOf({ sections, pdf }: ReadPage): number {
  return sections.reduce((sum, { text }) => sum + 2 * text.length, 1_000) + (pdf?.length ?? 0);
}
