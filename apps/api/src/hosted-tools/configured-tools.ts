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
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { CodeRunner } from './code-runner.js';

export interface ConfiguredToolsOptions {
  readonly config: ServiceConfig;
  readonly log: Logger;
  readonly store: Store;
  readonly clock: Clock;
  readonly models: RetrievalModels;
  /** Default: the public Internet. */
  readonly network?: Pick<MediaFetcherOptions, 'policy' | 'resolve'> | undefined;
}

/** The hosted tools of an installation: file search always, the others where the settings ask for them. */
export function configureTools({ config, log, store, clock, models, network }: ConfiguredToolsOptions): HostedTools {
  const { webSearch, webFetch, code } = config.tools;
  const pages = new PageReader({ settings: webFetch ?? defaultWebFetchSettings, ...network });
  const provider = webSearch && openSearchProvider(webSearch);
  const codeRunner = code && new CodeRunner({ settings: code, config, store, clock, log });
  const runners: HostedToolRunners = {
    'web-search':
      webSearch &&
      provider &&
      new WebSearch({ provider, pages, settings: webSearch, opensPages: webFetch?.enabled !== false }),
    'web-fetch': webFetch?.enabled === true ? new WebFetch(pages, provider) : undefined,
    'file-search': new FileSearch({ store, clock, models, reranker: config.fileSearch.reranker }),
  };
  return createHostedTools(() => ({ ...runners, code: codeRunner?.execution }), {
    ready: async () => codeRunner?.ready(),
    runningContainers: () => codeRunner?.execution?.running,
    close: async () => void (await Promise.all([pages.close(), provider?.close(), codeRunner?.close()])),
  });
}
