import type { Clock, HostedTools, RetrievalModels, Store } from '@org/engine';
import {
  createHostedTools,
  defaultWebFetchSettings,
  FileSearch,
  type HostedToolRunners,
  type MediaFetcherOptions,
  openSearchProvider,
  PageReader,
  WebFetch,
  WebSearch,
} from '@org/hosted-tools';
import type { FileSearchSettings } from '../config/settings/file-search-settings.js';
import type { HostedToolSettings } from '../config/settings/tool-settings.js';

export interface ConfiguredToolsOptions {
  readonly settings: HostedToolSettings;
  readonly search: Pick<FileSearchSettings, 'reranker'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly models: RetrievalModels;
  /** Default: the public Internet. */
  readonly network?: Pick<MediaFetcherOptions, 'policy' | 'resolve'> | undefined;
}

/** The hosted tools of an installation: file search always, the others where the settings ask for them. */
export function configureTools({ settings, search, store, clock, models, network }: ConfiguredToolsOptions): HostedTools {
  const { webSearch, webFetch } = settings;
  const pages = new PageReader({ settings: webFetch ?? defaultWebFetchSettings, ...network });
  const provider = webSearch && openSearchProvider(webSearch);
  const runners: HostedToolRunners = {
    'web-search': webSearch && provider && new WebSearch({ provider, pages, settings: webSearch }),
    'web-fetch': webFetch && new WebFetch(pages),
    'file-search': new FileSearch({ store, clock, models, reranker: search.reranker }),
  };
  return createHostedTools(
    () => runners,
    async () => {
      await Promise.all([pages.close(), provider?.close()]);
    },
  );
}
