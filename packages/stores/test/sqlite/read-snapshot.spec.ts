import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '@org/engine';
import { runNow } from '@org/engine/storage';
import { fixedClock, turnOf } from '@org/engine/testing';
import { KeyRing } from '#src/shared/key-ring.js';
import { deleteConversation } from '#src/sqlite/writer/conversation-deletion.js';
import { createConversation } from '#src/sqlite/writer/conversation-writes.js';
import { toConversationItemRows } from '#src/sqlite/addition-rows.js';
import { openForWriting } from '#src/sqlite/database/open-database.js';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { Statements } from '#src/sqlite/database/statements.js';
import { deleteTurn } from '#src/sqlite/writer/turn-deletion.js';
import { toTurnRow } from '#src/sqlite/turn-rows.js';
import { putTurn } from '#src/sqlite/writer/turn-writes.js';
import { newFolder } from './sqlite-location.js';

const shared = { id: 'i1', side: 'output' } as const;
const hers = turnOf({ id: 't1', items: [{ ...shared, value: { of: 'ada' } }] });
const his = turnOf({ id: 't2', owner: 'bob', items: [{ ...shared, value: { of: 'bob' } }] });
const event = { seq: 0, data: '"of ada"' };
const itemOf = (owner: string) => ({ id: 'i1', value: { of: owner } });

describe('A read of several statements', () => {
  let folder: ReturnType<typeof newFolder>;
  let store: Store;
  let database: DatabaseSync;
  let other: Statements;
  beforeEach(async () => {
    folder = newFolder();
    store = await openSqliteStore({ path: folder.path, clock: fixedClock });
    database = openForWriting(folder.path);
    other = new Statements(database, new KeyRing([]));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    database.close();
    await store.close();
    folder.remove();
  });

  /** Another process writes after the first statement of the next read. */
  function betweenStatements(write: () => void): void {
    const first = Statements.prototype.first;
    let pending = true;
    jest.spyOn(Statements.prototype, 'first').mockImplementation(function (this: Statements, sql, ...values) {
      const row = first.call(this, sql, ...values);
      if (!pending || sql === 'BEGIN' || this === other) return row;
      pending = false;
      write();
      return row;
    });
  }

  const bobTakesHerRow = (): void => {
    deleteTurn(other, 'ada', 't1');
    putTurn(other, runNow(toTurnRow(his)));
  };

  it('finds no item of another owner whose turn reused the row of a deleted one', async () => {
    await store.putTurn(hers);
    betweenStatements(bobTakesHerRow);
    expect([...(await store.getItems('ada', ['i1'])).values()]).toEqual([{ of: 'ada' }]);
    expect([...(await store.getItems('ada', ['i1'])).values()]).toEqual([]);
    expect((await store.getItems('bob', ['i1'])).get('i1')).toEqual({ of: 'bob' });
  });

  it('finds an item in a turn whose items move during the read', async () => {
    const open = turnOf({ ...hers, status: 'in_progress' });
    await store.putTurn(open);
    betweenStatements(() =>
      putTurn(
        other,
        runNow(toTurnRow({ ...open, items: [{ id: 'i0', side: 'output', value: { of: 'nobody' } }, ...open.items] })),
      ),
    );
    expect([...(await store.getItems('ada', ['i1'])).values()]).toEqual([{ of: 'ada' }]);
    expect([...(await store.getItems('ada', ['i1'])).values()]).toEqual([{ of: 'ada' }]);
  });

  it('reads the events of the turn it has found', async () => {
    await store.putTurn({ ...hers, status: 'in_progress' }, { events: [event] });
    betweenStatements(bobTakesHerRow);
    expect(await store.readEvents('ada', 't1', -1, 10)).toEqual({ status: 'in_progress', events: [event] });
    expect(await store.readEvents('ada', 't1', -1, 10)).toBeUndefined();
  });

  it('lists no item of another owner whose conversation reused the row of a deleted one', async () => {
    await store.createConversation({ id: 'c1', owner: 'ada', createdAt: 1, metadata: {} }, [itemOf('ada')]);
    betweenStatements(() => {
      deleteConversation(other, 'ada', 'c1');
      const items = runNow(toConversationItemRows([itemOf('bob')]));
      createConversation(other, { id: 'c2', owner: 'bob', createdAt: 1, metadata: '{}' }, items);
    });
    const list = () => store.listConversationItems('ada', 'c1', { order: 'asc', limit: 10 });
    expect(await list()).toEqual({ entries: [itemOf('ada')], hasMore: false });
    expect(await list()).toBeUndefined();
  });
});
