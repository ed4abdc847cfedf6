import { refuse } from '../decode/refuse.js';
import { pathOf, type ResolvedItem } from '../decode/resolve-items.js';

/** Maximum length of an item's id, in characters. Ids of vendors have 50 to 500. */
export const maxItemIdLength = 2048;

/**
 * Clients send an id back in URLs, to fetch its item or the page after it. The service must not store an id that no
 * URL can carry.
 */
export function requireReadableIds(items: readonly ResolvedItem[]): void {
  for (const resolvedItem of items) {
    const id = resolvedItem.item['id'];
    const fault = typeof id === 'string' ? faultOf(id) : undefined;
    if (fault !== undefined)
      refuse(`${pathOf(resolvedItem)}.id`, `Invalid '${pathOf(resolvedItem)}.id': ${fault}.`, 'invalid_value');
  }
}

function faultOf(id: string): string | undefined {
  if (id.length > maxItemIdLength) return `it has more than ${maxItemIdLength} characters`;
  if (id === '.' || id === '..') return 'a URL path cannot contain it';
  return halfCharacter.test(id) ? 'it contains an unpaired surrogate' : undefined;
}

const halfCharacter = /\p{Surrogate}/u;
