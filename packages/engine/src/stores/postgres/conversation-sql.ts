import type { ClientBase } from 'pg';
import type { ConversationItem } from '../../ports/conversation-store.js';
import { rowsOf } from './postgres-database.js';
import { itemKeyOf, toUtf8 } from './rows.js';

/** Holds the conversation while it adds, so that what is added together stands together. */
const addToConversation = `
  WITH place AS MATERIALIZED (
    SELECT key FROM conversation WHERE owner = $1 AND id = $2 FOR UPDATE
  ), added AS (
    INSERT INTO conversation_item (conversation_key, owner, item_id, content)
    SELECT place.key, $1, new.item_id, new.content
    FROM place, unnest($3::bytea[], $4::bytea[]) WITH ORDINALITY AS new (item_id, content, position) ORDER BY new.position
    ON CONFLICT (conversation_key, item_id) DO NOTHING
  )
  SELECT key FROM place`;

/** False when there is no such conversation. */
export async function addItems(client: ClientBase, owner: string, id: string, items: readonly ConversationItem[]): Promise<boolean> {
  const contents = items.map(({ id: itemId, value }) => toUtf8(JSON.stringify({ id: itemId, value } satisfies ConversationItem)));
  return (await rowsOf(client, addToConversation, [owner, id, items.map((item) => itemKeyOf(item.id)), contents])).length > 0;
}
