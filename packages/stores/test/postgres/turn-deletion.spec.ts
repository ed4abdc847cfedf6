import type { Store } from '@org/engine';
import { fixedClock, putLongLog, turnOf } from '@org/engine/testing';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

const cluster = postgresOfRun();
let database: string;
let store: Store;

beforeEach(async () => {
  database = await cluster.newDatabase();
  store = await openPostgresStore({ url: cluster.urlOf(database), connections: 4, clock: fixedClock });
  // Records how many events each statement deletes, including those deleted with their turn.
  await cluster.run(
    `CREATE TABLE piece (transaction bigint, events bigint);
     CREATE FUNCTION note_piece() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO piece SELECT txid_current(), count(*) FROM gone;
       RETURN NULL;
     END $$;
     CREATE TRIGGER piece_noted AFTER DELETE ON turn_event REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION note_piece()`,
    database,
  );
});
afterEach(() => store.close());

/** The events that each transaction deleted. */
async function deletedBatches(): Promise<readonly number[]> {
  return (await cluster.run('SELECT sum(events) AS events FROM piece GROUP BY transaction', database)).map(
    ({ events }) => Number(events),
  );
}

async function remainingRows(): Promise<unknown> {
  const [row] = await cluster.run(
    'SELECT (SELECT count(*) FROM turn) AS turns, (SELECT count(*) FROM turn_event) AS events',
    database,
  );
  return row;
}

describe('A deletion in PostgreSQL', () => {
  it('deletes a turn with a long log in batches', async () => {
    await putLongLog(store, turnOf({ id: 't1' }), 5_500);
    expect(await store.deleteTurn('ada', 't1')).toBe(true);
    expect(Math.max(...(await deletedBatches()))).toBeLessThanOrEqual(1_000);
    expect(await remainingRows()).toEqual({ turns: '0', events: '0' });
  });

  it('deletes a turn with long events in batches, too', async () => {
    await putLongLog(store, turnOf({ id: 't1' }), 40, 500_000);
    await store.deleteTurn('ada', 't1');
    expect(Math.max(...(await deletedBatches()))).toBeLessThanOrEqual(2);
    expect(await remainingRows()).toEqual({ turns: '0', events: '0' });
  });

  it('deletes expired turns in batches, whether one log is long or many are short', async () => {
    for (let n = 0; n < 30; n++) await putLongLog(store, turnOf({ id: `short${n}`, expiresAt: 5 }), 150);
    await putLongLog(store, turnOf({ id: 'long', expiresAt: 5 }), 3_500);
    expect(await store.deleteExpired(5)).toBe(31);
    expect(Math.max(...(await deletedBatches()))).toBeLessThanOrEqual(1_000);
    expect(await remainingRows()).toEqual({ turns: '0', events: '0' });
  });

  it('that broke off is finished by the next sweep, which does not count it', async () => {
    await putLongLog(store, turnOf({ id: 't1' }), 3_500);
    await cluster.run(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$;
       CREATE TRIGGER refused BEFORE DELETE ON turn_event FOR EACH STATEMENT EXECUTE FUNCTION refuse()`,
      database,
    );
    await expect(store.deleteTurn('ada', 't1')).rejects.toMatchObject({ name: 'EngineError' });
    expect(await store.getTurn('ada', 't1')).toBeUndefined();
    expect(await store.readEvents('ada', 't1', -1, 1)).toBeUndefined();
    expect([...(await store.countByStoreKey())]).toEqual([]);
    expect(await remainingRows()).toEqual({ turns: '1', events: '3500' });
    await cluster.run('DROP TRIGGER refused ON turn_event', database);
    expect(await store.deleteExpired(0)).toBe(0);
    expect(await remainingRows()).toEqual({ turns: '0', events: '0' });
  });
});
