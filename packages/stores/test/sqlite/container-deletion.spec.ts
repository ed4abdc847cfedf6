import { DatabaseSync } from 'node:sqlite';
import { containerOf, putFile } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

const garble = 'UPDATE container SET description = zeroblob(60)';
const file = { bytes: 3, createdAt: 7, source: 'assistant' } as const;

describe('A container in SQLite that cannot be decrypted', () => {
  it('is deleted by a sweep, with the files that it owns, those added later, too', async () => {
    const folder = newFolder();
    const store = await openSqliteStore({ path: folder.path });
    for (const id of ['cfile_1', 'cfile_2', 'file_3']) await putFile(store, { id }, Buffer.from('abc'));
    const files = [
      { ...file, fileId: 'cfile_1', path: 'a', isOwned: true },
      { ...file, fileId: 'file_3', path: 'c', isOwned: false },
    ];
    await store.createContainer(containerOf({ files }), { containers: 3 });
    const more = [...files, { ...file, fileId: 'cfile_2', path: 'b', isOwned: true }];
    await store.updateContainer(containerOf({ files: more }), 0);
    const database = new DatabaseSync(folder.path);
    database.exec(garble);
    database.close();
    await expect(store.getContainer('ada', 'cntr_1')).rejects.toBeInstanceOf(Error);
    await store.deleteExpiredContainers(Number.MAX_SAFE_INTEGER);
    expect(await store.getContainer('ada', 'cntr_1')).toBeUndefined();
    expect(await store.getFile('ada', 'cfile_1')).toBeUndefined();
    expect(await store.getFile('ada', 'cfile_2')).toBeUndefined();
    expect(await store.getFile('ada', 'file_3')).toBeDefined();
    await store.close();
    folder.remove();
  });
});
