import type { FetchedBody } from './fetch.js';

/** A successful answer, its body unread. */
export interface OpenAnswer {
  readonly headers: Headers;
  readonly body: FetchedBody | null;
}
