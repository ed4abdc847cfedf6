import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Store } from '@org/engine';
import { putLongConversation, turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

describe('The deletion of a conversation in SQLite', () => {
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

  const count = (what: string): number =>
    Number(reader.prepare(`SELECT count(*) AS count FROM ${what}`).get()?.['count']);
  const usedKeys = "content_key WHERE hex(key) GLOB '*[^0]*'";
  const remainingRows = (): readonly number[] => [
    count('conversation'),
    count('conversation_item'),
    count('conversation_gap'),
    count(usedKeys),
  ];

  /** By how many rows of a table it shrinks at a time until the work is done. */
  async function steps(table: string, work: Promise<unknown>): Promise<readonly number[]> {
    const seen = [count(table)];
    const state = { done: false };
    void work.finally(() => (state.done = true));
    while (!state.done) {
      seen.push(count(table));
      await nextTick();
    }
    await work;
    seen.push(count(table));
    return seen.slice(1).map((now, index) => (seen[index] ?? 0) - now);
  }

  it('runs in steps when there are many items, with other writes in between', async () => {
    await putLongConversation(store, 5_500);
    const order: string[] = [];
    const deleting = store.deleteConversation('ada', 'c1').then(() => order.push('deleted'));
    const writing = store.putTurn(turnOf({ id: 't1' })).then(() => order.push('written'));
    expect(Math.max(...(await steps('conversation_item', Promise.all([deleting, writing]))))).toBeLessThanOrEqual(250);
    expect(order).toEqual(['written', 'deleted']);
    expect(remainingRows()).toEqual([0, 0, 0, 1]);
  });

  it('runs in steps when the items are long, and when only gaps remain', async () => {
    await putLongConversation(store, 40, 'x'.repeat(500_000));
    expect(Math.max(...(await steps('conversation_item', store.deleteConversation('ada', 'c1'))))).toBeLessThanOrEqual(
      2,
    );
    await putLongConversation(store, 2_500);
    await Promise.all(Array.from({ length: 2_500 }, (_, n) => store.deleteConversationItem('ada', 'c1', `i${n}`)));
    expect(count('conversation_gap')).toBe(2_500);
    expect(Math.max(...(await steps('conversation_gap', store.deleteConversation('ada', 'c1'))))).toBeLessThanOrEqual(
      250,
    );
    expect(remainingRows()).toEqual([0, 0, 0, 0]);
  });

  it('that broke off is finished by the next sweep', async () => {
    await putLongConversation(store, 3_500);
    const other = new DatabaseSync(folder.path);
    other.exec("CREATE TRIGGER refused BEFORE DELETE ON conversation_item BEGIN SELECT RAISE(ABORT, 'not now'); END");
    await expect(store.deleteConversation('ada', 'c1')).rejects.toMatchObject({ name: 'EngineError' });
    expect(await store.getConversation('ada', 'c1')).toBeUndefined();
    expect(await store.getItems('ada', ['i1', 'i3499'])).toEqual(new Map());
    expect(remainingRows()).toEqual([1, 3_500, 0, 3_500]);
    other.exec('DROP TRIGGER refused');
    other.close();
    await store.close();
    store = await openSqliteStore({ path: folder.path });
    expect(await store.deleteExpired(0)).toBe(0);
    expect(remainingRows()).toEqual([0, 0, 0, 0]);
  });

  it('never takes the key of another row that has its slot by then', async () => {
    await putLongConversation(store, 3_500);
    const deleting = store.deleteConversation('ada', 'c1');
    for (let n = 0; n < 20; n++) await store.putTurn(turnOf({ id: `other${n}`, payload: { n } }));
    await deleting;
    for (let n = 0; n < 20; n++) expect((await store.getTurn('ada', `other${n}`))?.payload).toEqual({ n });
    expect(remainingRows()).toEqual([0, 0, 0, 20]);
  });
});
