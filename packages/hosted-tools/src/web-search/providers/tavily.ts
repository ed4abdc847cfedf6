import { asText, memberOf, textOf } from '@org/engine';
import type { SearchApi } from './search-api.js';
import { toHits } from './to-hits.js';

/** Tavily. It responds with 432 and 433 where the limit of a plan is reached. */
export const tavily: SearchApi = {
  name: 'tavily',
  baseUrl: 'https://api.tavily.com',
  needsKey: true,
  limitStatuses: [432, 433],
  toRequest: ({ query, count, allowedDomains, blockedDomains, wantsLongText }, key) => ({
    method: 'POST',
    path: 'search',
    headers: { authorization: `Bearer ${key}` },
    body: {
      query,
      max_results: Math.min(count, 20),
      search_depth: wantsLongText ? 'advanced' : 'basic',
      ...(allowedDomains === undefined ? {} : { include_domains: allowedDomains }),
      ...(blockedDomains === undefined ? {} : { exclude_domains: blockedDomains }),
    },
  }),
  toHits: (response) =>
    toHits(memberOf(response, 'results'), (entry) => ({
      text: textOf(entry['content']),
      pageAge: asText(entry['published_date']),
    })),
};
