import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

describe('What SQLite knows of a deleted item of a conversation', () => {
  it('stays at its position without its content, for a day', async () => {
    const folder = newFolder();
    const store = await openSqliteStore({ path: folder.path });
    await store.createConversation({ id: 'conv_1', owner: 'ada', createdAt: 1, metadata: {} }, [
      { id: 'secret-id', value: { text: 'canary' } },
      { id: 'other', value: {} },
    ]);
    await store.deleteConversationItem('ada', 'conv_1', 'secret-id');
    await store.deleteExpired(0);
    const database = new DatabaseSync(folder.path);
    const [gap, ...others] = database.prepare('SELECT * FROM conversation_gap').all();
    expect(others).toEqual([]);
    expect(Object.keys(gap ?? {})).toEqual(['conversation_key', 'item_id', 'key', 'expires_at']);
    expect(gap?.['item_id']).not.toContain('secret');
    expect(Number(gap?.['expires_at']) - Date.now()).toBeGreaterThan(23 * 3_600_000);

    database.exec('UPDATE conversation_gap SET expires_at = 1');
    await store.deleteExpired(0);
    expect(database.prepare('SELECT count(*) AS gaps FROM conversation_gap').get()?.['gaps']).toBe(0);
    await expect(
      store.listConversationItems('ada', 'conv_1', { order: 'asc', limit: 9, after: 'secret-id' }),
    ).rejects.toMatchObject({ param: 'after' });
    database.close();
    await store.close();
    folder.remove();
  });
});
