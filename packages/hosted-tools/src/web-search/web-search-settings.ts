import type { DomainSettings } from '../web/domain-policy.js';

/** Provider of a {@link WebSearchSettings}. */
export type WebSearchProviderName = 'searxng' | 'brave' | 'tavily' | 'exa' | 'local';

/** How the service searches the web for models. */
export interface WebSearchSettings extends DomainSettings {
  readonly provider: WebSearchProviderName;
  /**
   * Address of the provider. SearXNG requires it; Brave, Tavily and Exa have a default. For `local`: the URL below which
   * the pages of `folder` are.
   */
  readonly baseUrl?: string;
  /** Key of the provider. Brave, Tavily and Exa require it. Never logged and never shown to a model. */
  readonly key?: string;
  /** `local`: folder with `.md`, `.html` and `.txt` files. */
  readonly folder?: string;
  /** `local`: pages in place of a folder. */
  readonly pages?: readonly LocalPage[];
  /** Timeout of a search in milliseconds. Default 10 s. */
  readonly timeoutMs: number;
  /** Maximum size of a provider's response in bytes. Default 4 MiB. */
  readonly maxBytes: number;
  /** Maximum number of concurrent searches. Default 16. */
  readonly concurrency: number;
  /** Maximum length of a query in characters. Default 400. */
  readonly maxQueryLength: number;
  /** Maximum number of searches of an owner in a minute, in each process. Absent: no limit. */
  readonly maxPerMinute?: number;
}

/** A page of the local provider. */
export interface LocalPage {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** Such as `2026-03-01`. */
  readonly pageAge?: string;
}

/** Settings that the operator leaves out. */
export const defaultWebSearchSettings: Omit<WebSearchSettings, 'provider'> = {
  timeoutMs: 10_000,
  maxBytes: 4 * 1024 * 1024,
  concurrency: 16,
  maxQueryLength: 400,
};
