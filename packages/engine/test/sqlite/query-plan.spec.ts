import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '#src/stores/sqlite/sqlite-store.js';
import { nextJob } from '#src/stores/sqlite/job-writes.js';
import { selectLinks } from '#src/stores/sqlite/turn-reads.js';
import { turnOf } from '#src/testing/turn-fixtures.js';
import { newFolder } from './sqlite-place.js';

describe('Reading a chain', () => {
  it('looks at no turn outside of it, whatever SQLite has counted', async () => {
    const place = newFolder();
    const store = await openSqliteStore({ path: place.path });
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => store.putTurn(turnOf({ id: `t${n}`, ...(n % 10 === 0 ? {} : { previousId: `t${n - 1}` }) }))));
    await store.close(); // Counts what is in the tables.

    const database = new DatabaseSync(place.path);
    expect(database.prepare("SELECT count(*) AS counted FROM sqlite_stat1 WHERE tbl = 'turn'").get()?.['counted']).toBeGreaterThan(0);
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${selectLinks}`).all('ada', 't9', 0, 100).map(({ detail }) => String(detail));
    expect(steps.filter((step) => step.startsWith('SEARCH turn '))).toHaveLength(3);
    expect(steps.filter((step) => step.startsWith('SCAN') && step !== 'SCAN chain' && step !== 'SCAN later')).toEqual([]);
    database.close();
    place.remove();
  });
});

describe('Claiming a job', () => {
  it('looks at no jobs of a lane that are not next, whatever SQLite has counted', async () => {
    const place = newFolder();
    const store = await openSqliteStore({ path: place.path });
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => store.putTurn(turnOf({ id: `t${n}`, status: 'queued' }), { job: { request: {}, lane: n % 4 } })));
    await store.close(); // Counts what is in the tables.

    const database = new DatabaseSync(place.path);
    expect(database.prepare("SELECT count(*) AS counted FROM sqlite_stat1 WHERE tbl = 'job'").get()?.['counted']).toBeGreaterThan(0);
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${nextJob}`).all('', 1, 1, '[]', '', -1).map(({ detail }) => String(detail));
    expect(steps.filter((step) => /^SCAN (job|turn)\b/.test(step))).toEqual([]);
    expect(steps.filter((step) => step.startsWith('SEARCH job USING') && step.endsWith('(queue=? AND owner=? AND lane=?)'))).toHaveLength(2);
    // Of lanes, and once more of what is next in them.
    expect(steps.filter((step) => step.startsWith('USE TEMP B-TREE'))).toHaveLength(2);
    database.close();
    place.remove();
  });
});
