import type { JsonObject } from '@org/engine';
import type { ResponseInputItem } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';
import { isReference, pathOf } from '../decode/resolve-items.js';
import { itemIdOf } from '../item-ids.js';
import { inputItems } from '../snapshot.js';
import { isSubsetOf } from './is-subset-of.js';

/** Ids that items bring themselves. A reference brings none: it says nothing that could get lost. */
export function explicitIds(items: readonly ResponseInputItem[]): string[] {
  return items.flatMap((item) => {
    const id = explicitId(item);
    return id === undefined ? [] : [id];
  });
}

/** What stands under an id in a conversation. */
export type FindItem = (id: string) => JsonObject | undefined;

/** Whether a conversation has the item: one that is sent again is the same, whatever its sender has left out of it. */
export function isThere(item: ResponseInputItem, findItem: FindItem): boolean {
  return isReference(item) ? findItem(item.id) !== undefined : compareToStored(item, findItem) === 'same';
}

/**
 * A conversation has one item of an id. One that says something else under it is refused, because it could neither be added nor take
 * the other's place.
 */
export function rejectDuplicateIds(items: readonly ResponseInputItem[], findItem: FindItem, field: string): void {
  for (const [index, item] of items.entries()) {
    if (compareToStored(item, findItem) !== 'other') continue;
    const param = `${pathOf({ field, index })}.id`;
    refuse(
      param,
      `Invalid '${param}': the conversation has an item with this id and different content. Send the item without an id, or with a unique id.`,
      'invalid_value',
    );
  }
}

function compareToStored(item: ResponseInputItem, findItem: FindItem): 'new' | 'same' | 'other' {
  const id = explicitId(item);
  const stored = id === undefined ? undefined : findItem(id);
  if (stored === undefined) return 'new';
  const [sent] = inputItems([item], '', new Map());
  return sent === undefined || isSubsetOf(stored, sent.value) ? 'same' : 'other';
}

function explicitId(item: ResponseInputItem): string | undefined {
  const id = isReference(item) ? undefined : itemIdOf(item);
  return id === '' ? undefined : id;
}
