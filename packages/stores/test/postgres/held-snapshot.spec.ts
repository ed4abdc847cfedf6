import { Client } from 'pg';
import type { Store } from '@org/engine';
import { fixedClock, putLongConversation, putLongLog, turnOf } from '@org/engine/testing';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

const cluster = postgresOfRun();
let database: string;
let store: Store;
let backup: Client;

beforeEach(async () => {
  database = await cluster.newDatabase();
  // As with tables that are large: these are read by their indexes.
  await cluster.run(`ALTER DATABASE ${database} SET enable_seqscan = off`);
  store = await openPostgresStore({ url: cluster.urlOf(database), connections: 1, clock: fixedClock });
  backup = new Client({ connectionString: cluster.urlOf(database) });
  await backup.connect();
});
afterEach(() => backup.end());

/**
 * Holds a snapshot as `backup` does: rows deleted from now on stay in their table and indexes, because the snapshot
 * may still read them.
 */
async function holdSnapshot(): Promise<void> {
  await backup.query('ANALYZE');
  await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await backup.query('SELECT count(*) FROM turn');
}

/**
 * Number of index entries of a table that were read during `work`. Closes the store, because a connection reports its
 * counts when it ends.
 */
async function looks(table: string, work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> =>
    Number(
      (
        await cluster.run(
          `SELECT coalesce(sum(idx_tup_read), 0) AS looks FROM pg_stat_user_indexes WHERE relname = '${table}'`,
          database,
        )
      )[0]?.['looks'],
    );
  const before = await read();
  await work();
  await store.close();
  for (let last = before; ;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = await read();
    if (now > before && now === last) return now - before;
    last = now;
  }
}

/** Each row may be read a few times: to find it, to delete it, and to check that nothing is left. */
const maxReadsPerRow = 10;

describe('With a held snapshot, as during a backup, PostgreSQL does not rescan deleted rows for each batch', () => {
  it.each(['at once', 'by a sweep'])('of a long log, deleted %s', async (how) => {
    const events = 20_000;
    await putLongLog(store, turnOf({ id: 't1', expiresAt: 5 }), events);
    await holdSnapshot();
    expect(
      await looks('turn_event', () => (how === 'at once' ? store.deleteTurn('ada', 't1') : store.deleteExpired(5))),
    ).toBeLessThan(maxReadsPerRow * events);
    expect(await cluster.run('SELECT key FROM turn', database)).toEqual([]);
  });

  it('of a long conversation', async () => {
    const items = 6_000;
    await putLongConversation(store, items);
    await holdSnapshot();
    expect(await looks('conversation_item', () => store.deleteConversation('ada', 'c1'))).toBeLessThan(
      maxReadsPerRow * items,
    );
    expect(await cluster.run('SELECT key FROM conversation', database)).toEqual([]);
  });

  it('of the gaps of a conversation', async () => {
    const gaps = 6_000;
    await putLongConversation(store, 1);
    await cluster.run(
      `INSERT INTO conversation_gap SELECT key, decode(md5(n::text), 'hex'), n, 0 FROM conversation, generate_series(1, ${gaps}) AS n`,
      database,
    );
    await holdSnapshot();
    expect(await looks('conversation_gap', () => store.deleteConversation('ada', 'c1'))).toBeLessThan(
      maxReadsPerRow * gaps,
    );
    expect(await cluster.run('SELECT key FROM conversation', database)).toEqual([]);
  });

  it('of gaps that expired, many at the same time among them', async () => {
    const gaps = 6_000;
    await putLongConversation(store, 1);
    await cluster.run(
      `INSERT INTO conversation_gap SELECT key, decode(md5(n::text), 'hex'), n, n / 500 FROM conversation, generate_series(1, ${gaps}) AS n`,
      database,
    );
    await holdSnapshot();
    expect(await looks('conversation_gap', () => store.deleteExpired(0))).toBeLessThan(maxReadsPerRow * gaps);
    expect(await cluster.run('SELECT key FROM conversation_gap', database)).toEqual([]);
  });

  it('of idempotency keys that expired, but for those that are at work', async () => {
    const keys = 6_000;
    await cluster.run(
      `INSERT INTO idempotency_key (owner, key_hash, fingerprint, attempt, running_until, expires_at)
       SELECT 'ada', decode(md5(n::text), 'hex'), 'f', 1, CASE WHEN n % 1000 = 0 THEN 9000000000000000 ELSE 0 END, n / 500 FROM generate_series(1, ${keys}) AS n`,
      database,
    );
    await holdSnapshot();
    expect(await looks('idempotency_key', () => store.deleteExpired(0))).toBeLessThan(maxReadsPerRow * keys);
    expect(await cluster.run('SELECT count(*)::int AS keys FROM idempotency_key', database)).toEqual([{ keys: 6 }]);
  });
});
