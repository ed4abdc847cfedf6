import type { HostedTools } from '@org/engine';
import {
  createHostedTools,
  defaultWebFetchSettings,
  type HostedToolRunners,
  type MediaFetcherOptions,
  openSearchProvider,
  PageReader,
  WebFetch,
  WebSearch,
} from '@org/hosted-tools';
import type { HostedToolSettings } from '../config/settings/tool-settings.js';

/** The hosted tools that the settings ask for. Undefined where they ask for none. */
export function configureTools(
  { webSearch, webFetch }: HostedToolSettings,
  network: Pick<MediaFetcherOptions, 'policy' | 'resolve'> = {},
): HostedTools | undefined {
  if (webSearch === undefined && webFetch === undefined) return undefined;
  const pages = new PageReader({ settings: webFetch ?? defaultWebFetchSettings, ...network });
  const provider = webSearch && openSearchProvider(webSearch);
  const runners: HostedToolRunners = {
    'web-search': webSearch && provider && new WebSearch({ provider, pages, settings: webSearch }),
    'web-fetch': webFetch && new WebFetch(pages),
  };
  return createHostedTools(
    () => runners,
    async () => {
      await Promise.all([pages.close(), provider?.close()]);
    },
  );
}
