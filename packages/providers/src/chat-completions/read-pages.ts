import type { UrlCitation } from '@org/engine';
import { arrayOf, objectOf, textOf, type ApiPayload } from '../shared/json-value.js';

/**
 * The pages that an upstream names beside its choices, as what the whole answer rests on: `citations`, addresses to which the numbers in
 * the text refer, and `search_results`, the same with titles.
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
  const url = textOf(entry) ?? textOf(objectOf(entry)?.['url']);
  if (url === undefined || !/^https?:\/\//i.test(url)) return undefined;
  const title = textOf(objectOf(entry)?.['title']);
  return { url, ...(title === undefined ? {} : { title }) };
}
