import type { Store } from '@org/engine';
import { fixedClock, putLongConversation } from '@org/engine/testing';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

const cluster = postgresOfRun();
let database: string;
let store: Store;

beforeEach(async () => {
  database = await cluster.newDatabase();
  store = await openPostgresStore({ url: cluster.urlOf(database), connections: 4, clock: fixedClock });
  // Records how many rows each statement deletes, including those deleted with their conversation.
  await cluster.run(
    `CREATE TABLE piece (transaction bigint, rows bigint);
     CREATE FUNCTION note_piece() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO piece SELECT txid_current(), count(*) FROM gone;
       RETURN NULL;
     END $$;
     CREATE TRIGGER items_noted AFTER DELETE ON conversation_item REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_piece();
     CREATE TRIGGER gaps_noted AFTER DELETE ON conversation_gap REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_piece()`,
    database,
  );
});
afterEach(() => store.close());

/** The maximum number of rows that one transaction deleted. */
async function largestBatch(): Promise<number> {
  return Number(
    (
      await cluster.run(
        'SELECT max(rows) AS rows FROM (SELECT sum(rows) AS rows FROM piece GROUP BY transaction) AS one',
        database,
      )
    )[0]?.['rows'],
  );
}

async function remainingRows(): Promise<unknown> {
  const counts = ['conversation', 'conversation_item', 'conversation_gap'].map(
    (table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`,
  );
  return Object.values((await cluster.run(`SELECT ${counts.join(', ')}`, database))[0] ?? {});
}

describe('The deletion of a conversation in PostgreSQL', () => {
  it('deletes in batches when there are many items', async () => {
    await putLongConversation(store, 5_500);
    expect(await store.deleteConversation('ada', 'c1')).toBe(true);
    expect(await largestBatch()).toBe(250);
    expect(await remainingRows()).toEqual([0, 0, 0]);
  });

  it('deletes in batches when the items are long', async () => {
    await putLongConversation(store, 40, 'x'.repeat(500_000));
    await store.deleteConversation('ada', 'c1');
    expect(await largestBatch()).toBe(2);
    expect(await remainingRows()).toEqual([0, 0, 0]);
  });

  it('deletes in batches when only gaps of the items remain', async () => {
    await putLongConversation(store, 2_500);
    for (let n = 0; n < 2_500; n += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, more) => store.deleteConversationItem('ada', 'c1', `i${n + more}`)),
      );
    expect(await remainingRows()).toEqual([1, 0, 2_500]);
    expect(await store.deleteConversation('ada', 'c1')).toBe(true);
    expect(await largestBatch()).toBe(250);
    expect(await remainingRows()).toEqual([0, 0, 0]);
  });

  it('finishes an aborted deletion in the next sweep, and counts the remainder as no content', async () => {
    await putLongConversation(store, 3_500);
    await cluster.run(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
       CREATE TRIGGER refused BEFORE DELETE ON conversation_item FOR EACH STATEMENT EXECUTE FUNCTION refuse()`,
      database,
    );
    await expect(store.deleteConversation('ada', 'c1')).rejects.toMatchObject({ name: 'EngineError' });
    expect(await store.getConversation('ada', 'c1')).toBeUndefined();
    expect(await store.getItems('ada', ['i1', 'i3499'])).toEqual(new Map());
    expect(await remainingRows()).toEqual([1, 3_500, 0]);
    await cluster.run('DROP TRIGGER refused ON conversation_item', database);
    expect(await store.deleteExpired(0)).toBe(0);
    expect(await remainingRows()).toEqual([0, 0, 0]);
  });
});
