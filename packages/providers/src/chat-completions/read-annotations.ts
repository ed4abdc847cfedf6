import { type UrlCitation, arrayOf, countOf, asObject, asText } from '@org/engine';

/** The pages that an upstream says its answer rests on. Other annotations mean nothing to a client. */
export function readAnnotations(annotations: unknown): readonly UrlCitation[] {
  return arrayOf(annotations).flatMap((annotation) => {
    const entry = asObject(annotation);
    if (entry?.['type'] !== 'url_citation') return [];
    // Some put the members beside the type.
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
        // A place without extent says that there is none.
        ...(start === undefined || end === undefined || end <= start ? {} : { start, end }),
        ...(quote === undefined ? {} : { quote }),
      },
    ];
  });
}

/** The same without a place that the text does not have. */
export function withinText({ start, end, ...page }: UrlCitation, length: number): UrlCitation {
  return start === undefined || end === undefined || end > length ? page : { ...page, start, end };
}
