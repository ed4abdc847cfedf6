import { readList } from '../responses/read-list.js';

/** A page as both dialects send it. `last_id` is empty or null when `data` is empty. */
export interface ApiPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly last_id: string | null;
}

/**
 * A list that the service gives page by page: iterate over all of its items, or over `pages()`, or take one `page()`. Nothing is sent before it is
 * read, and a page only once the one before it was used up.
 */
export class Page<Item, RawPage extends ApiPage<Item>> implements AsyncIterable<Item> {
  readonly #read: (after: string | undefined) => Promise<RawPage>;

  /** `read` gives the page after the item `after`, the first one for `undefined`. */
  constructor(read: (after: string | undefined) => Promise<RawPage>) {
    this.#read = read;
  }

  /** The first page alone, in one request: with `after` (batches: `after_id`) among the parameters, the page behind that. Throws ApiError, ConnectionError. */
  async page(): Promise<RawPage> {
    return readList<RawPage>(await this.#read(undefined));
  }

  /** The pages as the service sends them, one request each. Throws ApiError, ConnectionError. */
  async *pages(): AsyncGenerator<RawPage, void, undefined> {
    let after: string | undefined;
    for (;;) {
      const page = readList<RawPage>(await this.#read(after));
      yield page;
      if (!page.has_more || !page.last_id) return;
      after = page.last_id;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }
}
