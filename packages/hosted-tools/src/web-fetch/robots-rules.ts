import { checkRobots } from '../documents/check-robots.js';
import { domainPolicy, type DomainPolicy } from '../web/domain-policy.js';
import { PageFetchError } from '../web/page-fetch-error.js';
import { PageFetcher } from '../web/page-fetcher.js';
import type { PageReaderOptions, PageRequest } from './page-reader.js';

/** Bytes of a robots.txt that count; crawlers read at least as many. */
const maxBytes = 512 * 1024;
const maxAgeMs = 60 * 60 * 1000;
/** Milliseconds after which a site that did not respond is asked again. */
const retryMs = 60 * 1000;
const maxSites = 500;

interface SiteRules {
  /** Undefined: the site did not respond, and allows nothing until it does. */
  readonly text: string | undefined;
  readonly expiresAt: number;
}

/** The robots.txt of sites. They are public and the same for all owners, so all share them. */
export class RobotsRules {
  /** By origin, the oldest first. */
  readonly #sites = new Map<string, SiteRules>();
  /** A page waits for the robots.txt of its site while it has a slot, so these have slots of their own. */
  readonly #fetcher: PageFetcher;
  readonly #isAllowed: DomainPolicy;
  readonly #userAgent: string;

  constructor({ settings, ...options }: PageReaderOptions) {
    this.#fetcher = new PageFetcher({ settings, ...options });
    this.#isAllowed = domainPolicy(settings);
    this.#userAgent = settings.userAgent;
  }

  /** Throws `url-not-allowed` where the robots.txt of the site excludes the service. */
  async check(url: URL, request: Pick<PageRequest, 'owner' | 'signal'>): Promise<void> {
    const location = new URL('/robots.txt', url).href;
    const { text } = await this.#rulesOf(url.origin, location, request.signal);
    if (text === undefined)
      throw new PageFetchError(
        'url-not-accessible',
        "The page is not read, because its site's robots.txt is unavailable.",
      );
    if (text.trim() === '') return;
    if (!(await checkRobots({ location, text }, url.href, this.#userAgent, request)))
      throw new PageFetchError(
        'url-not-allowed',
        "The robots.txt of the page's site does not allow the service to read it.",
      );
  }

  async close(): Promise<void> {
    await this.#fetcher.close();
  }

  #checkHop(url: URL): void {
    if (!this.#isAllowed(url))
      throw new PageFetchError('url-not-allowed', `Pages of ${url.host} may not be read here.`);
  }

  async #rulesOf(origin: string, location: string, signal: AbortSignal): Promise<SiteRules> {
    const known = this.#sites.get(origin);
    if (known !== undefined && known.expiresAt > Date.now()) return known;
    const text = await this.#read(location, signal);
    const rules = { text, expiresAt: Date.now() + (text === undefined ? retryMs : maxAgeMs) };
    this.#sites.delete(origin);
    this.#sites.set(origin, rules);
    for (const oldest of this.#sites.keys()) {
      if (this.#sites.size <= maxSites) break;
      this.#sites.delete(oldest);
    }
    return rules;
  }

  /** A site without the file allows everything, one that fails to send it nothing (RFC 9309). */
  async #read(location: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      const { status, bytes } = await this.#fetcher.fetch(location, {
        signal,
        accept: 'text/plain',
        checkHop: (hop) => this.#checkHop(hop),
        maxBytes,
      });
      if (status >= 500) return undefined;
      return status < 300 ? bytes.toString('utf8') : '';
    } catch (thrown) {
      if (!(thrown instanceof PageFetchError)) throw thrown;
      // A file of this size has no rules that a site needs.
      return thrown.code === 'content-too-large' ? '' : undefined;
    }
  }
}
