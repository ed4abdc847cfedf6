import { type UrlCitation, arrayOf, asObject, asText } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/**
 * Reads the pages that an upstream reports next to its choices as citations of the response in total: `citations`,
 * URLs that numbers in the text refer to, and `search_results`, the same with titles.
 */
export function readPages({ citations, search_results: results }: ApiPayload): readonly UrlCitation[] {
  const pages = new Map<string, UrlCitation>();
  for (const entry of [...arrayOf(citations), ...arrayOf(results)]) {
    const page = readPage(entry);
    if (page !== undefined) pages.set(page.url, { ...pages.get(page.url), ...page });
  }
  return [...pages.values()];
}

function readPage(entry: unknown): UrlCitation | undefined {
  const url = asText(entry) ?? asText(asObject(entry)?.['url']);
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  const title = asText(asObject(entry)?.['title']);
  return { url, ...(title === undefined ? {} : { title }) };
}
