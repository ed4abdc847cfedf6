import { Client } from 'pg';
import { putLongLog, turnOf } from '@org/engine/testing';
import { selectKnownIds } from '#src/postgres/postgres-api-keys.js';
import { selectAfter, selectPage } from '#src/postgres/postgres-conversations.js';
import { deleteShort as deleteShortConversation } from '#src/postgres/sql/conversation-deletion.js';
import { nextBatch } from '#src/postgres/sql/expiry.js';
import { deleteShort as deleteShortTurn } from '#src/postgres/sql/turn-deletion.js';
import { claimNext } from '#src/postgres/postgres-jobs.js';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

const cluster = postgresOfRun();

describe('Claiming a job', () => {
  it.each(['before', 'after'])(
    'reads no jobs of a fair-queue key that are not next, %s PostgreSQL has analyzed them',
    async (when) => {
      const database = await cluster.newDatabase();
      const url = cluster.urlOf(database);
      const store = await openPostgresStore({ url });
      const put = (n: number): Promise<boolean> =>
        store.putTurn(turnOf({ id: `t${n}`, status: 'queued' }), {
          job: { request: {}, fairQueueKey: n % 4, ...(n % 2 === 0 ? {} : { oneOf: 'conv_1' }) },
        });
      // As many as a slow machine writes before the last of them has waited too long.
      for (let first = 0; first < 2_000; first += 100)
        await Promise.all(Array.from({ length: 100 }, (_, n) => put(first + n)));
      const client = new Client({ connectionString: url });
      await client.connect();
      if (when === 'after') await client.query('ANALYZE');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${claimNext}`, [
        '',
        [],
        1_000,
        '',
        -1,
        [],
        [],
        [],
        1,
      ]);
      const steps = rows.map((row) => row['QUERY PLAN']);
      expect(steps.filter((step) => /Seq Scan on (job|turn)\b/.test(step))).toEqual([]);
      expect(steps.filter((step) => step.includes('job_ready')).length).toBeGreaterThan(0);
      expect(steps.filter((step) => /job_by_(one_of|fair_queue_key)/.test(step))).toEqual([]);
      await client.end();
      await store.close();
    },
    60_000,
  );
});

describe('Reading items of a long conversation stored after those of many others', () => {
  it('reads no item of another conversation, whatever the statistics of PostgreSQL', async () => {
    const url = cluster.urlOf(await cluster.newDatabase());
    const store = await openPostgresStore({ url });
    const items = (id: string, length: number): readonly { id: string; value: { n: number } }[] =>
      Array.from({ length }, (_, n) => ({ id: `${id}_${n}`, value: { n } }));
    for (const [id, length] of [
      ['conv_1', 6_000],
      ['conv_2', 3_000],
    ] as const)
      await store.createConversation({ id, owner: 'ada', createdAt: 0, metadata: {} }, items(id, length));
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('ANALYZE');
    const [{ key }] = (await client.query<{ key: string }>("SELECT key FROM conversation WHERE id = 'conv_2'"))
      .rows as [{ key: string }];
    const values = {
      asc: [selectPage.asc, [key, 0, 101, 100_000, 100, 'ada', 100_000]],
      desc: [selectPage.desc, [key, 99_999, 101, 100_000, 100, 'ada', 100_000]],
      after: [selectAfter, ['ada', 'conv_2', 0, 250, 100_000, 100_000]],
    } as const;
    for (const [name, [sql, parameters]] of Object.entries(values)) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters]);
      const steps = rows.map((row) => row['QUERY PLAN']);
      const inOrder = steps.filter((step) => /Index Scan( Backward)? using conversation_item_in_order/.test(step));
      const across = steps.filter((step) => /Filter:.*conversation_key = |Seq Scan on conversation_item/.test(step));
      expect({ name, inOrder: inOrder.length, across }).toEqual({ name, inOrder: 1, across: [] });
    }
    await client.end();
    await store.close();
  }, 60_000);
});

describe('Deleting what little hangs on', () => {
  it('reads no dependent turns, also where one owner has most of the rows', async () => {
    const url = cluster.urlOf(await cluster.newDatabase());
    const store = await openPostgresStore({ url });
    await putLongLog(store, turnOf({ id: 'long' }), 10_000);
    for (const id of ['t1', 't2']) await store.putTurn(turnOf({ id, expiresAt: 5 }));
    const items = Array.from({ length: 6_000 }, (_, n) => ({ id: `i${n}`, value: { n } }));
    await store.createConversation({ id: 'long', owner: 'ada', createdAt: 0, metadata: {} }, items);
    for (const { id } of items.slice(0, 3_000)) await store.deleteConversationItem('ada', 'long', id);
    for (const id of ['conv_1', 'conv_2'])
      await store.createConversation({ id, owner: 'ada', createdAt: 0, metadata: {} }, []);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('ANALYZE');
    const values = [
      [deleteShortTurn, ['ada', 't1', 'channel', 'topic']],
      [nextBatch, [9, 1_000_000, 200]],
      [deleteShortConversation, ['ada', 'conv_1', 'channel', 'topic']],
    ] as const;
    for (const [sql, parameters] of values) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, [...parameters]);
      const steps = rows.map((row) => row['QUERY PLAN']);
      expect(steps.filter((step) => /Seq Scan on (turn_event|conversation_item|conversation_gap)/.test(step))).toEqual(
        [],
      );
      expect(
        steps.filter((step) => /(turn_event|conversation_item|conversation_gap)_(pkey|in_order)/.test(step)).length,
      ).toBeGreaterThan(0);
    }
    await client.end();
    await store.close();
  }, 60_000);
});

describe('Asking which ids have a key', () => {
  it('reads no other key', async () => {
    const url = cluster.urlOf(await cluster.newDatabase());
    const store = await openPostgresStore({ url });
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(
      "INSERT INTO api_key (hash, id, owner, name, created_at) SELECT n::text, 'key_' || n, 'ada', 'k', n FROM generate_series(1, 2000) AS n",
    );
    await client.query('ANALYZE api_key');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${selectKnownIds}`, [['key_1']]);
    const steps = rows.map((row) => row['QUERY PLAN']);
    expect(steps[0]).toMatch(/^Index (Only )?Scan using api_key_by_id/);
    await client.end();
    await store.close();
  }, 60_000);
});
