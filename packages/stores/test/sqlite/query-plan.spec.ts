import { DatabaseSync } from 'node:sqlite';
import { turnOf } from '@org/engine/testing';
import { selectPage } from '#src/sqlite/conversation-reads.js';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { jobBefore, nextJob } from '#src/sqlite/writer/job-writes.js';
import { selectKnownIds } from '#src/sqlite/sqlite-api-keys.js';
import { countJobs } from '#src/sqlite/sqlite-jobs.js';
import { selectLinks } from '#src/sqlite/turn-reads.js';
import { newFolder } from './sqlite-location.js';

describe('Reading a chain', () => {
  it('reads no turn outside of it, whatever the statistics of SQLite', async () => {
    const folder = newFolder();
    const store = await openSqliteStore({ path: folder.path });
    await Promise.all(
      Array.from({ length: 2_000 }, (_, n) =>
        store.putTurn(turnOf({ id: `t${n}`, ...(n % 10 === 0 ? {} : { previousId: `t${n - 1}` }) })),
      ),
    );
    await store.close(); // Counts what is in the tables.

    const database = new DatabaseSync(folder.path);
    expect(
      database.prepare("SELECT count(*) AS counted FROM sqlite_stat1 WHERE tbl = 'turn'").get()?.['counted'],
    ).toBeGreaterThan(0);
    const steps = database
      .prepare(`EXPLAIN QUERY PLAN ${selectLinks}`)
      .all('ada', 't9', 0, 100, 1_000, 1_000)
      .map(({ detail }) => String(detail));
    expect(steps.filter((step) => step.startsWith('SEARCH turn '))).toHaveLength(3);
    expect(steps.filter((step) => step.startsWith('SCAN') && step !== 'SCAN chain' && step !== 'SCAN later')).toEqual(
      [],
    );
    database.close();
    folder.remove();
  });
});

describe('Claiming a job', () => {
  it('reads no jobs of a fair-queue key that are not next, whatever the statistics of SQLite', async () => {
    const folder = newFolder();
    const store = await openSqliteStore({ path: folder.path });
    await Promise.all(
      Array.from({ length: 2_000 }, (_, n) =>
        store.putTurn(turnOf({ id: `t${n}`, status: 'queued' }), {
          job: { request: {}, fairQueueKey: n % 4, ...(n % 2 === 0 ? {} : { oneOf: 'conv_1' }) },
        }),
      ),
    );
    await store.close(); // Counts what is in the tables.

    const database = new DatabaseSync(folder.path);
    expect(
      database.prepare("SELECT count(*) AS counted FROM sqlite_stat1 WHERE tbl = 'job'").get()?.['counted'],
    ).toBeGreaterThan(0);
    const steps = database
      .prepare(`EXPLAIN QUERY PLAN ${nextJob}`)
      .all('', 1, '[]', '', -1)
      .map(({ detail }) => String(detail));
    expect(steps.filter((step) => /^SCAN (job|turn)\b/.test(step))).toEqual([]);
    expect(
      steps.filter(
        (step) => step.startsWith('SEARCH job USING') && step.endsWith('(queue=? AND owner=? AND fair_queue_key=?)'),
      ),
    ).toHaveLength(2);
    expect(steps.filter((step) => step.startsWith('SEARCH job USING INDEX job_ready'))).toHaveLength(5);
    expect(steps).toContain('SEARCH other USING INDEX job_held (queue=? AND owner=?)');
    expect(database.prepare('SELECT count(*) AS jobs FROM job WHERE waits_for IS NULL').get()).toEqual({ jobs: 1_001 });
    // One sort of the fair-queue keys, and one of the next jobs in them.
    expect(steps.filter((step) => step.startsWith('USE TEMP B-TREE'))).toHaveLength(2);
    database.close();
    folder.remove();
  });

  it('finds the predecessor of a new job and the queue length without reading any request', async () => {
    const folder = newFolder();
    const store = await openSqliteStore({ path: folder.path });
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        store.putTurn(turnOf({ id: `t${n}`, status: 'queued' }), { job: { request: {} } }),
      ),
    );
    await store.close(); // Counts what is in the tables.
    const database = new DatabaseSync(folder.path);
    const stepsOf = (sql: string, ...values: readonly (string | number)[]): readonly string[] =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...values)
        .map(({ detail }) => String(detail));
    expect(stepsOf(jobBefore, '', 'ada', 'conv_1')).toEqual([
      'SEARCH job USING COVERING INDEX job_by_one_of (queue=? AND owner=? AND one_of=?)',
    ]);
    expect(stepsOf(countJobs, 1).filter((step) => /\bjob\b/.test(step) && !step.includes(' USING '))).toEqual([]);
    database.close();
    folder.remove();
  });
});

describe('Reading a page of a conversation', () => {
  it.each(['before', 'after'])('reads no item outside of the page, %s SQLite has analyzed them', async (when) => {
    const folder = newFolder();
    const store = await openSqliteStore({ path: folder.path });
    for (const id of ['conv_1', 'conv_2']) {
      const items = Array.from({ length: 1_000 }, (_, n) => ({ id: `${id}_${n}`, value: { n } }));
      await store.createConversation({ id, owner: 'ada', createdAt: 0, metadata: {} }, items);
    }
    if (when === 'after') await store.close(); // Counts what is in the tables.

    const database = new DatabaseSync(folder.path);
    for (const [order, beyond] of [
      ['asc', '>'],
      ['desc', '<'],
    ] as const) {
      const steps = database
        .prepare(`EXPLAIN QUERY PLAN ${selectPage[order]}`)
        .all(1, 0, 21, 1_000, 20, 1_000)
        .map(({ detail }) => String(detail));
      expect(steps).toContain(
        `SEARCH conversation_item USING INDEX conversation_item_in_order (conversation_key=? AND rowid${beyond}?)`,
      );
      expect(steps.filter((step) => step.startsWith('SCAN conversation_item'))).toEqual([]);
    }
    database.close();
    await store.close();
    folder.remove();
  });
});

describe('Asking which ids have a key', () => {
  it('reads no other key, whatever the statistics of SQLite', async () => {
    const folder = newFolder();
    const store = await openSqliteStore({ path: folder.path });
    await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        store.putApiKey({ id: `key_${n}`, owner: 'ada', name: 'k', hash: String(n), createdAt: n }),
      ),
    );
    await store.close(); // Counts what is in the tables.
    const database = new DatabaseSync(folder.path);
    const steps = database
      .prepare(`EXPLAIN QUERY PLAN ${selectKnownIds}`)
      .all('["key_1"]')
      .map(({ detail }) => String(detail));
    expect(steps.filter((step) => step.includes('api_key'))).toEqual([
      expect.stringMatching(/^SEARCH api_key .*USING COVERING INDEX api_key_by_id \(id=\?\)$/),
    ]);
    database.close();
    folder.remove();
  });
});
