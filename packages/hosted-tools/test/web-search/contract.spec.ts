import { describeHostedToolContract, type HostedToolSubject } from '@org/engine/testing';
import { openSearchProvider } from '#src/web-search/open-search-provider.js';
import { WebFetch } from '#src/web-fetch/web-fetch.js';
import { WebSearch } from '#src/web-search/web-search.js';
import { startSite, type Site } from '#src/testing/web.js';
import { pageReader, searchRequest, searchSettings, userMessage } from './kit.js';

const url = (site: Site): string => `http://127.0.0.1:${site.port}/page`;

/** The parts that both tools need. */
async function startSubject(): Promise<Omit<HostedToolSubject, 'open' | 'call'> & { readonly site: Site }> {
  const site = await startSite('127.0.0.1');
  site.respond = (_, response) =>
    response.end(JSON.stringify({ results: [{ url: url(site), title: 'T', content: 'C' }] }));
  return {
    site,
    messages: [userMessage(url(site))],
    hang: () => (site.respond = () => undefined),
    openWork: () => site.open.size,
    dispose: () => site.close(),
  };
}

describeHostedToolContract('web search', async () => {
  const subject = await startSubject();
  const provider = openSearchProvider(
    searchSettings({ provider: 'searxng', baseUrl: url(subject.site), timeoutMs: 20_000 }),
  );
  const pages = pageReader();
  return {
    ...subject,
    open: (context) => new WebSearch({ provider, pages }).open(searchRequest({ opensPages: true }), context),
    call: { name: 'web_search', argumentsText: '{"query": "words"}' },
    async dispose() {
      await Promise.all([provider.close(), pages.close(), subject.dispose()]);
    },
  };
});

describeHostedToolContract('opened pages', async () => {
  const subject = await startSubject();
  const provider = openSearchProvider(searchSettings({ pages: [] }));
  const pages = pageReader({ timeoutMs: 20_000 }, { ports: [subject.site.port] });
  return {
    ...subject,
    open: (context) => new WebSearch({ provider, pages }).open(searchRequest({ opensPages: true }), context),
    call: { name: 'open_page', argumentsText: JSON.stringify({ url: url(subject.site) }) },
    async dispose() {
      await Promise.all([provider.close(), pages.close(), subject.dispose()]);
    },
  };
});

describeHostedToolContract('web fetch', async () => {
  const subject = await startSubject();
  const pages = pageReader({ timeoutMs: 20_000 }, { ports: [subject.site.port] });
  return {
    ...subject,
    open: (context) => new WebFetch(pages).open({ kind: 'web-fetch', param: 'tools.0' }, context),
    call: { name: 'web_fetch', argumentsText: JSON.stringify({ url: url(subject.site) }) },
    async dispose() {
      await Promise.all([pages.close(), subject.dispose()]);
    },
  };
});
