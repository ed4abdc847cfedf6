import { numberOf } from '../../shared/column-values.js';
import { maxBytesPerDelete, maxItemsPerDelete, tombstoneOwner } from '../../shared/conversation-tombstones.js';
import type { PostgresDatabase } from '../database/postgres-database.js';
import { itemsAfter } from './items-after.js';
import { bytesOf } from './rows.js';

const some = maxItemsPerDelete + 1;

/**
 * Whether a row of `conversation` has no more dependent rows than one deletion removes. The order requires the right
 * index, as in turn-deletion.ts.
 */
const isShort = `(
  SELECT count(*) + (SELECT count(*) FROM (SELECT 1 FROM conversation_gap WHERE conversation_key = conversation.key ORDER BY item_id LIMIT ${some}) AS gap) <= ${maxItemsPerDelete}
    AND coalesce(sum(bytes), 0) <= ${maxBytesPerDelete}
  FROM (SELECT octet_length(content) AS bytes FROM conversation_item WHERE ${itemsAfter('conversation.key', '0')} LIMIT ${some}) AS item)`;

export const deleteShort = `
  WITH gone AS (DELETE FROM conversation WHERE owner = $1 AND id = $2 AND ${isShort} RETURNING key)
  SELECT key, pg_notify($3, $4) FROM gone`;

const createTombstone = `
  WITH hidden AS (
    UPDATE conversation SET owner = '${tombstoneOwner}', id = key::text, metadata = '', content_key = NULL WHERE owner = $1 AND id = $2 RETURNING key
  ), places AS (
    DELETE FROM conversation_ticket USING hidden WHERE conversation_key = hidden.key
  )
  SELECT key, pg_notify($3, $4) FROM hidden`;

/**
 * One replica at a time deletes batches of the same tombstone. Gaps are deleted once there are no items. Starts after
 * item $2 and gap $3, as for the events of a turn.
 */
const deleteBatch = `
  WITH tombstone AS (
    SELECT key FROM conversation WHERE owner = '${tombstoneOwner}' AND ($1::bigint IS NULL OR key = $1) LIMIT 1 FOR UPDATE SKIP LOCKED
  ), deletable AS MATERIALIZED (
    SELECT key FROM (
      SELECT key, bytes, sum(bytes) OVER (ORDER BY key) AS total
      FROM (SELECT key, octet_length(content) AS bytes FROM conversation_item WHERE ${itemsAfter('(SELECT key FROM tombstone)', '$2')} LIMIT ${maxItemsPerDelete}) AS next
    ) AS page WHERE total <= ${maxBytesPerDelete} OR total = bytes
  ), items AS (
    DELETE FROM conversation_item WHERE key = ANY (ARRAY(SELECT key FROM deletable)) RETURNING key
  ), gaps AS (
    DELETE FROM conversation_gap WHERE conversation_key = (SELECT key FROM tombstone) AND NOT EXISTS (SELECT 1 FROM deletable)
      AND item_id = ANY (ARRAY(
        SELECT item_id FROM conversation_gap WHERE (conversation_key, item_id) > ((SELECT key FROM tombstone), $3) AND conversation_key <= (SELECT key FROM tombstone)
        ORDER BY conversation_key, item_id LIMIT ${maxItemsPerDelete}))
    RETURNING item_id
  )
  SELECT key, (SELECT max(key) FROM items) AS last_item, (SELECT item_id FROM gaps ORDER BY item_id DESC LIMIT 1) AS last_gap FROM tombstone`;

const deleteEmpty = `DELETE FROM conversation WHERE key = $1 AND owner = '${tombstoneOwner}' AND NOT EXISTS (SELECT 1 FROM conversation_item WHERE conversation_key = $1)`;

/**
 * Deletes a conversation with all dependent rows, many items in batches, and notifies `topic`. Owner and id are as in
 * the row. Returns false when it is missing.
 */
export async function deleteConversation(
  database: PostgresDatabase,
  owner: string,
  id: string,
  channel: string,
  topic: string,
): Promise<boolean> {
  const values = [owner, id, channel, topic];
  if ((await database.query(deleteShort, values)).length > 0) return true;
  const [tombstone] = await database.query(createTombstone, values);
  if (tombstone === undefined) return false;
  await deleteConversationTombstones(database, numberOf(tombstone, 'key'));
  return true;
}

/**
 * Deletes the rest of this conversation, or of any, in batches. Returns false when nothing is left, when another
 * replica is deleting it, or when `signal` aborted.
 */
export async function deleteConversationTombstones(
  database: PostgresDatabase,
  conversationKey?: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const stopped = (): boolean => signal?.aborted === true;
  let key = conversationKey ?? null;
  let item = 0;
  let gap: Uint8Array = Buffer.alloc(0);
  while (!stopped()) {
    const [row] = await database.query(deleteBatch, [key, item, gap]);
    if (row === undefined) return false;
    key = numberOf(row, 'key');
    if (row['last_item'] === null && row['last_gap'] === null) {
      await database.query(deleteEmpty, [key]);
      return true;
    }
    if (row['last_item'] !== null) item = numberOf(row, 'last_item');
    else gap = bytesOf(row, 'last_gap');
  }
  return false;
}
