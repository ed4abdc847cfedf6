import { type UrlCitation, arrayOf, countOf, isObject, asText } from '@org/engine';

/** Reads a page that the response as a unit cites. Documents of the upstream are meaningless to a client. */
export function readSource(source: unknown): readonly UrlCitation[] {
  if (!isObject(source) || source['sourceType'] !== 'url') return [];
  const url = asText(source['url']);
  const title = asText(source['title']);
  return url === undefined ? [] : [{ url, ...(title === undefined ? {} : { title }) }];
}

/** Reads the citations of one text with their positions in it. */
export function readCitations(reported: unknown): readonly UrlCitation[] {
  return arrayOf(reported).flatMap((citation) => {
    if (!isObject(citation)) return [];
    const start = countOf(citation['startIndex']);
    const end = countOf(citation['endIndex']);
    const quote = asText(citation['citedText']);
    return readSource(citation['source']).map((page) => ({
      ...page,
      ...(start === undefined || end === undefined ? {} : { start, end }),
      ...(quote === undefined ? {} : { quote }),
    }));
  });
}
