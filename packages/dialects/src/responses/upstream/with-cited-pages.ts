import { isObject, type JsonObject, type Part, type UrlCitation } from '@org/engine';
import { passthroughFieldsOf } from '../extensions.js';

/** The part with its cited pages as annotations that every dialect can express. Drops files and containers. */
export function withCitedPages(part: Part): Part {
  const annotations = part.type === 'text' ? passthroughFieldsOf(part.extensions).content?.['annotations'] : undefined;
  if (part.type !== 'text' || !Array.isArray(annotations)) return part;
  const citations = annotations.flatMap((annotation) => (isObject(annotation) ? pageOf(annotation) : []));
  return citations.length === 0 ? part : { ...part, citations };
}

function pageOf({ type, url, title, start_index: start, end_index: end }: JsonObject): readonly UrlCitation[] {
  if (type !== 'url_citation' || typeof url !== 'string') return [];
  return [
    {
      url,
      ...(typeof title === 'string' && { title }),
      ...(typeof start === 'number' && typeof end === 'number' && { start, end }),
    },
  ];
}
