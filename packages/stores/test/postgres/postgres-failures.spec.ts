import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { followTurnEvents, type Store, type TurnEvent } from '@org/engine';
import { turnOf } from '@org/engine/testing';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { PostgresCluster } from '#src/testing/postgres-cluster.js';
import { SocketProxy } from './socket-proxy.js';

let cluster: PostgresCluster;

beforeAll(async () => {
  cluster = await PostgresCluster.start({ fsync: true });
}, 30_000);

afterAll(() => cluster.dispose());

/** Waits until the store responds again; the limit is for a store that never does. */
async function recovered(store: Store): Promise<void> {
  for (
    const end = performance.now() + 20_000;
    !(await store.ping().then(
      () => true,
      () => false,
    ));
    await sleep(20)
  ) {
    if (performance.now() > end) throw new Error('the store has not recovered');
  }
}

describe('PostgreSQL that is stopped at once and started again', () => {
  it('loses no turn that was reported as written, in five rounds, and continues without a restart', async () => {
    const store = await openPostgresStore({ url: cluster.urlOf(await cluster.newDatabase()) });
    const acknowledged: string[] = [];
    const failures: unknown[] = [];
    const stop = new AbortController();
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let n = 0; !stop.signal.aborted; n++) {
        const id = `${writer}-${n}`;
        try {
          await store.putTurn(turnOf({ id, payload: { id } }));
          acknowledged.push(id);
        } catch (error) {
          failures.push(error);
          await sleep(20);
        }
      }
    });
    for (let round = 0; round < 5; round++) {
      await sleep(100 + Math.random() * 200);
      await cluster.stopServer('SIGQUIT');
      await cluster.startServer();
      await recovered(store);
    }
    stop.abort();
    await Promise.all(writers);
    for (const id of acknowledged) expect((await store.getTurn('ada', id))?.payload).toEqual({ id });
    expect(acknowledged.length).toBeGreaterThan(100);
    expect(failures.length).toBeGreaterThan(0);
    for (const failure of failures)
      expect(failure).toMatchObject({ name: 'EngineError', code: 'overloaded', retryAfter: 1 });
    await store.close();
  }, 120_000);
});

describe('A store whose connection to PostgreSQL fails', () => {
  let proxy: SocketProxy;
  let store: Store;
  let database: string;

  beforeEach(async () => {
    database = await cluster.newDatabase();
    proxy = await SocketProxy.start(cluster.socketOf(6000), cluster.socketOf());
    store = await openPostgresStore({
      url: cluster.urlOf(database, 6000),
      connections: 3,
      statementTimeout: 300,
      connectTimeout: 500,
    });
  });

  afterEach(async () => {
    await store.close();
    await proxy.close();
  });

  it('reports aborted connections as retryable, and recovers', async () => {
    await store.putTurn(turnOf({ id: 'a' }));
    const running = Promise.allSettled(Array.from({ length: 50 }, (_, n) => store.putTurn(turnOf({ id: `t${n}` }))));
    await sleep(5);
    proxy.disconnect();
    for (const failure of (await running).flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))) {
      expect(failure).toMatchObject({ name: 'EngineError', code: 'overloaded' });
    }
    await recovered(store);
    expect(await store.getTurn('ada', 'a')).toBeDefined();
  });

  it.each([
    ['one statement', 'INSERT INTO turn', {}],
    ['a transaction', 'COMMIT', { job: { request: {} } }],
  ])(
    'takes a turn as written that was written by %s, though the acknowledgement got lost',
    async (_, marker, addition) => {
      await store.ping();
      const status = 'job' in addition ? 'queued' : 'completed';
      proxy.disconnectAfter(marker);
      expect(await store.putTurn(turnOf({ id: 'a', status }), addition)).toBe(true);
      expect(await store.getTurn('ada', 'a')).toEqual(turnOf({ id: 'a', status }));
    },
  );

  it('does not count a turn that another process wrote as its own write', async () => {
    const direct = await openPostgresStore({ url: cluster.urlOf(database) });
    await store.putTurn(turnOf({ id: 'a', status: 'in_progress' }));
    await direct.putTurn(turnOf({ id: 'a', payload: { by: 'another' } }));
    proxy.disconnectAfter('INSERT INTO turn');
    await expect(store.putTurn(turnOf({ id: 'a' }))).rejects.toMatchObject({ code: 'overloaded' });
    expect(await store.getTurn('ada', 'a')).toMatchObject({ payload: { by: 'another' } });
    await direct.close();
  });

  it('gives up a silent database in bounded time, also for those waiting for a connection, and recovers', async () => {
    await store.ping();
    proxy.goSilent();
    // Sequential reads would take minutes.
    const results = await Promise.allSettled(Array.from({ length: 600 }, (_, n) => store.getTurn('ada', `t${n}`)));
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'EngineError', code: 'overloaded' } });
    proxy.recover();
    await recovered(store);
  });

  it('rejects operations when too many wait, and accepts more when they have ended', async () => {
    proxy.goSilent();
    const results = await Promise.allSettled(Array.from({ length: 2_050 }, () => store.ping()));
    const refused = results.filter(
      (result) => result.status === 'rejected' && String(result.reason).includes('Too many requests wait'),
    );
    expect(refused).toHaveLength(50);
    proxy.recover();
    await recovered(store);
  });

  it('lets the server end a statement that takes too long, and retains the connection', async () => {
    await store.putTurn(turnOf({ id: 'a', status: 'in_progress' }));
    const holder = new Client({ connectionString: cluster.urlOf(database) });
    await holder.connect();
    await holder.query('BEGIN; SELECT * FROM turn FOR UPDATE');
    await expect(store.putTurn(turnOf({ id: 'a' }))).rejects.toMatchObject({
      code: 'overloaded',
      message: 'The database took too long.',
    });
    await holder.query('ROLLBACK');
    await holder.end();
    expect(await store.putTurn(turnOf({ id: 'a' }))).toBe(true);
  });

  it('gives up in bounded time to listen at a database that fell silent', async () => {
    proxy.goSilentAt('LISTEN');
    await expect(store.watchTurn('ada', 'a', () => undefined)).rejects.toMatchObject({
      code: 'overloaded',
      retryAfter: 1,
    });
    proxy.recover();
    (await store.watchTurn('ada', 'a', () => undefined))();
  });

  it('soon detects lost notifications without an error, and wakes all waiting readers', async () => {
    const direct = await openPostgresStore({ url: cluster.urlOf(database) });
    const probing = await openPostgresStore({
      url: cluster.urlOf(database, 6000),
      statementTimeout: 2_000,
      probeInterval: 200,
    });
    const news = { count: 0 };
    const upTo = async (count: number): Promise<number> => {
      for (const end = performance.now() + 20_000; news.count < count && performance.now() < end;) await sleep(20);
      return news.count;
    };
    await probing.watchTurn('ada', 'a', () => void (news.count += 1));
    await sleep(500);
    expect(news.count).toBe(0);
    proxy.loseConnections();
    await direct.putTurn(turnOf({ id: 'a', status: 'in_progress' }));
    expect(await upTo(1)).toBe(1);
    await direct.putTurn(turnOf({ id: 'a' }));
    expect(await upTo(2)).toBe(2);
    await Promise.all([direct.close(), probing.close()]);
  }, 60_000);

  it('closes in bounded time without a response from the server', async () => {
    const other = await openPostgresStore({ url: cluster.urlOf(database, 6000) });
    await other.watchTurn('ada', 'a', () => undefined);
    await other.ping();
    proxy.goSilent();
    await expect(other.close()).resolves.toBeUndefined();
    proxy.recover();
  });

  it('rejects all waiting operations at once when it is given up, in any connection state, and closes', async () => {
    const other = await openPostgresStore({ url: cluster.urlOf(database, 6000), connections: 1 });
    await other.ping();
    proxy.goSilent();
    const waiting = [other.putTurn(turnOf({ id: 'a' })), other.getTurn('ada', 'a')];
    const ended = Promise.allSettled(waiting);
    const listening = other.watchTurn('ada', 'a', () => undefined).catch((error: unknown) => error);
    await sleep(50);
    const began = performance.now();
    expect(other.abandon()).toBe(2);
    for (const result of await ended)
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { name: 'EngineError', code: 'internal', message: expect.stringContaining('is unknown') },
      });
    expect(await listening).toMatchObject({ name: 'EngineError' });
    await other.close();
    // A connection is waited for five seconds, a statement 17.
    expect(performance.now() - began).toBeLessThan(4_000);
    await expect(other.ping()).rejects.toMatchObject({ code: 'internal', message: 'The store is closed.' });
    proxy.recover();
  });

  it('misses no event while its notifications are disconnected', async () => {
    const event = (seq: number): TurnEvent => ({ seq, data: `{"seq":${seq}}` });
    const direct = await openPostgresStore({ url: cluster.urlOf(database) });
    await direct.putTurn(turnOf({ id: 'a', status: 'in_progress' }), { events: [event(0)] });
    const seen: number[] = [];
    const following = (async () => {
      // Reads use another connection, and a disconnected one reports it.
      for await (const { seq } of followTurnEvents(
        { ...direct, watchTurn: store.watchTurn },
        { owner: 'ada', turnId: 'a', after: -1, signal: new AbortController().signal },
      ))
        seen.push(seq);
    })();
    for (let seq = 1; seq < 20; seq++) {
      await direct.appendEvents('ada', 'a', [event(seq)]);
      if (seq % 5 === 0) {
        await sleep(50);
        proxy.disconnect();
      }
    }
    // The last notification falls into a disconnect: only the wake-up of all readers afterwards delivers it. A
    // follower would eventually poll by itself.
    await sleep(300);
    const woken = Promise.withResolvers<void>();
    await store.watchTurn('ada', 'a', woken.resolve);
    proxy.disconnect();
    await direct.putTurn(turnOf({ id: 'a' }));
    await woken.promise;
    await following;
    expect(seen).toEqual(Array.from({ length: 20 }, (_, seq) => seq));
    await direct.close();
  });
});

describe('PostgreSQL that has become a standby', () => {
  it('is rejected as a notification source and leaves no connection open after the attempts', async () => {
    const store = await openPostgresStore({ url: cluster.urlOf(await cluster.newDatabase()) });
    const signal = join(cluster.folder, 'data', 'standby.signal');
    const restart = async (): Promise<void> => {
      await cluster.stopServer('SIGINT');
      await cluster.startServer();
    };
    try {
      writeFileSync(signal, '');
      chmodSync(signal, 0o666);
      await restart();
      await recovered(store);
      for (let round = 0; round < 5; round++) {
        await expect(store.watchTurn('ada', 'a', () => undefined)).rejects.toMatchObject({
          code: 'overloaded',
          message: 'The database accepts no writes at the moment.',
        });
      }
      const listening = async (): Promise<unknown> =>
        (await cluster.run("SELECT count(*)::int AS clients FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"))[0]?.[
          'clients'
        ];
      for (let round = 0; round < 50 && (await listening()) !== 0; round++) await sleep(20);
      expect(await listening()).toBe(0);
    } finally {
      rmSync(signal, { force: true });
      await restart();
    }
    await recovered(store);
    (await store.watchTurn('ada', 'a', () => undefined))();
    await store.close();
  }, 60_000);
});
