import type { ConversationItem } from '@org/engine/storage';
import { textOf } from '../../shared/column-values.js';
import { contentName } from '../../shared/content-cipher.js';
import { decodeItem } from '../../shared/decode-item.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { RowCipher } from './row-cipher.js';
import { bytesOf, itemKeyOf, type Row } from './rows.js';

/** A conversation item as stored in its row. */
export interface EncryptedItem {
  readonly itemId: Buffer;
  readonly content: Buffer;
  readonly envelope: Buffer | null;
}

export function encryptItem(keys: KeyRing, owner: string, { id, value }: ConversationItem): EncryptedItem {
  const itemId = itemKeyOf(id);
  const cipher = RowCipher.make(keys);
  return {
    itemId,
    content: cipher.encrypt(itemName(owner, itemId), JSON.stringify({ id, value } satisfies ConversationItem)),
    envelope: cipher.envelope,
  };
}

/** The columns that {@link decryptItem} needs, in addition to the content. */
export const itemColumns = 'owner, item_id, content_key';

/** Reads the output of {@link encryptItem}. */
export function decryptItem(keys: KeyRing, row: Row): ConversationItem | Promise<ConversationItem> {
  const name = itemName(textOf(row, 'owner'), bytesOf(row, 'item_id'));
  const content = bytesOf(row, 'content');
  return decodeItem(content, RowCipher.of(keys, row).decryptInSteps(name, content));
}

/** Content name of an item. Owner and id are as in the row. */
export function itemName(owner: string, itemId: Buffer): string {
  return contentName('item', owner, itemId.toString('latin1'));
}
