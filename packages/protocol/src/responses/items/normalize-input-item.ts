import type { ResponseInputItem } from './input-item.js';
import type { ItemReference, TypelessItemReference } from './item-reference.js';
import type { ResponseInputMessage } from './message-items.js';

/** Items whose `type` is optional. */
type MaybeTypeless = ResponseInputMessage | ItemReference | TypelessItemReference;

/** An input item with an explicit type. */
export type NormalizedInputItem =
  | Exclude<ResponseInputItem, MaybeTypeless>
  | (ResponseInputMessage & { type: 'message' })
  | (ItemReference & { type: 'item_reference' });

/** Adds the `type` that easy messages and item references omit. Returns every other item unchanged. */
export function normalizeInputItem(item: ResponseInputItem): NormalizedInputItem {
  if (isTyped(item)) return item;
  return isMessage(item) ? { ...item, type: 'message' } : { ...item, type: 'item_reference' };
}

function isTyped(item: ResponseInputItem): item is NormalizedInputItem {
  return typeof item.type === 'string';
}

function isMessage(item: MaybeTypeless): item is ResponseInputMessage {
  return item['role'] !== undefined;
}
