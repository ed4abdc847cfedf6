import { urlKey } from '../web-fetch/urls-in-text.js';
import type { SearchHit } from './search-provider.js';

/** The hits of several searches in turn, each page once, at most `count`. */
export function mergeHits(lists: readonly (readonly SearchHit[])[], count: number): readonly SearchHit[] {
  const merged = new Map<string, SearchHit>();
  const maxLength = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < maxLength; rank += 1)
    for (const list of lists) {
      const hit = list[rank];
      if (hit === undefined || merged.size >= count) continue;
      const key = urlKey(hit.url) ?? hit.url;
      if (!merged.has(key)) merged.set(key, hit);
    }
  return [...merged.values()];
}
