import type { JsonObject } from '@org/engine/model/json';
import type { ResponseInputItem } from '@org/protocol/responses';
import { refuse } from '../refuse.js';
import { isReference, pathOf } from '../resolve-items.js';
import { isSaidBy } from '../said-by.js';
import { inputItems } from '../snapshot.js';

/** Ids that items bring themselves. A reference brings none: it says nothing that could get lost. */
export function broughtIds(items: readonly ResponseInputItem[]): string[] {
  return items.flatMap((item) => {
    const id = broughtId(item);
    return id === undefined ? [] : [id];
  });
}

/**
 * A conversation has one item of an id. One that is sent again is the same, whatever its sender has left out of it; one that says
 * something else is refused, because it could neither be added nor take the other's place. `keptUnder` has what the conversation holds.
 */
export function refuseTakenIds(items: readonly ResponseInputItem[], keptUnder: (id: string) => JsonObject | undefined, field: string): void {
  for (const [index, item] of items.entries()) {
    const id = broughtId(item);
    const kept = id === undefined ? undefined : keptUnder(id);
    if (kept === undefined) continue;
    const [sent] = inputItems([item], '', new Map());
    if (sent !== undefined && isSaidBy(kept, sent.value)) continue;
    const param = `${pathOf({ field, index })}.id`;
    refuse(param, `Invalid '${param}': the conversation has an item with this id that says something else. Send the item without an id, or with one of its own.`, 'invalid_value');
  }
}

function broughtId(item: ResponseInputItem): string | undefined {
  const id: unknown = isReference(item) ? undefined : item['id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}
