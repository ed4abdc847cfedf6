import { cancelled, untilAborted } from '@org/engine';
import { urlKey } from '../../web-fetch/urls-in-text.js';
import type { ProvidedPage, SearchOutcome, SearchProvider, SearchQuery } from '../search-provider.js';
import type { LocalPage, WebSearchSettings } from '../web-search-settings.js';
import { bestPassage } from './best-passage.js';
import { FolderPages } from './folder-pages.js';
import { LexicalIndex } from './lexical-index.js';

/** Searches a folder of files, or a list of pages, in place of the web: for tests and for intranets. */
export class LocalSearchProvider implements SearchProvider {
  readonly name = 'local';
  readonly #readPages: (signal: AbortSignal) => Promise<readonly LocalPage[]>;
  #indexed: readonly LocalPage[] = [];
  #index: LexicalIndex<LocalPage> | undefined;

  /** Throws an `Error` for settings with neither a folder with a base URL nor pages. */
  constructor({ folder, pages, baseUrl = '' }: Pick<WebSearchSettings, 'folder' | 'pages' | 'baseUrl'>) {
    if (folder === undefined) {
      if (pages === undefined) throw new Error('The provider local needs a folder or pages.');
      this.#readPages = async () => await Promise.resolve(pages);
      return;
    }
    if (!URL.canParse(baseUrl)) throw new Error('The provider local needs a baseUrl for its folder.');
    const files = new FolderPages(folder, new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`));
    this.#readPages = (signal) => files.read(signal);
  }

  async search({ query, count, allowedDomains }: SearchQuery, signal: AbortSignal): Promise<SearchOutcome> {
    try {
      const index = await untilAborted(signal, async () => await this.#refreshed(signal));
      const isWanted = ({ url }: LocalPage): boolean =>
        allowedDomains === undefined ||
        allowedDomains.some((domain) => `.${new URL(url).hostname}`.endsWith(`.${domain}`));
      const hits = index.search(query, count, isWanted).map(({ url, title, text, pageAge }) => ({
        url,
        title,
        text: bestPassage(text, query),
        ...(pageAge === undefined ? {} : { pageAge }),
      }));
      return { type: 'hits', hits };
    } catch {
      if (signal.aborted) throw cancelled();
      // The folder cannot be read.
      return { type: 'failed', reason: 'unavailable' };
    }
  }

  async pageAt(url: string, signal: AbortSignal): Promise<ProvidedPage | undefined> {
    const key = urlKey(url);
    const pages = await untilAborted(signal, async () => await this.#readPages(signal));
    return pages.find((page) => urlKey(page.url) === key);
  }

  async close(): Promise<void> {
    this.#index = undefined;
    this.#indexed = [];
    await Promise.resolve();
  }

  async #refreshed(signal: AbortSignal): Promise<LexicalIndex<LocalPage>> {
    const pages = await this.#readPages(signal);
    if (this.#index !== undefined && pages === this.#indexed) return this.#index;
    const index = await LexicalIndex.of(pages, signal, this.#index);
    this.#index = index;
    this.#indexed = pages;
    return index;
  }
}
