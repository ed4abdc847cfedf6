import type { JsonObject } from '@org/engine';
import type { ResponseInputItem } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';
import { isReference, pathOf } from '../decode/resolve-items.js';
import { itemIdOf } from '../item-ids.js';
import { inputItems } from '../snapshot.js';
import { isSubsetOf } from './is-subset-of.js';

/** Ids that items bring themselves. A reference brings none: it has no content that could be lost. */
export function explicitIds(items: readonly ResponseInputItem[]): string[] {
  return items.flatMap((item) => {
    const id = explicitId(item);
    return id === undefined ? [] : [id];
  });
}

/** Finds the item with an id in a conversation. */
export type FindItem = (id: string) => JsonObject | undefined;

/** Whether the conversation has the item: a resent item is the same, whatever its sender left out. */
export function isKnownItem(item: ResponseInputItem, findItem: FindItem): boolean {
  return isReference(item) ? findItem(item.id) !== undefined : compareToStored(item, findItem) === 'same';
}

/**
 * A conversation has one item per id. The service rejects an item with different content under a used id, because it
 * could neither add it nor replace the other.
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
