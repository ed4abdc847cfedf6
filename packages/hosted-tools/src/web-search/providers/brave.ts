import { arrayOf, asText, isObject, memberOf, textOf } from '@org/engine';
import type { SearchApi } from './search-api.js';
import { toHits, withoutMarkup } from './to-hits.js';

/** Limits on `q`, with its filters. */
const maxWords = 50;
const maxCharacters = 400;

/** `q` with the filters for which the words leave room: hits are filtered again, so no filter is worth a word. */
function bounded(query: string, allowed: readonly string[], blocked: readonly string[]): string {
  let words: readonly string[] = [];
  const add = (more: string): boolean => {
    const longer = [...words, ...more.split(/\s+/).filter((word) => word !== '')];
    if (longer.length > maxWords || longer.join(' ').length > maxCharacters) return false;
    words = longer;
    return true;
  };
  for (const word of query.slice(0, maxCharacters).split(/\s+/)) if (!add(word)) break;
  // Some of the allowed domains would exclude the others.
  add(allowed.map((domain) => `site:${domain}`).join(' OR '));
  for (const domain of blocked) if (!add(`-site:${domain}`)) break;
  return words.join(' ');
}

/** Brave Search. */
export const brave: SearchApi = {
  name: 'brave',
  baseUrl: 'https://api.search.brave.com',
  needsKey: true,
  toRequest({ query, count, country, allowedDomains = [], blockedDomains = [] }, key) {
    const parameters = new URLSearchParams({
      q: bounded(query, allowedDomains, blockedDomains),
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
