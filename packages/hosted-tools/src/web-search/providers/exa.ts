import { arrayOf, asText, memberOf, textOf } from '@org/engine';
import type { SearchApi } from './search-api.js';
import { toHits } from './to-hits.js';

/** Exa. */
export const exa: SearchApi = {
  name: 'exa',
  baseUrl: 'https://api.exa.ai',
  needsKey: true,
  toRequest: ({ query, count, country, allowedDomains, blockedDomains, wantsLongText }, key) => ({
    method: 'POST',
    path: 'search',
    headers: { 'x-api-key': key },
    body: {
      query,
      numResults: Math.min(count, 100),
      contents: wantsLongText
        ? { text: { maxCharacters: 4_000 } }
        : { highlights: true, text: { maxCharacters: 1_500 } },
      ...(allowedDomains === undefined ? {} : { includeDomains: allowedDomains }),
      ...(blockedDomains === undefined ? {} : { excludeDomains: blockedDomains }),
      ...(country === undefined ? {} : { userLocation: country.toUpperCase() }),
    },
  }),
  toHits: (response) =>
    toHits(memberOf(response, 'results'), (entry) => {
      const highlights = arrayOf(entry['highlights']).map(textOf).join('\n');
      return { text: highlights === '' ? textOf(entry['text']) : highlights, pageAge: asText(entry['publishedDate']) };
    }),
};
