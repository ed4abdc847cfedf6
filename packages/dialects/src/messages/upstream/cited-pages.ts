import { isObject, type JsonObject, type JsonValue, type UrlCitation } from '@org/engine';

/**
 * The pages among a text's citations, as every dialect can express them. Each covers the complete text; drops
 * locations in documents.
 */
export function citedPages(citations: readonly JsonValue[]): readonly UrlCitation[] {
  return citations.flatMap((citation) => (isObject(citation) ? pageOf(citation) : []));
}

function pageOf({ type, url, title, cited_text: quote }: JsonObject): readonly UrlCitation[] {
  if (type !== 'web_search_result_location' || typeof url !== 'string') return [];
  return [{ url, ...(typeof title === 'string' && { title }), ...(typeof quote === 'string' && { quote }) }];
}
