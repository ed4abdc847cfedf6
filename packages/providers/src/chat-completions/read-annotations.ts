import type { UrlCitation } from '@org/engine';
import { arrayOf, countOf, objectOf, textOf } from '../shared/json-value.js';

/** The pages that an upstream says its answer rests on. Other annotations mean nothing to a client. */
export function readAnnotations(annotations: unknown): readonly UrlCitation[] {
  return arrayOf(annotations).flatMap((annotation) => {
    const entry = objectOf(annotation);
    if (entry?.['type'] !== 'url_citation') return [];
    // Some put the members beside the type.
    const page = objectOf(entry['url_citation']) ?? entry;
    const url = textOf(page['url']);
    if (url === undefined) return [];
    const title = textOf(page['title']);
    const quote = textOf(page['content']);
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
