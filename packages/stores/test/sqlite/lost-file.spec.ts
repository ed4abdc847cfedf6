// What an operator does to the file while the store is open: it stays open, and later writes to it would be lost.
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@org/engine';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';

let folder: string;
let path: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lost-file-test-'));
  path = join(folder, 'data', 'service.db');
  store = await openSqliteStore({ path });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const lost = {
  code: 'internal',
  message: 'The database file no longer exists at its path: nothing was stored.',
  retryable: false,
};

it('responds as long as its file is at its path', async () => {
  await expect(store.ping()).resolves.toBeUndefined();
});

it('fails once its folder no longer exists', async () => {
  // A file that was never read could not be opened any more.
  await store.ping();
  rmSync(join(folder, 'data'), { recursive: true });
  await expect(store.ping()).rejects.toMatchObject(lost);
});

it('rejects writes, which would be lost at the next start, and accepts them again once its file is back', async () => {
  const write = (id: string) => store.putApiKey({ id, hash: id, owner: 'ada', name: id, createdAt: 0 });
  renameSync(path, join(folder, 'own.db'));
  await expect(write('lost')).rejects.toMatchObject(lost);
  renameSync(join(folder, 'own.db'), path);
  await expect(write('kept')).resolves.not.toThrow();
});

it('fails once another file is at its path, such as a backup, and responds when its own is back', async () => {
  copyFileSync(path, join(folder, 'backup.db'));
  renameSync(path, join(folder, 'own.db'));
  renameSync(join(folder, 'backup.db'), path);
  await expect(store.ping()).rejects.toMatchObject(lost);
  renameSync(join(folder, 'own.db'), path);
  await expect(store.ping()).resolves.toBeUndefined();
});
