import type { OwnerErasure } from '@org/engine/storage';
import { numberOf, textOf } from '../shared/column-values.js';
import { eraseInBatches, recordsOf, type DeletesOwned, type OwnedTable } from '../shared/erase-in-batches.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { tombstonePrefix } from '../shared/turn-tombstones.js';
import { insertAuditEvents } from './postgres-audit-log.js';
import { rowsOf, type PostgresDatabase } from './database/postgres-database.js';

/** Number of records that are deleted at once, each in its own transaction. */
const batchSize = 5;

const notTombstone = `NOT starts_with(id, '${tombstonePrefix}')`;

const counts = `
  SELECT
    (SELECT count(*) FROM api_key WHERE owner = $1) + (SELECT count(*) FROM revoked_api_key WHERE owner = $1) AS api_keys,
    (SELECT count(*) FROM turn WHERE owner = $1 AND ${notTombstone}) AS turns,
    (SELECT count(*) FROM job JOIN turn ON turn.key = turn_key WHERE turn.owner = $1) AS jobs,
    (SELECT count(*) FROM conversation WHERE owner = $1) AS conversations,
    (SELECT count(*) FROM conversation_item JOIN conversation ON conversation.key = conversation_key WHERE conversation.owner = $1) AS conversation_items,
    (SELECT count(*) FROM container WHERE owner = $1) AS containers,
    (SELECT count(*) FROM file WHERE owner = $1) AS files,
    (SELECT count(*) FROM vector_store WHERE owner = $1) AS vector_stores,
    (SELECT count(*) FROM idempotency_key WHERE owner = $1) AS idempotent_responses`;

const deleteIdempotencyKeys = `
  DELETE FROM idempotency_key WHERE key = ANY (ARRAY(SELECT key FROM idempotency_key WHERE owner = $1 LIMIT 100)) RETURNING 1`;

const deleteEmptyAccount = 'DELETE FROM stored_bytes WHERE owner = $1 AND responses + conversations + files = 0';

const deleteEvents = `
  DELETE FROM audit_event WHERE owner = $1 OR key_id IN (
    SELECT id FROM api_key WHERE owner = $1 UNION ALL SELECT id FROM revoked_api_key WHERE owner = $1)`;

export function postgresOwnerErasure(database: PostgresDatabase, store: DeletesOwned): OwnerErasure {
  const idsAfter = async (table: OwnedTable, owner: string, after: string): Promise<readonly string[]> => {
    const rows = await database.query(
      `SELECT id FROM ${table} WHERE owner = $1 AND id > $2 AND ${notTombstone} ORDER BY id LIMIT ${batchSize}`,
      [toKeyText(owner), toKeyText(after)],
    );
    return rows.map((row) => fromKeyText(textOf(row, 'id')));
  };
  return {
    async countOwned(owner) {
      const [row = {}] = await database.query(counts, [toKeyText(owner)]);
      return {
        apiKeys: numberOf(row, 'api_keys'),
        turns: numberOf(row, 'turns'),
        jobs: numberOf(row, 'jobs'),
        conversations: numberOf(row, 'conversations'),
        conversationItems: numberOf(row, 'conversation_items'),
        containers: numberOf(row, 'containers'),
        files: numberOf(row, 'files'),
        vectorStores: numberOf(row, 'vector_stores'),
        idempotentResponses: numberOf(row, 'idempotent_responses'),
      };
    },
    async eraseOwned(owner) {
      let total = 0;
      for (const { table, remove } of recordsOf(store, owner))
        total += await eraseInBatches((after) => idsAfter(table, owner, after), remove);
      for (;;) {
        const deleted = await database.query(deleteIdempotencyKeys, [toKeyText(owner)]);
        total += deleted.length;
        if (deleted.length === 0) break;
      }
      await database.query(deleteEmptyAccount, [toKeyText(owner)]);
      return total;
    },
    async eraseOwnerKeys(owner, event) {
      await database.transaction(async (client) => {
        await rowsOf(client, deleteEvents, [toKeyText(owner)]);
        for (const table of ['api_key', 'revoked_api_key'])
          await rowsOf(client, `DELETE FROM ${table} WHERE owner = $1`, [toKeyText(owner)]);
        await insertAuditEvents(client, [event]);
      });
      // A VACUUM keeps deleted rows that an open transaction may still see. A change of a column's type copies the rows
      // that are left into a new file, whatever is open. These tables are small, and the lock is short.
      for (const table of ['api_key', 'revoked_api_key'])
        await database.query(`ALTER TABLE ${table} ALTER COLUMN created_at TYPE bigint USING created_at + 0`);
    },
  };
}
