import type { DomainSettings } from '../web/domain-policy.js';
import type { PageFetchSettings } from '../web/page-fetcher.js';

/** How the service reads pages for models. */
export interface WebFetchSettings extends DomainSettings, PageFetchSettings {
  /** Whether the robots.txt of a public site decides what is read. Default true. */
  readonly obeyRobots: boolean;
  /** Maximum number of tokens of a page's text, estimated by its characters; a request may ask for fewer. Default 25,000. */
  readonly maxContentTokens: number;
  /** Maximum length of a URL in characters. Default 2,048. */
  readonly maxUrlLength: number;
  /** Maximum number of pages that an owner reads in a minute, in each process. Absent: no limit. */
  readonly maxPerMinute?: number;
  /** Maximum time and size of cached pages. Pages are never shared between owners. */
  readonly cache: PageCacheSettings;
}

/** Bounds of the cache of pages. */
export interface PageCacheSettings {
  /** Bytes of all owners' pages. Default 64 MiB; 0: no cache. */
  readonly maxBytes: number;
  /** Bytes of one owner's pages. Default 16 MiB. */
  readonly maxOwnerBytes: number;
  /** Milliseconds. Default 15 minutes. */
  readonly maxAgeMs: number;
}

/** Settings that the operator leaves out: 10 MiB and 15 s for each page, no private hosts. */
export const defaultWebFetchSettings: WebFetchSettings = {
  allowPrivateHosts: [],
  maxBytes: 10 * 1024 * 1024,
  timeoutMs: 15_000,
  concurrency: 16,
  userAgent: 'model-response-service',
  obeyRobots: true,
  maxContentTokens: 25_000,
  maxUrlLength: 2_048,
  cache: { maxBytes: 64 * 1024 * 1024, maxOwnerBytes: 16 * 1024 * 1024, maxAgeMs: 15 * 60 * 1000 },
};
