import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { expectDamagedContainerDeleted } from '../shared/delete-damaged-container.js';
import { newFolder } from './sqlite-location.js';

describe('A container in SQLite that cannot be decrypted', () => {
  it('is deleted by a sweep, with the files that it owns, those added later, too', async () => {
    const folder = newFolder();
    const store = await openSqliteStore({ path: folder.path });
    await expectDamagedContainerDeleted(store, () => {
      const database = new DatabaseSync(folder.path);
      database.exec('UPDATE container SET description = zeroblob(60)');
      database.close();
    });
    await store.close();
    folder.remove();
    expect.hasAssertions();
  });
});
