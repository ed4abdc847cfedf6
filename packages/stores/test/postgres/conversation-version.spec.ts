import type { Store } from '@org/engine';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

describe('A conversation in PostgreSQL', () => {
  const cluster = postgresOfRun();
  let store: Store;
  afterEach(() => store.close());

  it('lacks, for earlier readers, an item that a replica without version support deleted', async () => {
    const database = await cluster.newDatabase();
    store = await openPostgresStore({ url: cluster.urlOf(database) });
    const items = ['a', 'b', 'c'].map((id) => ({ id, value: { id } }));
    await store.createConversation({ id: 'c1', owner: 'ada', createdAt: 1, metadata: {} }, items);
    expect(await store.readConversation('ada', 'c1')).toEqual(items);
    await cluster.run('DELETE FROM conversation_item WHERE key = (SELECT min(key) FROM conversation_item)', database);
    expect(await store.readConversation('ada', 'c1')).toEqual(items.slice(1));
  });
});
