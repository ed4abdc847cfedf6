import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Store } from '@org/engine';
import { turnOf } from '@org/engine/testing';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { PostgresCluster } from '#src/testing/postgres-cluster.js';

let cluster: PostgresCluster;
let store: Store;
/** Locks the rows that the writes of owners need. */
let locker: Client;

beforeAll(async () => {
  cluster = await PostgresCluster.start({ fsync: false });
}, 30_000);

afterAll(() => cluster.dispose());

beforeEach(async () => {
  const url = cluster.urlOf(await cluster.newDatabase());
  store = await openPostgresStore({ url, connections: 6, connectTimeout: 1_500 });
  locker = new Client({ connectionString: url });
  await locker.connect();
});

afterEach(async () => {
  await locker.query('ROLLBACK');
  await locker.end();
  await store.close();
});

/** Starts `count` writes of each owner, which wait for the lock of the owner's row until {@link locker} commits. */
async function startBlocked(
  owners: readonly string[],
  count: number,
): Promise<() => Promise<PromiseSettledResult<boolean>[]>> {
  for (const owner of owners) await store.putTurn(turnOf({ owner, id: 'first' }));
  await locker.query('BEGIN');
  await locker.query('SELECT 1 FROM stored_bytes WHERE owner = ANY($1) FOR UPDATE', [owners]);
  const writes = owners.flatMap((owner) =>
    Array.from({ length: count }, (_, n) => store.putTurn(turnOf({ owner, id: `blocked-${n}` }))),
  );
  const settled = Promise.allSettled(writes);
  await sleep(100);
  return async () => {
    await locker.query('COMMIT');
    return settled;
  };
}

describe('One owner whose writes wait for a lock', () => {
  it('does not delay reads and writes of another owner, nor readiness, nor the look-up of keys', async () => {
    const unblock = await startBlocked(['ada'], 40);
    const startedAt = performance.now();
    await store.ping();
    expect(await store.findApiKey('unknown')).toBeUndefined();
    await Promise.all(Array.from({ length: 20 }, (_, n) => store.putTurn(turnOf({ owner: 'eve', id: `t${n}` }))));
    expect(await store.getTurn('eve', 't19')).toBeDefined();
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect((await unblock()).every(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('gets `overloaded` for those that wait too long for a connection', async () => {
    const unblock = await startBlocked(['ada'], 10);
    await sleep(1_600);
    const failures = (await unblock()).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    // Three connections are half of six.
    expect(failures).toHaveLength(7);
    for (const failure of failures) expect(failure).toMatchObject({ code: 'overloaded', retryAfter: 1 });
  });

  it('leaves a connection to the service when the other connections wait for owners', async () => {
    const unblock = await startBlocked(['ada', 'eve'], 10);
    expect(await store.findApiKey('unknown')).toBeUndefined();
    await store.ping();
    await unblock();
  });
});
