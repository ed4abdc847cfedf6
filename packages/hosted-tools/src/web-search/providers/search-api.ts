import type { SearchHit, SearchQuery } from '../search-provider.js';

/** A request to a provider. */
export interface SearchApiRequest {
  readonly method: 'GET' | 'POST';
  /** Relative to the address of the provider, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The API of a provider as data: how a query becomes a request, and a response becomes hits. */
export interface SearchApi {
  readonly name: string;
  /** Absent: the settings must have the address. */
  readonly baseUrl?: string;
  readonly needsKey: boolean;
  /** Statuses by which it reports that a limit is reached, in addition to 429. */
  readonly limitStatuses?: readonly number[];
  toRequest(query: SearchQuery, key: string): SearchApiRequest;
  /** The hits of a response; undefined where it is no response of this API. */
  toHits(response: unknown): readonly SearchHit[] | undefined;
}
