import { LocalSearchProvider } from './local/local-search-provider.js';
import { brave } from './providers/brave.js';
import { exa } from './providers/exa.js';
import { HttpSearchProvider } from './providers/http-search-provider.js';
import { searxng } from './providers/searxng.js';
import { tavily } from './providers/tavily.js';
import type { SearchProvider } from './search-provider.js';
import type { WebSearchSettings } from './web-search-settings.js';

const apis = { searxng, brave, tavily, exa };

/** The provider that the settings name. Throws an `Error` that names what it needs and does not have. */
export function openSearchProvider(settings: WebSearchSettings): SearchProvider {
  return settings.provider === 'local'
    ? new LocalSearchProvider(settings)
    : new HttpSearchProvider(apis[settings.provider], settings);
}
