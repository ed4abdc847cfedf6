import type { OwnedCounts, OwnerErasure } from '@org/engine/storage';
import { auditEventValues } from '../shared/audit-event-row.js';
import { numberOf, textOf } from '../shared/column-values.js';
import { eraseInBatches, recordsOf, type OwnedTable, type DeletesOwned } from '../shared/erase-in-batches.js';
import { fromKeyText, toKeyText } from '../shared/key-text.js';
import { tombstonePrefix } from '../shared/turn-tombstones.js';
import type { SqliteConnection } from './database/sqlite-connection.js';

/** Number of records that one transaction deletes at most. */
const batchSize = 20;

const counts: Readonly<Record<keyof OwnedCounts, string>> = {
  apiKeys: `SELECT (SELECT count(*) FROM api_key WHERE owner = ?1) + (SELECT count(*) FROM revoked_api_key WHERE owner = ?1) AS found`,
  turns: `SELECT count(*) AS found FROM turn WHERE owner = ?1 AND substr(id, 1, ${tombstonePrefix.length}) <> '${tombstonePrefix}'`,
  jobs: 'SELECT count(*) AS found FROM job WHERE owner = ?1',
  conversations: 'SELECT count(*) AS found FROM conversation WHERE owner = ?1',
  conversationItems:
    'SELECT count(*) AS found FROM conversation CROSS JOIN conversation_item ON conversation_key = conversation.key WHERE conversation.owner = ?1',
  containers: 'SELECT count(*) AS found FROM container WHERE owner = ?1',
  files: 'SELECT count(*) AS found FROM file WHERE owner = ?1',
  vectorStores: 'SELECT count(*) AS found FROM vector_store WHERE owner = ?1',
  idempotentResponses: 'SELECT count(*) AS found FROM idempotency_key WHERE owner = ?1',
};

export function sqliteOwnerErasure(connection: SqliteConnection, store: DeletesOwned): OwnerErasure {
  const idsAfter = async (table: OwnedTable, owner: string, after: string) =>
    connection
      .read((sql) =>
        sql.all(
          `SELECT id FROM ${table} WHERE owner = ? AND id > ? AND substr(id, 1, ${tombstonePrefix.length}) <> '${tombstonePrefix}' ORDER BY id LIMIT ${batchSize}`,
          toKeyText(owner),
          toKeyText(after),
        ),
      )
      .map((row) => fromKeyText(textOf(row, 'id')));
  return {
    async countOwned(owner) {
      const count = (of: keyof OwnedCounts): number =>
        connection.read((sql) => numberOf(sql.first(counts[of], toKeyText(owner)) ?? {}, 'found'));
      return {
        apiKeys: count('apiKeys'),
        turns: count('turns'),
        jobs: count('jobs'),
        conversations: count('conversations'),
        conversationItems: count('conversationItems'),
        containers: count('containers'),
        files: count('files'),
        vectorStores: count('vectorStores'),
        idempotentResponses: count('idempotentResponses'),
      };
    },
    async eraseOwned(owner) {
      let total = 0;
      for (const { table, remove } of recordsOf(store, owner))
        total += await eraseInBatches((after) => idsAfter(table, owner, after), remove);
      for (;;) {
        const deleted = await connection.write('deleteOwnedIdempotencyKeys', toKeyText(owner), batchSize);
        total += deleted;
        if (deleted < batchSize) break;
      }
      await connection.write('deleteEmptyAccount', toKeyText(owner));
      return total;
    },
    async eraseOwnerKeys(owner, event) {
      await connection.write('eraseOwnerKeys', toKeyText(owner), auditEventValues(event));
    },
  };
}
