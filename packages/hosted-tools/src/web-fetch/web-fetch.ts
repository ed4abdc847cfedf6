import {
  type HostedFunction,
  type HostedToolContext,
  type OpenHostedTool,
  type ServerCallOutcome,
  type WebFetchRequest,
  type WebFetchResult,
} from '@org/engine';
import { textArgument } from '../shared/call-arguments.js';
import { failedOutcome } from '../shared/failed-outcome.js';
import { runCall } from '../shared/run-call.js';
import type { SearchProvider } from '../web-search/search-provider.js';
import { domainPolicy, type DomainPolicy } from '../web/domain-policy.js';
import type { PageReader, ReadPage } from './page-reader.js';
import { documentOf, renderPage, textOfPage, type PageText } from './page-text.js';
import { isInContext } from './urls-in-context.js';
import { urlKey } from './urls-in-text.js';

const webFetch: HostedFunction = {
  name: 'web_fetch',
  description:
    'Reads a web page or a PDF and returns its text. Reads only URLs that the user wrote or that an earlier tool result contains.',
  inputSchema: {
    type: 'object',
    properties: { url: { type: 'string', description: 'The complete URL, with https://' } },
    required: ['url'],
    additionalProperties: false,
  },
};

/** Opens the tool that reads pages for a turn. */
export class WebFetch {
  /** `provider`: the pages that its search finds are read from it, where it has them itself. */
  constructor(
    private readonly pages: PageReader,
    private readonly provider?: Pick<SearchProvider, 'pageAt'>,
  ) {}

  /** Throws `invalid-request` for domain lists that are none. */
  async open(request: WebFetchRequest, context: HostedToolContext): Promise<OpenHostedTool> {
    const tool = new OpenWebFetch(this.pages, this.provider, request, context);
    return await Promise.resolve(tool);
  }
}

class OpenWebFetch implements OpenHostedTool {
  readonly functions = [webFetch];
  readonly #closing = new AbortController();
  readonly #signal: AbortSignal;
  readonly #isAllowed: DomainPolicy;
  /** The pages that earlier calls read, by the URL that they were called with. */
  readonly #pages = new Map<string, ReadPage>();
  #uses = 0;

  constructor(
    private readonly pages: PageReader,
    private readonly provider: Pick<SearchProvider, 'pageAt'> | undefined,
    private readonly request: WebFetchRequest,
    private readonly context: HostedToolContext,
  ) {
    this.#isAllowed = domainPolicy({}, request.domains, request.param);
    this.#signal = AbortSignal.any([context.signal, this.#closing.signal]);
  }

  async call(name: string, argumentsText: string): Promise<ServerCallOutcome> {
    if (name !== webFetch.name) return failedOutcome('invalid-input', `There is no function ${name}. Call web_fetch.`);
    const url = textArgument(argumentsText, 'url');
    const key = url === undefined ? undefined : urlKey(url);
    if (url === undefined || key === undefined)
      return failedOutcome('invalid-input', 'Call web_fetch with a complete URL: {"url": "https://example.com/page"}.');
    const earlier = this.#pages.get(url);
    if (earlier !== undefined) return this.#toOutcome(earlier);
    const { maxUses = Infinity, urlSources } = this.request;
    if (this.#uses >= maxUses)
      return failedOutcome('max-uses-exceeded', 'No page may be read any more in this response. Use what is there.');
    if (url.length > this.pages.settings.maxUrlLength)
      return failedOutcome('url-too-long', `The URL has more than ${this.pages.settings.maxUrlLength} characters.`);
    if (!isInContext(url, this.context.messages(), urlSources))
      return failedOutcome(
        'url-not-in-context',
        'This URL stands neither in a message of the user nor in an earlier result, so it is not read. Use a URL from there, as it is written, or ask the user for it.',
      );
    this.#uses += 1;
    const outcome = await runCall(this.#signal, async () => await this.#read(url));
    // Nothing was read.
    if (outcome.hosted?.type === 'failed' && outcome.hosted.code === 'too-many-requests') this.#uses -= 1;
    if (outcome.hosted?.type === 'failed' && outcome.hosted.code === 'url-not-allowed') this.#uses -= 1;
    return outcome;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.resolve();
  }

  async #read(url: string): Promise<ServerCallOutcome> {
    const page = (await this.#provided(url)) ?? (await this.#fetched(url));
    this.#pages.set(url, page);
    return this.#toOutcome(page);
  }

  async #provided(url: string): Promise<ReadPage | undefined> {
    if (!this.#isAllowed(new URL(url))) return undefined;
    const page = await this.provider?.pageAt?.(url, this.#signal);
    if (page === undefined) return undefined;
    const { title, text } = page;
    const retrievedAt = Math.floor(this.context.clock.now() / 1000);
    return { url, title, mediaType: 'text/plain', sections: [{ text }], retrievedAt };
  }

  async #fetched(url: string): Promise<ReadPage> {
    return await this.pages.read(url, {
      owner: this.context.owner,
      signal: this.#signal,
      isAllowed: this.#isAllowed,
      useCache: this.request.useCache ?? true,
    });
  }

  /** Each outcome is a document of its own, also where its page was read before. */
  #toOutcome(page: ReadPage): ServerCallOutcome {
    const limit = this.pages.settings.maxContentTokens;
    const text = textOfPage(page, Math.min(this.request.maxContentTokens ?? limit, limit));
    const { citations = false } = this.request;
    const { title } = page;
    const passages = citations
      ? this.context.numberPassages({ text: documentOf(text, page), ...(title === undefined ? {} : { title }) })
      : undefined;
    return {
      content: [{ type: 'text', text: renderPage(page, passages, text) }],
      hosted: toResult(page, text, citations),
    };
  }
}

function toResult(page: ReadPage, { texts }: PageText, citations: boolean): WebFetchResult {
  return {
    type: 'web-fetch',
    url: page.url,
    ...(page.title === undefined ? {} : { title: page.title }),
    retrievedAt: page.retrievedAt,
    document:
      page.pdf === undefined
        ? { type: 'text', text: texts.join('\n\n') }
        : { type: 'pdf', base64: page.pdf.toString('base64'), pages: texts },
    citations,
  };
}
