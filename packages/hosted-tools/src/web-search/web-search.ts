import type { HostedToolContext, OpenHostedTool, WebSearchRequest } from '@org/engine';
import type { PageReader } from '../web-fetch/page-reader.js';
import { OpenWebSearch } from './open-web-search.js';
import type { SearchProvider } from './search-provider.js';
import { defaultWebSearchSettings, type WebSearchSettings } from './web-search-settings.js';

/** What a {@link WebSearch} works with. */
export interface WebSearchOptions {
  readonly provider: SearchProvider;
  /** Opens the pages of requests with `opensPages`. */
  readonly pages: PageReader;
  readonly settings?: Partial<Pick<WebSearchSettings, 'allow' | 'block' | 'maxQueryLength'>>;
}

/** Opens the tool that searches the web for a turn. */
export class WebSearch {
  constructor(private readonly options: WebSearchOptions) {}

  /** Throws `invalid-request` for domain lists that are none. */
  async open(request: WebSearchRequest, context: HostedToolContext): Promise<OpenHostedTool> {
    const { provider, pages, settings = {} } = this.options;
    const tool = new OpenWebSearch({ ...defaultWebSearchSettings, ...settings }, provider, pages, request, context);
    return await Promise.resolve(tool);
  }
}
