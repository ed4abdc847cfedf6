import { refuse } from '../decode/refuse.js';
import { pathOf, type ResolvedItem } from '../decode/resolve-items.js';

/** Most characters of an item's id. Vendors' own have 50 to 500. */
export const maxItemIdLength = 2048;

/** An id is sent back in addresses, to have its item or the page after it. What cannot be must not be kept. */
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
