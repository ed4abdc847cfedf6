import type { Store } from '@org/engine';
import { eventually, pause, turnOf } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

describe('Two processes with one database', () => {
  let folder: ReturnType<typeof newFolder>;
  let store: Store;
  let other: Store;
  let wakes: number;
  beforeEach(async () => {
    folder = newFolder();
    [store, other] = [await openSqliteStore({ path: folder.path }), await openSqliteStore({ path: folder.path })];
    wakes = 0;
    await store.watchTurn('ada', 't1', () => (wakes += 1));
  });
  afterEach(async () => {
    await Promise.all([store.close(), other.close()]);
    folder.remove();
  });

  /** Writes data without a waiting reader, every few milliseconds. */
  async function write(ms: number): Promise<void> {
    for (const end = performance.now() + ms; performance.now() < end; await pause(5))
      await store.putTurn(turnOf({ id: `own-${performance.now()}` }));
  }

  it('take what they write themselves for no news from outside', async () => {
    await write(500);
    const atFirst = wakes;
    await write(1_000);
    expect(wakes).toBe(atFirst);
  });

  it("receive each other's writes, whether they write at the same time or not", async () => {
    for (const own of [() => write(800), () => pause(800)]) {
      await own();
      const before = wakes;
      const going = own();
      await pause(50);
      await other.putTurn(turnOf({ id: `other-${before}` }));
      await going;
      // The notification has arrived by now, unless the machine is busy.
      await eventually(() => wakes > before);
      expect(wakes).toBe(before + 1);
    }
  });
});
