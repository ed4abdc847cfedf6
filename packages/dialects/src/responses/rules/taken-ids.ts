import type { JsonObject } from '@org/engine';
import type { ResponseInputItem } from '@org/protocol/responses';
import { refuse } from '../decode/refuse.js';
import { isReference, pathOf } from '../decode/resolve-items.js';
import { ownId } from '../item-ids.js';
import { inputItems } from '../snapshot.js';
import { isSaidBy } from './said-by.js';

/** Ids that items bring themselves. A reference brings none: it says nothing that could get lost. */
export function broughtIds(items: readonly ResponseInputItem[]): string[] {
  return items.flatMap((item) => {
    const id = broughtId(item);
    return id === undefined ? [] : [id];
  });
}

/** What stands under an id in a conversation. */
export type KeptUnder = (id: string) => JsonObject | undefined;

/** Whether a conversation has the item: one that is sent again is the same, whatever its sender has left out of it. */
export function isThere(item: ResponseInputItem, keptUnder: KeptUnder): boolean {
  return isReference(item) ? keptUnder(item.id) !== undefined : standing(item, keptUnder) === 'same';
}

/**
 * A conversation has one item of an id. One that says something else under it is refused, because it could neither be added nor take
 * the other's place.
 */
export function refuseTakenIds(items: readonly ResponseInputItem[], keptUnder: KeptUnder, field: string): void {
  for (const [index, item] of items.entries()) {
    if (standing(item, keptUnder) !== 'other') continue;
    const param = `${pathOf({ field, index })}.id`;
    refuse(
      param,
      `Invalid '${param}': the conversation has an item with this id that says something else. Send the item without an id, or with one of its own.`,
      'invalid_value',
    );
  }
}

function standing(item: ResponseInputItem, keptUnder: KeptUnder): 'new' | 'same' | 'other' {
  const id = broughtId(item);
  const kept = id === undefined ? undefined : keptUnder(id);
  if (kept === undefined) return 'new';
  const [sent] = inputItems([item], '', new Map());
  return sent === undefined || isSaidBy(kept, sent.value) ? 'same' : 'other';
}

function broughtId(item: ResponseInputItem): string | undefined {
  const id = isReference(item) ? undefined : ownId(item);
  return id === '' ? undefined : id;
}
