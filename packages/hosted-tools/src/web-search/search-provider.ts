import type { WebHit } from '@org/engine';

/** What a provider searches for. It may ignore all but `query` and `count`: the runner filters the hits again. */
export interface SearchQuery {
  /** At most 400 characters. */
  readonly query: string;
  /** Number of hits that are of use, at most 20. */
  readonly count: number;
  /** Hosts without paths. */
  readonly allowedDomains?: readonly string[];
  /** Hosts without paths: a domain with a path is not here, because a provider would block all of its host. */
  readonly blockedDomains?: readonly string[];
  /** ISO 3166 code of two letters. */
  readonly country?: string;
  /** Whether long passages of the pages are of use. */
  readonly wantsLongText: boolean;
}

/** A page that a provider found. */
export type SearchHit = Pick<WebHit, 'url' | 'title' | 'text' | 'pageAge'>;

/**
 * Why a provider found nothing: `limited`: too many requests, or the plan is used up. `unavailable`: no response in
 * time, or a server error. `refused`: it does not accept the key or the request. `invalid`: it responds with something
 * else than documented.
 */
export type SearchFailureReason = 'limited' | 'unavailable' | 'refused' | 'invalid';

/** What a search gave. No hits are a success. */
export type SearchOutcome =
  | { readonly type: 'hits'; readonly hits: readonly SearchHit[] }
  | { readonly type: 'failed'; readonly reason: SearchFailureReason };

/** A page that the provider has itself. */
export interface ProvidedPage {
  readonly title: string;
  readonly text: string;
}

/** Searches the web, or what stands for it. */
export interface SearchProvider {
  readonly name: string;
  /** The best hits first. Throws only `cancelled`, after an abort. */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchOutcome>;
  /** The page at a URL, where the provider has it and the network may not. */
  pageAt?(url: string, signal: AbortSignal): Promise<ProvidedPage | undefined>;
  close(): Promise<void>;
}
