import type { ConversationItem } from '../../../ports/conversation-store.js';
import { textOf } from '../../column-values.js';
import { contentName } from '../../content-lock.js';
import type { KeyRing } from '../../key-ring.js';
import { RowLock } from './row-lock.js';
import { bytesOf, itemKeyOf, type Row } from './rows.js';

/** A conversation item as stored in its row. */
export interface LockedItem {
  readonly itemId: Buffer;
  readonly content: Buffer;
  readonly envelope: Buffer | null;
}

export function lockItem(keys: KeyRing, owner: string, { id, value }: ConversationItem): LockedItem {
  const itemId = itemKeyOf(id);
  const lock = RowLock.make(keys);
  return {
    itemId,
    content: lock.lock(itemName(owner, itemId), JSON.stringify({ id, value } satisfies ConversationItem)),
    envelope: lock.envelope,
  };
}

/** The columns that {@link unlockItem} needs. */
export const itemColumns = 'owner, item_id, content, content_key';

/** Reads the output of {@link lockItem}: the service wrote this text, so its shape is known. */
export function unlockItem(keys: KeyRing, row: Row): ConversationItem {
  const name = itemName(textOf(row, 'owner'), bytesOf(row, 'item_id'));
  return JSON.parse(RowLock.of(keys, row).unlock(name, bytesOf(row, 'content'))) as ConversationItem;
}

/** Content name of an item. Owner and id are as in the row. */
export function itemName(owner: string, itemId: Buffer): string {
  return contentName('item', owner, itemId.toString('latin1'));
}
