import type { HostedToolContext, OpenHostedTool, WebSearchRequest } from '@org/engine';
import type { PageReader } from '../web-fetch/page-reader.js';
import { OwnerRate } from '../shared/owner-rate.js';
import { OpenWebSearch } from './open-web-search.js';
import type { SearchProvider } from './search-provider.js';
import { defaultWebSearchSettings, type WebSearchSettings } from './web-search-settings.js';

/** What a {@link WebSearch} works with. */
export interface WebSearchOptions {
  readonly provider: SearchProvider;
  /** Opens the pages of requests with `opensPages`. */
  readonly pages: PageReader;
  /** Default true. False: no request opens pages. */
  readonly opensPages?: boolean;
  readonly settings?: Partial<Pick<WebSearchSettings, 'allow' | 'block' | 'maxQueryLength' | 'maxPerMinute'>>;
}

/** Opens the tool that searches the web for a turn. */
export class WebSearch {
  readonly #rate: OwnerRate;

  constructor(private readonly options: WebSearchOptions) {
    this.#rate = new OwnerRate(options.settings?.maxPerMinute);
  }

  /** Throws `invalid-request` for domain lists that are none. */
  async open(request: WebSearchRequest, context: HostedToolContext): Promise<OpenHostedTool> {
    const { opensPages = true } = this.options;
    const settings = { ...defaultWebSearchSettings, ...this.options.settings };
    const tool = new OpenWebSearch(
      { ...this.options, settings, rate: this.#rate },
      opensPages ? request : { ...request, opensPages },
      context,
    );
    return await Promise.resolve(tool);
  }
}
