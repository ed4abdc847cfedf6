import { asText, isObject, type JsonObject, textOf } from '@org/engine';
import type { SearchHit } from '../search-provider.js';

/** Reads the entries of a response. An entry without a URL is omitted. */
export function toHits(
  entries: unknown,
  read: (entry: JsonObject) => { readonly text: string; readonly pageAge?: string | undefined },
): readonly SearchHit[] | undefined {
  if (!Array.isArray(entries)) return undefined;
  return entries.filter(isObject).flatMap((entry): SearchHit[] => {
    const url = asText(entry['url']);
    if (url === undefined || !URL.canParse(url)) return [];
    const { text, pageAge } = read(entry);
    const title = textOf(entry['title']);
    return [{ url, title: title === '' ? url : title, text, ...(pageAge === undefined ? {} : { pageAge }) }];
  });
}

/** Text of a provider that marks the found words as HTML does: `<strong>`, `&amp;`. */
export function withoutMarkup(text: string): string {
  return text
    .replaceAll(/<\/?[a-z][^<>]{0,100}>/gi, '')
    .replaceAll(/&(amp|lt|gt|quot|#x27|#39|apos|nbsp);/g, (entity, name: string) => entities[name] ?? entity);
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
  apos: "'",
  nbsp: ' ',
};
