import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { runNow } from '@org/engine/storage';
import { turnOf } from '@org/engine/testing';
import { KeyRing } from '#src/shared/key-ring.js';
import { ReadQueue } from '#src/sqlite/reader/read-queue.js';
import { DatabaseFile } from '#src/sqlite/database/file-location.js';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { decryptStored } from '#src/sqlite/stored-content.js';
import { newFolder } from './sqlite-location.js';

const long = turnOf({ id: 'long', payload: { text: 'Grüße '.repeat(200_000) } });
const keys = [{ id: 'k1', secret: Buffer.alloc(32, 1) }];

describe('A long content of SQLite', () => {
  let folder: ReturnType<typeof newFolder>;
  beforeEach(() => {
    folder = newFolder();
  });
  afterEach(() => folder.remove());

  it('is read by a thread of its own, which starts again after a crash and ends with the store', () => {
    const program = new URL('./reader-ends.js', import.meta.url);
    const output = execFileSync(process.execPath, [fileURLToPath(program), folder.path], { timeout: 60_000 });
    const ended = 'The reader thread of the store ended unexpectedly.';
    const closed = 'The store is closed.';
    expect(JSON.parse(output.toString())).toEqual({
      threadsOfShort: 1, // The writer.
      threadsOfLong: 2,
      long: 'long',
      short: 'short',
      crashed: ended,
      next: ['long', 'long'],
      threads: 3,
      reading: 'long',
      waiting: [closed, closed],
      closed,
    });
  });

  it('arrives decrypted, and its key stays in the thread', async () => {
    const store = await openSqliteStore({ path: folder.path, keys });
    await store.putTurn(long);
    const queue = new ReadQueue({ path: folder.path, keys, file: new DatabaseFile(folder.path).identity });
    const { value } = await queue.read('readTurn', 'ada', 'long', Date.now(), 10_000_000);
    await queue.close();
    expect(value?.content.envelope).toBe('decrypted');
    if (value === undefined) throw new Error('The turn is missing.');
    expect(runNow(decryptStored(new KeyRing([]), value.content)).toString()).toContain('Grüße Grüße');
    expect(await store.getTurn('ada', 'long')).toEqual(long);
    await store.close();
  });

  it('is reported as damaged when its bytes are, and fails no other read', async () => {
    const store = await openSqliteStore({ path: folder.path, keys });
    await store.putTurn(long);
    await store.putTurn({ ...long, id: 'intact' });
    const database = new DatabaseSync(folder.path);
    const zeroed = `UPDATE turn SET content = zeroblob(length(content)) WHERE id = 'long'`;
    expect(database.prepare(zeroed).run().changes).toBe(1);
    database.close();
    await expect(store.getTurn('ada', 'long')).rejects.toMatchObject({ message: 'Stored content is damaged.' });
    expect((await store.getTurn('ada', 'intact'))?.id).toBe('intact');
    await store.close();
  });

  it('is not read from another file that is at the path by then', async () => {
    const store = await openSqliteStore({ path: folder.path });
    await store.putTurn(long);
    for (const suffix of ['', '-wal', '-shm']) renameSync(folder.path + suffix, `${folder.path}.moved${suffix}`);
    const other = await openSqliteStore({ path: folder.path });
    await other.putTurn(long);
    await expect(store.getTurn('ada', 'long')).rejects.toMatchObject({ code: 'internal' });
    await other.close();
    store.abandon();
  });

  it('is read in turns with those of other owners', async () => {
    const store = await openSqliteStore({ path: folder.path });
    const owners = ['ada', 'ada', 'ada', 'bob'];
    for (const owner of ['ada', 'bob']) await store.putTurn({ ...long, owner });
    const queue = new ReadQueue({ path: folder.path, keys: [], file: new DatabaseFile(folder.path).identity });
    const order: string[] = [];
    const read = async (owner: string): Promise<void> => {
      const { value } = await queue.read('readTurn', owner, 'long', Date.now(), 10_000_000);
      order.push(String(value?.header.owner));
    };
    await Promise.all(owners.map(read));
    expect(order).toEqual(['ada', 'ada', 'bob', 'ada']);
    await queue.close();
    await store.close();
  });
});
