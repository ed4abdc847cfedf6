import { Client } from 'pg';
import { fixedClock, putLongConversation } from '@org/engine/testing';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

const cluster = postgresOfRun();
const later = 9_000_000_000_000_000;

describe('A sweep over PostgreSQL', () => {
  it.each([
    [
      'idempotency_key',
      "INSERT INTO idempotency_key (owner, key_hash, fingerprint, attempt, running_until, expires_at) VALUES ('ada', '', 'f', 1, 0, 1)",
      `attempt = 2, running_until = ${later}`,
    ],
    ['conversation_gap', "INSERT INTO conversation_gap SELECT key, '', 1, 1 FROM conversation", 'key = 2'],
  ])('does not change a row of %s that had expired and restarts during the sweep', async (table, insert, anew) => {
    const database = await cluster.newDatabase();
    const store = await openPostgresStore({ url: cluster.urlOf(database), clock: fixedClock });
    await putLongConversation(store, 1);
    await cluster.run(insert, database);
    const other = new Client({ connectionString: cluster.urlOf(database) });
    await other.connect();
    await other.query('BEGIN');
    await other.query(`UPDATE ${table} SET expires_at = ${later}, ${anew}`);
    const sweep = store.deleteExpired(0);
    await Promise.race([sweep, new Promise((resolve) => setTimeout(resolve, 500))]);
    await other.query('COMMIT');
    await sweep;
    expect(await cluster.run(`SELECT expires_at FROM ${table}`, database)).toHaveLength(1);
    await other.end();
    await store.close();
  });
});
