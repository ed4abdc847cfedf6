import { unlimitedMemory } from '@org/engine/storage';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import {
  describeStoreContract,
  describeStoreKeyContract,
  fixedClock,
  type KeyedLocation,
  newKey,
  oldKey,
  type StoreLocation,
  turnOf,
} from '@org/engine/testing';
import { defaultMaxBytesRead } from '#src/shared/require-readable.js';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

function bytesOnDisk(path: string): string {
  return readdirSync(dirname(path))
    .map((file) => readFileSync(join(dirname(path), file), 'latin1'))
    .join('');
}

async function makeKeyedLocation(): Promise<KeyedLocation> {
  const { path, remove } = newFolder();
  const tamper = (sql: string): void => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };
  return {
    open: (keys, clock = fixedClock) => openSqliteStore({ path, keys, clock }),
    onDisk: async () => bytesOnDisk(path),
    tamper: async (sql) => tamper(sql),
    damageKey: async (turnId) =>
      tamper(
        `UPDATE content_key SET key = substr(key, 1, 60) WHERE slot = (SELECT slot FROM turn WHERE id = '${turnId}')`,
      ),
    dispose: async () => remove(),
  };
}

/** A store location where every other store has the keys in reverse order, like replicas during a key rotation. */
async function makeChangingLocation(): Promise<StoreLocation> {
  const { path, remove } = newFolder();
  let opened = 0;
  return {
    open: (clock = fixedClock, maxBytesRead = defaultMaxBytesRead, memory = unlimitedMemory) =>
      openSqliteStore({
        path,
        clock,
        maxBytesRead,
        memory,
        keys: opened++ % 2 === 0 ? [oldKey, newKey] : [newKey, oldKey],
      }),
    dispose: async () => remove(),
  };
}

describeStoreKeyContract('SQLite', makeKeyedLocation);
describeStoreContract('SQLite with keys of the operator', makeChangingLocation);

describe('SQLite under a key of the operator', () => {
  it('stores no content key unencrypted in any file, even one that was there before', async () => {
    const folder = newFolder();
    const open = await openSqliteStore({ path: folder.path });
    await Promise.all(Array.from({ length: 300 }, (_, n) => open.putTurn(turnOf({ id: `t${n}` }))));
    await open.close();
    const database = new DatabaseSync(folder.path, { readOnly: true });
    const keys = database
      .prepare('SELECT key FROM content_key')
      .all()
      .map(({ key }) =>
        Buffer.from(key as Uint8Array)
          .subarray(-32)
          .toString('latin1'),
      );
    database.close();
    expect(keys.filter((key) => bytesOnDisk(folder.path).includes(key))).toHaveLength(300);

    const locked = await openSqliteStore({ path: folder.path, keys: [oldKey] });
    expect(await locked.renewStoreKeys()).toBe(300);
    const disk = bytesOnDisk(folder.path);
    expect(keys.filter((key) => disk.includes(key))).toEqual([]);
    expect((await locked.getTurn('ada', 't7'))?.id).toBe('t7');
    await locked.close();
    folder.remove();
  });
});
