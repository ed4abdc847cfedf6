import { asText, memberOf, textOf } from '@org/engine';
import type { SearchApi } from './search-api.js';
import { toHits } from './to-hits.js';

/** SearXNG, hosted by the operator. It responds with status 403 until its settings enable the format `json`. */
export const searxng: SearchApi = {
  name: 'searxng',
  needsKey: false,
  toRequest({ query, allowedDomains = [] }, key) {
    const sites = allowedDomains.map((domain) => `site:${domain}`).join(' OR ');
    const parameters = new URLSearchParams({
      q: sites === '' ? query : `${query} ${sites}`,
      format: 'json',
      safesearch: '1',
    });
    return {
      method: 'GET',
      path: `search?${parameters}`,
      headers: key === '' ? {} : { authorization: `Bearer ${key}` },
    };
  },
  toHits: (response) =>
    toHits(memberOf(response, 'results'), (entry) => ({
      text: textOf(entry['content']),
      pageAge: asText(entry['publishedDate']),
    })),
};
