import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { usualBytesRead } from '#src/stores/read-bound.js';
import { openSqliteStore } from '#src/stores/sqlite/sqlite-store.js';
import { describeStoreContract } from '#src/testing/contracts/store-contract.js';
import {
  describeStoreKeyContract,
  newKey,
  oldKey,
  type KeyedPlace,
} from '#src/testing/contracts/store-key-contract.js';
import { stillClock, type StorePlace } from '#src/testing/store-place.js';
import { turnOf } from '#src/testing/turn-fixtures.js';
import { newFolder } from './sqlite-place.js';

function bytesOnDisk(path: string): string {
  return readdirSync(dirname(path))
    .map((file) => readFileSync(join(dirname(path), file), 'latin1'))
    .join('');
}

async function makeKeyedPlace(): Promise<KeyedPlace> {
  const { path, remove } = newFolder();
  const tamper = (sql: string): void => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };
  return {
    open: (keys, clock = stillClock) => openSqliteStore({ path, keys, clock }),
    onDisk: async () => bytesOnDisk(path),
    tamper: async (sql) => tamper(sql),
    damageKey: async (turnId) =>
      tamper(
        `UPDATE content_key SET key = substr(key, 1, 60) WHERE slot = (SELECT slot FROM turn WHERE id = '${turnId}')`,
      ),
    dispose: async () => remove(),
  };
}

/** Every other store of the place has the keys the other way round: replicas while the operator changes over. */
async function makeChangingPlace(): Promise<StorePlace> {
  const { path, remove } = newFolder();
  let opened = 0;
  return {
    open: (clock = stillClock, maxBytesRead = usualBytesRead) =>
      openSqliteStore({ path, clock, maxBytesRead, keys: opened++ % 2 === 0 ? [oldKey, newKey] : [newKey, oldKey] }),
    dispose: async () => remove(),
  };
}

describeStoreKeyContract('SQLite', makeKeyedPlace);
describeStoreContract('SQLite with keys of the operator', makeChangingPlace);

describe('SQLite under a key of the operator', () => {
  it('keeps no content key openly in any file, even one that stood there before', async () => {
    const place = newFolder();
    const open = await openSqliteStore({ path: place.path });
    await Promise.all(Array.from({ length: 300 }, (_, n) => open.putTurn(turnOf({ id: `t${n}` }))));
    await open.close();
    const database = new DatabaseSync(place.path, { readOnly: true });
    const keys = database
      .prepare('SELECT key FROM content_key')
      .all()
      .map(({ key }) =>
        Buffer.from(key as Uint8Array)
          .subarray(-32)
          .toString('latin1'),
      );
    database.close();
    expect(keys.filter((key) => bytesOnDisk(place.path).includes(key))).toHaveLength(300);

    const locked = await openSqliteStore({ path: place.path, keys: [oldKey] });
    expect(await locked.renewStoreKeys()).toBe(300);
    const disk = bytesOnDisk(place.path);
    expect(keys.filter((key) => disk.includes(key))).toEqual([]);
    expect((await locked.getTurn('ada', 't7'))?.id).toBe('t7');
    await locked.close();
    place.remove();
  });
});
