import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Store } from '@org/engine';
import { putLongLog, turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

describe('A deletion in SQLite', () => {
  let folder: ReturnType<typeof newFolder>;
  let store: Store;
  let reader: DatabaseSync;

  beforeEach(async () => {
    folder = newFolder();
    store = await openSqliteStore({ path: folder.path });
    reader = new DatabaseSync(folder.path, { readOnly: true });
  });

  afterEach(async () => {
    reader.close();
    await store.close();
    folder.remove();
  });

  const count = (sql: string): number => Number(reader.prepare(sql).get()?.['count']);
  const events = (): number => count('SELECT count(*) AS count FROM turn_event');

  /** The numbers of events that other readers see in sequence until the work is done. */
  async function watch(work: Promise<unknown>): Promise<readonly number[]> {
    const seen = new Set<number>([events()]);
    const state = { done: false };
    void work.finally(() => (state.done = true));
    while (!state.done) {
      seen.add(events());
      await nextTick();
    }
    await work;
    return [...seen.add(events())];
  }

  const steps = (seen: readonly number[]): readonly number[] =>
    seen.slice(1).map((now, index) => (seen[index] ?? 0) - now);

  it('deletes a turn with a long log in steps, with other writes in between', async () => {
    await putLongLog(store, turnOf({ id: 't1' }), 5_500);
    const order: string[] = [];
    const deleting = store.deleteTurn('ada', 't1').then(() => order.push('deleted'));
    const writing = store.putTurn(turnOf({ id: 't2' })).then(() => order.push('written'));
    expect(Math.max(...steps(await watch(Promise.all([deleting, writing]))))).toBeLessThanOrEqual(1_000);
    expect(order).toEqual(['written', 'deleted']);
    expect(events()).toBe(0);
    expect(count('SELECT count(*) AS count FROM turn')).toBe(1);
  });

  it('of a turn with long events goes in steps, too', async () => {
    await putLongLog(store, turnOf({ id: 't1' }), 40, 500_000);
    expect(Math.max(...steps(await watch(store.deleteTurn('ada', 't1'))))).toBeLessThanOrEqual(2);
    expect(events()).toBe(0);
  });

  it('deletes expired turns in steps, whether one log is long or many are short', async () => {
    for (let n = 0; n < 30; n++) await putLongLog(store, turnOf({ id: `short${n}`, expiresAt: 5 }), 150);
    await putLongLog(store, turnOf({ id: 'long', expiresAt: 5 }), 3_500);
    const sweep = store.deleteExpired(5);
    expect(Math.max(...steps(await watch(sweep)))).toBeLessThanOrEqual(2_000);
    expect(await sweep).toBe(31);
    expect([events(), count('SELECT count(*) AS count FROM turn')]).toEqual([0, 0]);
  });

  it('that broke off is finished by the next sweep, which does not count it', async () => {
    await putLongLog(store, turnOf({ id: 't1' }), 3_500);
    const other = new DatabaseSync(folder.path);
    other.exec("CREATE TRIGGER refused BEFORE DELETE ON turn_event BEGIN SELECT RAISE(ABORT, 'not now'); END");
    await expect(store.deleteTurn('ada', 't1')).rejects.toMatchObject({ name: 'EngineError' });
    expect(await store.getTurn('ada', 't1')).toBeUndefined();
    expect(await store.readEvents('ada', 't1', -1, 1)).toBeUndefined();
    expect([...(await store.countByStoreKey())]).toEqual([]);
    expect(events()).toBe(3_500);
    other.exec('DROP TRIGGER refused');
    other.close();
    expect(await store.deleteExpired(0)).toBe(0);
    expect([events(), count('SELECT count(*) AS count FROM turn')]).toEqual([0, 0]);
  });

  it('destroys the key of a long log first, and never that of another turn', async () => {
    await putLongLog(store, turnOf({ id: 't1' }), 3_500);
    const deleting = store.deleteTurn('ada', 't1');
    for (let n = 0; n < 20; n++) await store.putTurn(turnOf({ id: `other${n}`, payload: { n } })); // The first takes the slot of the key.
    await deleting;
    for (let n = 0; n < 20; n++) expect((await store.getTurn('ada', `other${n}`))?.payload).toEqual({ n });
    expect(count("SELECT count(*) AS count FROM content_key WHERE hex(key) GLOB '*[^0]*'")).toBe(20);
    expect(count('SELECT count(*) AS count FROM item')).toBe(40);
  });
});
