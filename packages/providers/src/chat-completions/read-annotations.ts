import { type UrlCitation, arrayOf, countOf, asObject, asText } from '@org/engine';

/** Reads the pages that an upstream's response cites. Other annotations are meaningless to a client. */
export function readAnnotations(annotations: unknown): readonly UrlCitation[] {
  return arrayOf(annotations).flatMap((annotation) => {
    const entry = asObject(annotation);
    if (entry?.['type'] !== 'url_citation') return [];
    // Some upstreams put the members next to the type.
    const page = asObject(entry['url_citation']) ?? entry;
    const url = asText(page['url']);
    if (url === undefined) return [];
    const title = asText(page['title']);
    const quote = asText(page['content']);
    const start = countOf(page['start_index']);
    const end = countOf(page['end_index']);
    return [
      {
        url,
        ...(title === undefined ? {} : { title }),
        // An empty range means that there is no position.
        ...(start === undefined || end === undefined || end <= start ? {} : { start, end }),
        ...(quote === undefined ? {} : { quote }),
      },
    ];
  });
}

/** Removes a position that is outside the text. */
export function withinText({ start, end, ...page }: UrlCitation, length: number): UrlCitation {
  return start === undefined || end === undefined || end > length ? page : { ...page, start, end };
}
