import { DatabaseSync } from 'node:sqlite';
import { longLease, newVectorStoreFile, putVectorStore } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

it('a file whose content is damaged does not keep workers from the next one', async () => {
  const { path, remove } = newFolder();
  const store = await openSqliteStore({ path });
  await putVectorStore(store, 'vs_1');
  await store.attachFiles('ada', 'vs_1', [newVectorStoreFile('file_1'), newVectorStoreFile('file_2')]);
  const database = new DatabaseSync(path);
  database.exec("UPDATE vector_store_file SET description = zeroblob(length(description)) WHERE file_id = 'file_1'");
  database.close();
  await expect(store.claimIngestion(longLease)).rejects.toMatchObject({ code: 'internal' });
  expect(await store.claimIngestion(longLease)).toMatchObject({ fileId: 'file_2', attempt: 1 });
  expect(await store.claimIngestion(longLease)).toBeUndefined();
  await store.close();
  remove();
});
