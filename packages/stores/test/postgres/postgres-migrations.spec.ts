import { Client } from 'pg';
import { assertAccountAgrees, fillOwner, turnOf } from '@org/engine/testing';
import { migrate, migrations, type Migration } from '#src/postgres/database/migrations.js';
import { createStoredBytes } from '#src/postgres/database/stored-bytes-schema.js';
import { openPostgresStore } from '#src/postgres/postgres-store.js';
import { chainJobs, shareJobs } from '#src/postgres/database/schema.js';
import { postgresOfRun } from '#src/testing/postgres-of-run.js';

describe('The schema of PostgreSQL', () => {
  const cluster = postgresOfRun();
  let database: string;
  let client: Client;

  beforeEach(async () => {
    database = await cluster.newDatabase();
    client = new Client({ connectionString: cluster.urlOf(database) });
    await client.connect();
  });

  afterEach(() => client.end());

  const versions = async (): Promise<readonly number[]> =>
    (await client.query<{ version: number }>('SELECT version FROM schema_version ORDER BY version')).rows.map(
      ({ version }) => version,
    );
  const tables = async (): Promise<readonly string[]> =>
    (
      await client.query<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY name",
      )
    ).rows.map(({ name }) => name);
  const newest = migrations.map((_, index) => index + 1);

  it('reaches the newest version from every older one, and a second run changes nothing', async () => {
    for (let known = 0; known <= migrations.length; known++) {
      await migrate(client, migrations.slice(0, known));
      expect(await versions()).toEqual(newest.slice(0, known));
    }
    const before = await tables();
    await migrate(client);
    expect(await tables()).toEqual(before);
  });

  it('counts what was stored before there was an account of it, except for the events and items of turns', async () => {
    const url = cluster.urlOf(database);
    const store = await openPostgresStore({ url });
    for (const owner of ['ada', 'bob']) {
      await fillOwner(store, owner, `text of ${owner}`);
      // Vector stores and containers are newer than the account.
      await store.deleteVectorStore(owner, 'vs_1');
      await store.deleteContainer(owner, 'cntr_1');
    }
    const before = await store.getStoredBytes('ada');
    await store.close();
    const { rows } = await client.query<{ name: string }>(
      "SELECT proname AS name FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname LIKE '%\\_bytes\\_%'",
    );
    for (const { name } of rows) await client.query(`DROP FUNCTION ${name} CASCADE`);
    await client.query(`
      DROP FUNCTION require_quota;
      DROP TABLE container;
      DROP TABLE stored_bytes;
      DROP TABLE vector_store_content;
      DROP TABLE vector_store_file;
      DROP TABLE vector_store_batch;
      DROP TABLE vector_store;
      ALTER TABLE turn DROP COLUMN dependent_bytes;
      ALTER TABLE conversation DROP COLUMN extended_at;
      DELETE FROM schema_version WHERE version > ${migrations.indexOf(createStoredBytes)}`);
    const migrated = await openPostgresStore({ url });
    const { conversations, files } = before;
    expect(await migrated.getStoredBytes('ada')).toMatchObject({ conversations, files });
    await migrated.putTurn(turnOf({ id: 'resp_queued', status: 'completed' }), { events: [{ seq: 3, data: '{}' }] });
    for (const owner of ['ada', 'bob']) await assertAccountAgrees(migrated, owner);
    await migrated.eraseOwned('ada');
    expect(await migrated.getStoredBytes('ada')).toEqual({ responses: 0, conversations: 0, files: 0 });
    await migrated.close();
  });

  it('records the owner of every existing job, and accepts jobs of replicas of even older versions', async () => {
    await migrate(client, migrations.slice(0, migrations.indexOf(shareJobs)));
    const add = async (id: string, owner: string): Promise<unknown> =>
      client.query(`
        WITH made AS (
          INSERT INTO turn (owner, id, dialect, model, status, created_at, history, delivered) VALUES ('${owner}', '${id}', 'responses', 'm', 'queued', 1, '{}', '{}') RETURNING key
        )
        INSERT INTO job (turn_key, created_at, request) SELECT key, 1, '{}' FROM made`);
    await add('a', 'ada');
    await add('b', 'bob');
    const store = await openPostgresStore({ url: cluster.urlOf(database) });
    await add('c', 'bob');
    expect((await client.query('SELECT owner, queue, fair_queue_key, one_of FROM job ORDER BY turn_key')).rows).toEqual(
      [
        { owner: 'ada', queue: '', fair_queue_key: 0, one_of: null },
        { owner: 'bob', queue: '', fair_queue_key: 0, one_of: null },
        { owner: '', queue: '', fair_queue_key: 0, one_of: null },
      ],
    );
    const given = [await store.claimJob('', 1_000), await store.claimJob('', 1_000), await store.claimJob('', 1_000)];
    expect(given.map((job) => job?.owner).toSorted()).toEqual(['ada', 'bob', 'bob']);
    await store.close();
  });

  it('queues existing jobs after those with their mark, and advances them when one has ended', async () => {
    await migrate(client, migrations.slice(0, migrations.indexOf(chainJobs)));
    await client.query(`
      WITH made AS (
        INSERT INTO turn (owner, id, dialect, model, status, created_at, history, delivered)
        SELECT 'ada', id, 'responses', 'm', 'queued', 1, '{}', '{}' FROM unnest(ARRAY['third', 'first', 'other', 'second']) AS id RETURNING key, id
      )
      INSERT INTO job (turn_key, owner, one_of, created_at, request)
      SELECT key, 'ada', CASE id WHEN 'other' THEN NULL ELSE 'conv_1' END, CASE id WHEN 'first' THEN 1 WHEN 'second' THEN 2 ELSE 3 END, '{}' FROM made`);
    await migrate(client);
    const ticketRows = async (): Promise<readonly unknown[]> =>
      (
        await client.query(
          'SELECT own.id, before.id AS waits_for FROM job JOIN turn AS own ON own.key = turn_key LEFT JOIN turn AS before ON before.key = waits_for ORDER BY own.id',
        )
      ).rows;
    expect(await ticketRows()).toEqual([
      { id: 'first', waits_for: null },
      { id: 'other', waits_for: null },
      { id: 'second', waits_for: 'first' },
      { id: 'third', waits_for: 'second' },
    ]);
    await client.query("DELETE FROM turn WHERE id = 'first'");
    expect(await ticketRows()).toEqual([
      { id: 'other', waits_for: null },
      { id: 'second', waits_for: null },
      { id: 'third', waits_for: 'second' },
    ]);
  });

  it('is made once when several replicas start at the same time', async () => {
    const stores = await Promise.all(
      Array.from({ length: 5 }, () => openPostgresStore({ url: cluster.urlOf(database), connections: 2 })),
    );
    expect(await versions()).toEqual(newest);
    await stores[0]?.putTurn(turnOf({ id: 'a' }));
    expect(await stores[4]?.getTurn('ada', 'a')).toBeDefined();
    await Promise.all(stores.map((store) => store.close()));
  });

  it('stays as it was when a step fails, with no half of any step', async () => {
    await migrate(client);
    const before = await tables();
    const works: Migration = async (db) => void (await db.query('CREATE TABLE half (a integer)'));
    const fails: Migration = async (db) => void (await db.query('CREATE TABLE half (a integer)'));
    await expect(migrate(client, [...migrations, works, fails])).rejects.toThrow('already exists');
    expect(await tables()).toEqual(before);
    await migrate(client, [...migrations, works]);
    expect(await tables()).toContain('half');
  });

  it('of a newer release is not opened, and not touched', async () => {
    await migrate(client, [...migrations, async () => undefined]);
    await expect(openPostgresStore({ url: cluster.urlOf(database) })).rejects.toMatchObject({
      code: 'internal',
      message: `The database has schema ${migrations.length + 1}, written by a newer release; this one supports ${migrations.length}. The service changed nothing: start the newer release again, or restore a backup from before its first start.`,
    });
  });

  it('is not created in a database that cannot store every character', async () => {
    const latin = await cluster.newDatabase("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    await expect(openPostgresStore({ url: cluster.urlOf(latin) })).rejects.toMatchObject({
      code: 'internal',
      message: 'The database has the encoding LATIN1; it must be UTF8.',
    });
  });

  it('is used by a role that may not change it', async () => {
    await migrate(client);
    await client.query(
      'CREATE ROLE runtime LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO runtime',
    );
    const store = await openPostgresStore({ url: cluster.urlOf(database).replace('service@', 'runtime@') });
    expect(await store.putTurn(turnOf({ id: 'a' }))).toBe(true);
    await store.close();
  });

  it('is not there when the database is not', async () => {
    await expect(openPostgresStore({ url: cluster.urlOf('nowhere') })).rejects.toMatchObject({
      code: 'internal',
      message: 'The database does not exist.',
    });
  });

  it('is unreachable when no server listens', async () => {
    await expect(openPostgresStore({ url: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toMatchObject({
      code: 'overloaded',
      message: 'The database cannot be reached.',
    });
  });
});
