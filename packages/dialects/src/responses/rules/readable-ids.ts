import { refuse } from '../refuse.js';
import { pathOf, type ResolvedItem } from '../resolve-items.js';

/** An id is sent back in addresses, to have its item or the page after it. Half of a character cannot be. */
export function requireReadableIds(items: readonly ResolvedItem[]): void {
  for (const place of items) {
    const id = place.item['id'];
    if (typeof id === 'string' && halfCharacter.test(id)) refuse(`${pathOf(place)}.id`, `Invalid '${pathOf(place)}.id': it holds half of a character.`, 'invalid_value');
  }
}

const halfCharacter = /\p{Surrogate}/u;
