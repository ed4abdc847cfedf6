import { readList } from '../responses/read-list.js';

/** A page as both dialects send it. `last_id` is empty or null when `data` is empty. */
export interface ApiPage<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly last_id: string | null;
}

/**
 * A paginated list: iterate over all of its items, or over `pages()`, or request one `page()`. Sends nothing before
 * it is read, and requests each page only after the previous one was consumed.
 */
export class Page<Item, RawPage extends ApiPage<Item>> implements AsyncIterable<Item> {
  readonly #read: (after: string | undefined) => Promise<RawPage>;

  /** `read` returns the page after the item `after`, or the first page for `undefined`. */
  constructor(read: (after: string | undefined) => Promise<RawPage>) {
    this.#read = read;
  }

  /**
   * Requests the first page only; with the parameter `after` (batches: `after_id`), the page after that item. Throws
   * ApiError, ConnectionError.
   */
  async page(): Promise<RawPage> {
    return readList<RawPage>(await this.#read(undefined));
  }

  /** The pages as the service returns them, with one request each. Throws ApiError, ConnectionError. */
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
