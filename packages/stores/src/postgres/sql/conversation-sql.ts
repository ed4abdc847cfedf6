import type { ClientBase } from 'pg';
import { type ConversationItem, mapInSteps, runYielding } from '@org/engine/storage';
import { itemAddedConcurrently } from '../../shared/item-added-concurrently.js';
import { numberOf } from '../../shared/column-values.js';
import { gapMs } from '../../shared/conversation-gap-retention.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { databaseNow } from '../database/database-clock.js';
import { rowsOf } from '../database/postgres-database.js';
import { encryptItem } from './item-cipher.js';
import { useGranularityMs } from '../../shared/conversation-use.js';
import { quotaText, setQuota } from './quota.js';
import { itemKeyOf } from './rows.js';

/** Holds the conversation during the insert, so that items added together are contiguous. */
const addToConversation = `
  WITH place AS MATERIALIZED (
    SELECT key, ${setQuota('$6')} FROM conversation WHERE owner = $1 AND id = $2 FOR UPDATE
  ), used AS (
    UPDATE conversation SET extended_at = ${databaseNow} FROM place
    WHERE conversation.key = place.key AND cardinality($3::bytea[]) > 0 AND coalesce(extended_at, created_at) <= ${databaseNow} - ${useGranularityMs}
  ), added AS (
    INSERT INTO conversation_item (conversation_key, owner, item_id, content, content_key)
    SELECT place.key, $1, new.item_id, new.content, new.content_key
    FROM place, unnest($3::bytea[], $4::bytea[], $5::bytea[]) WITH ORDINALITY AS new (item_id, content, content_key, position) ORDER BY new.position
    ON CONFLICT (conversation_key, item_id) DO NOTHING
  )
  SELECT key FROM place`;

/**
 * Leaves a gap. The statement locks the conversation first, as its deletion does, so that two deletions cannot
 * deadlock.
 */
export const deleteItem = `
  WITH place AS MATERIALIZED (
    SELECT key FROM conversation WHERE owner = $1 AND id = $2 FOR KEY SHARE
  ), gone AS (
    DELETE FROM conversation_item USING place WHERE conversation_key = place.key AND item_id = $3
    RETURNING conversation_key, item_id, conversation_item.key
  ), gap AS (
    INSERT INTO conversation_gap (conversation_key, item_id, key, expires_at) SELECT conversation_key, item_id, key, ${databaseNow} + ${gapMs} FROM gone
    ON CONFLICT (conversation_key, item_id) DO UPDATE SET key = excluded.key, expires_at = excluded.expires_at
  )
  SELECT key FROM gone`;

/**
 * Holds the conversation, so that no other writer adds an item until the transaction ends. Throws when one of the ids
 * exists.
 */
export async function requireFresh(
  client: ClientBase,
  owner: string,
  id: string,
  fresh: readonly string[],
): Promise<void> {
  const [conversationRow] = await rowsOf(
    client,
    'SELECT key FROM conversation WHERE owner = $1 AND id = $2 FOR UPDATE',
    [owner, id],
  );
  if (conversationRow === undefined) return;
  // A separate statement, because the one above has read the items before it waited.
  const there = await rowsOf(
    client,
    'SELECT key FROM conversation_item WHERE conversation_key = $1 AND item_id = ANY ($2::bytea[]) LIMIT 1',
    [numberOf(conversationRow, 'key'), fresh.map(itemKeyOf)],
  );
  if (there.length > 0) throw itemAddedConcurrently();
}

/** Holds the conversation until the transaction ends. */
export async function lockConversation(client: ClientBase, owner: string, id: string): Promise<void> {
  await client.query('SELECT 1 FROM conversation WHERE owner = $1 AND id = $2 FOR UPDATE', [owner, id]);
}

/** Maximum number of items that one statement adds; more of them need a transaction. */
export const maxItemsPerStatement = 500;

/**
 * Returns false when the conversation does not exist. Yields to the event loop while it encrypts and sends many
 * items.
 */
export async function addItems(
  client: ClientBase,
  keys: KeyRing,
  owner: string,
  id: string,
  items: readonly ConversationItem[],
  maxStoredBytes?: number,
): Promise<boolean> {
  for (let from = 0; from === 0 || from < items.length; from += maxItemsPerStatement) {
    const locked = await runYielding(
      mapInSteps(items.slice(from, from + maxItemsPerStatement), (item) => encryptItem(keys, owner, item)),
    );
    const columns = [
      locked.map(({ itemId }) => itemId),
      locked.map(({ content }) => content),
      locked.map(({ envelope }) => envelope),
    ];
    if ((await rowsOf(client, addToConversation, [owner, id, ...columns, quotaText(maxStoredBytes)])).length === 0)
      return false;
  }
  return true;
}
