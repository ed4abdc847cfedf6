import { arrayOf, asText, isObject, memberOf, textOf } from '@org/engine';
import type { SearchApi } from './search-api.js';
import { toHits, withoutMarkup } from './to-hits.js';

/** Maximum number of words in a query. */
const maxWords = 50;

/** Brave Search. */
export const brave: SearchApi = {
  name: 'brave',
  baseUrl: 'https://api.search.brave.com',
  needsKey: true,
  toRequest({ query, count, country, allowedDomains = [], blockedDomains = [] }, key) {
    const sites = allowedDomains.map((domain) => `site:${domain}`).join(' OR ');
    const others = blockedDomains.map((domain) => `-site:${domain}`).join(' ');
    const words = [
      ...query.split(/\s+/),
      ...[sites, others]
        .join(' ')
        .split(' ')
        .filter((word) => word !== ''),
    ];
    const parameters = new URLSearchParams({
      q: words.slice(0, maxWords).join(' '),
      count: String(Math.min(count, 20)),
    });
    if (country !== undefined) parameters.set('country', country.toUpperCase());
    return {
      method: 'GET',
      path: `res/v1/web/search?${parameters}`,
      headers: { 'x-subscription-token': key },
    };
  },
  toHits(response) {
    // A query without hits has no member `web`.
    if (!isObject(response) || (response['web'] === undefined && !('query' in response))) return undefined;
    return toHits(memberOf(response['web'] ?? { results: [] }, 'results'), (entry) => ({
      text: [textOf(entry['description']), ...arrayOf(entry['extra_snippets']).map(textOf)]
        .map(withoutMarkup)
        .join('\n'),
      pageAge: asText(entry['page_age']) ?? asText(entry['age']),
    }));
  },
};
