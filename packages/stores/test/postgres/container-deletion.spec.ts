import { containerOf, putFile } from '@org/engine/testing';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

const cluster = postgresOfRun();
const garble = "UPDATE container SET description = decode(repeat('00', 60), 'hex')";
const file = { bytes: 3, createdAt: 7, source: 'assistant' } as const;

describe('A container in PostgreSQL that cannot be decrypted', () => {
  it('is deleted by a sweep, with the files that it owns, those added later, too', async () => {
    const database = await cluster.newDatabase();
    const store = await openPostgresStore({ url: cluster.urlOf(database) });
    for (const id of ['cfile_1', 'cfile_2', 'file_3']) await putFile(store, { id }, Buffer.from('abc'));
    const files = [
      { ...file, fileId: 'cfile_1', path: 'a', isOwned: true },
      { ...file, fileId: 'file_3', path: 'c', isOwned: false },
    ];
    await store.createContainer(containerOf({ files }), { containers: 3 });
    const more = [...files, { ...file, fileId: 'cfile_2', path: 'b', isOwned: true }];
    await store.updateContainer(containerOf({ files: more }), 0);
    await cluster.run(garble, database);
    await expect(store.getContainer('ada', 'cntr_1')).rejects.toBeInstanceOf(Error);
    await store.deleteExpiredContainers(Number.MAX_SAFE_INTEGER);
    expect(await store.getContainer('ada', 'cntr_1')).toBeUndefined();
    expect(await store.getFile('ada', 'cfile_1')).toBeUndefined();
    expect(await store.getFile('ada', 'cfile_2')).toBeUndefined();
    expect(await store.getFile('ada', 'file_3')).toBeDefined();
    await store.close();
  });
});
