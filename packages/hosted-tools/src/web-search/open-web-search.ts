import {
  arrayOf,
  asText,
  type HostedFunction,
  type HostedToolContext,
  type OpenHostedTool,
  type ServerCallOutcome,
  type WebHit,
  type WebSearchRequest,
} from '@org/engine';
import { parseArguments, textArgument } from '../shared/call-arguments.js';
import { failedOutcome } from '../shared/failed-outcome.js';
import { runCall } from '../shared/run-call.js';
import type { OwnerRate } from '../shared/owner-rate.js';
import { truncateText } from '../shared/truncate-text.js';
import { domainPolicy, type DomainPolicy } from '../web/domain-policy.js';
import { urlsInText } from '../web-fetch/urls-in-text.js';
import type { PageReader } from '../web-fetch/page-reader.js';
import { contextBounds, type ContextBounds } from './context-size.js';
import { mergeHits } from './merge-hits.js';
import { OpenedPages } from './opened-pages.js';
import { providerQuery } from './provider-query.js';
import { renderHits } from './render-hits.js';
import { searchFunctions } from './search-functions.js';
import { searchFailure } from './search-failure.js';
import type { SearchHit, SearchProvider } from './search-provider.js';
import type { WebSearchSettings } from './web-search-settings.js';

/** Maximum number of queries in one call. */
const maxQueries = 5;

/** What an {@link OpenWebSearch} works with. */
export interface OpenWebSearchOptions {
  readonly provider: SearchProvider;
  readonly pages: PageReader;
  readonly settings: Pick<WebSearchSettings, 'allow' | 'block' | 'maxQueryLength'>;
  readonly rate: OwnerRate;
}

/** The search of one turn. */
export class OpenWebSearch implements OpenHostedTool {
  readonly functions: readonly HostedFunction[];
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  readonly #isAllowed: DomainPolicy;
  readonly #bounds: ContextBounds;
  readonly #opened: OpenedPages;
  /** Outcomes by query: an equal call gets its old result. */
  readonly #outcomes = new Map<string, Promise<ServerCallOutcome>>();
  #uses = 0;

  constructor(
    private readonly options: OpenWebSearchOptions,
    private readonly request: WebSearchRequest,
    private readonly context: HostedToolContext,
  ) {
    const { provider, pages, settings } = options;
    this.functions = searchFunctions(request);
    this.#isAllowed = domainPolicy(settings, request.domains, request.param);
    this.#bounds = contextBounds[request.contextSize ?? 'medium'];
    this.#signal = AbortSignal.any([context.signal, this.#closing.signal]);
    this.#opened = new OpenedPages({
      provider,
      pages,
      context,
      isAllowed: this.#isAllowed,
      maxTokens: this.#bounds.pageTokens,
      signal: this.#signal,
    });
  }

  async call(name: string, argumentsText: string): Promise<ServerCallOutcome> {
    if (!this.functions.some((one) => one.name === name))
      return failedOutcome('invalid-input', `There is no function ${name}. Call web_search.`);
    if (name === 'web_search') return await this.#searchOnce(argumentsText);
    const url = textArgument(argumentsText, 'url');
    if (url === undefined)
      return failedOutcome('invalid-input', `Call ${name} with a complete URL: {"url": "https://example.com/page"}.`);
    const pattern = textArgument(argumentsText, 'pattern');
    if (name === 'open_page') return await runCall(this.#signal, async () => await this.#opened.open(url));
    if (pattern === undefined)
      return failedOutcome(
        'invalid-input',
        'Call find_in_page with the text to look for: {"url": …, "pattern": "text"}.',
      );
    return await runCall(this.#signal, async () => await this.#opened.find(url, pattern));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.resolve();
  }

  async #searchOnce(argumentsText: string): Promise<ServerCallOutcome> {
    const queries = queriesIn(argumentsText);
    if (queries.length === 0)
      return failedOutcome('invalid-input', 'Call web_search with the words to search for: {"query": "some words"}.');
    const key = JSON.stringify(queries.map((query) => query.toLowerCase()));
    const earlier = this.#outcomes.get(key);
    if (earlier !== undefined) return await earlier;
    const { maxQueryLength } = this.options.settings;
    if (queries.some((query) => query.length > maxQueryLength))
      return failedOutcome(
        'query-too-long',
        `A query has at most ${maxQueryLength} characters. Search with fewer words.`,
      );
    const { maxUses = Infinity } = this.request;
    if (this.#uses + queries.length > maxUses)
      return failedOutcome(
        'max-uses-exceeded',
        'No search is left in this response. Respond with what the earlier results have.',
      );
    if (!this.options.rate.take(this.context.owner, queries.length)) return searchFailure('limited');
    this.#uses += queries.length;
    const outcome = runCall(this.#signal, async () => await this.#search(queries));
    this.#outcomes.set(key, outcome);
    const { isError } = await outcome;
    // A search that failed may work a moment later.
    if (isError === true) this.#outcomes.delete(key);
    return await outcome;
  }

  async #search(queries: readonly string[]): Promise<ServerCallOutcome> {
    const outcomes = await Promise.all(
      queries.map((query) =>
        this.options.provider.search(
          providerQuery(query, this.#bounds.hits, this.request, this.options.settings),
          this.#signal,
        ),
      ),
    );
    const lists = outcomes.flatMap((outcome) =>
      outcome.type === 'hits' ? [outcome.hits.filter((hit) => this.#mayShow(hit))] : [],
    );
    const [failure] = outcomes.flatMap((outcome) => (outcome.type === 'failed' ? [outcome.reason] : []));
    if (lists.length === 0 && failure !== undefined) return searchFailure(failure);
    const hits = mergeHits(lists, this.#bounds.hits).map((hit) => this.#toHit(hit));
    return {
      content: [{ type: 'text', text: renderHits(queries, hits) }],
      hosted: { type: 'web-search', queries, hits },
    };
  }

  #mayShow({ url }: SearchHit): boolean {
    if (!URL.canParse(url)) return false;
    const parsed = new URL(url);
    return (parsed.protocol === 'http:' || parsed.protocol === 'https:') && this.#isAllowed(parsed);
  }

  #toHit({ url, title, text, pageAge }: SearchHit): WebHit {
    const shown = truncateText(text.trim(), this.#bounds.hitCharacters);
    this.#opened.addKnown([...urlsInText(url), ...urlsInText(shown)]);
    const hit = { url, title: truncateText(title, 300), text: shown };
    return {
      ...hit,
      ...(pageAge === undefined ? {} : { pageAge }),
      number: this.context.numberOf({ type: 'page', ...hit }),
    };
  }
}

/** The queries of a call, each once. */
function queriesIn(argumentsText: string): readonly string[] {
  const parsed = parseArguments(argumentsText);
  const given = [parsed?.['query'], ...arrayOf(parsed?.['queries'])];
  const texts = given.flatMap((query) => asText(asText(query)?.replaceAll(/\s+/g, ' ').trim()) ?? []);
  return [...new Set(texts)].slice(0, maxQueries);
}
