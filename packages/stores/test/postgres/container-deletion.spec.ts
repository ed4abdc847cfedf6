import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';
import { expectDamagedContainerDeleted } from '../shared/delete-damaged-container.js';

const cluster = postgresOfRun();

describe('A container in PostgreSQL that cannot be decrypted', () => {
  it('is deleted by a sweep, with the files that it owns, those added later, too', async () => {
    const database = await cluster.newDatabase();
    const store = await openPostgresStore({ url: cluster.urlOf(database) });
    await expectDamagedContainerDeleted(store, async () => {
      await cluster.run("UPDATE container SET description = decode(repeat('00', 60), 'hex')", database);
    });
    await store.close();
    expect.hasAssertions();
  });
});
