import type { ClientBase } from 'pg';
import type { ConversationItem } from '../../ports/conversation-store.js';
import type { KeyRing } from '../key-ring.js';
import { lockItem } from './item-lock.js';
import { rowsOf } from './postgres-database.js';

/** Holds the conversation while it adds, so that what is added together stands together. */
const addToConversation = `
  WITH place AS MATERIALIZED (
    SELECT key FROM conversation WHERE owner = $1 AND id = $2 FOR UPDATE
  ), added AS (
    INSERT INTO conversation_item (conversation_key, owner, item_id, content, content_key)
    SELECT place.key, $1, new.item_id, new.content, new.content_key
    FROM place, unnest($3::bytea[], $4::bytea[], $5::bytea[]) WITH ORDINALITY AS new (item_id, content, content_key, position) ORDER BY new.position
    ON CONFLICT (conversation_key, item_id) DO NOTHING
  )
  SELECT key FROM place`;

/** False when there is no such conversation. */
export async function addItems(client: ClientBase, keys: KeyRing, owner: string, id: string, items: readonly ConversationItem[]): Promise<boolean> {
  const locked = items.map((item) => lockItem(keys, owner, item));
  const columns = [locked.map(({ itemId }) => itemId), locked.map(({ content }) => content), locked.map(({ envelope }) => envelope)];
  return (await rowsOf(client, addToConversation, [owner, id, ...columns])).length > 0;
}
