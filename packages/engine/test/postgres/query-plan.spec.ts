import { Client } from 'pg';
import { claimNext } from '#src/stores/postgres/postgres-jobs.js';
import { openPostgresStore } from '#src/stores/postgres/postgres-store.js';
import { PostgresCluster } from '#src/testing/postgres-cluster.js';
import { turnOf } from '#src/testing/turn-fixtures.js';

describe('Claiming a job', () => {
  it.each(['before', 'after'])('looks at no jobs of a lane that are not next, %s PostgreSQL has counted them', async (when) => {
    const cluster = await PostgresCluster.start({ fsync: false });
    const url = cluster.urlOf(await cluster.newDatabase());
    const store = await openPostgresStore({ url });
    const put = (n: number): Promise<boolean> => store.putTurn(turnOf({ id: `t${n}`, status: 'queued' }), { job: { request: {}, lane: n % 4 } });
    // As many as a slow machine writes before the last of them has waited too long.
    for (let first = 0; first < 2_000; first += 100) await Promise.all(Array.from({ length: 100 }, (_, n) => put(first + n)));
    const client = new Client({ connectionString: url });
    await client.connect();
    if (when === 'after') await client.query('ANALYZE');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${claimNext}`, ['', 1, [], 1_000, '', -1, [], [], []]);
    const steps = rows.map((row) => row['QUERY PLAN']);
    expect(steps.filter((step) => /Seq Scan on (job|turn)\b/.test(step))).toEqual([]);
    expect(steps.filter((step) => step.includes('job_by_lane')).length).toBeGreaterThan(0);
    await client.end();
    await store.close();
    await cluster.dispose();
  }, 60_000);
});
