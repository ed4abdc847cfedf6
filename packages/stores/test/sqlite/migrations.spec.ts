import { DatabaseSync } from 'node:sqlite';
import { assertAccountAgrees, fillOwner, turnOf } from '@org/engine/testing';
import { migrate, migrations, type Migration } from '#src/sqlite/database/migrations.js';
import { createDatabaseFile } from '#src/sqlite/database/open-database.js';
import { chainJobs, shareJobs } from '#src/sqlite/database/schema.js';
import { createStoredBytes } from '#src/sqlite/database/stored-bytes-schema.js';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

const version = (database: DatabaseSync): unknown =>
  database.prepare('SELECT max(version) AS version FROM schema_version').get()?.['version'];
const tables = (database: DatabaseSync): readonly unknown[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name);

describe('The schema of SQLite', () => {
  let folder: ReturnType<typeof newFolder>;
  let database: DatabaseSync;

  beforeEach(() => {
    folder = newFolder();
    createDatabaseFile(folder.path);
    database = new DatabaseSync(folder.path);
  });

  afterEach(() => {
    if (database.isOpen) database.close();
    folder.remove();
  });

  it('reaches the newest version from every older one, and a second run changes nothing', () => {
    for (let known = 0; known <= migrations.length; known++) {
      migrate(database, migrations.slice(0, known));
      expect(version(database)).toBe(known === 0 ? null : known);
    }
    const before = tables(database);
    migrate(database);
    expect(version(database)).toBe(migrations.length);
    expect(tables(database)).toEqual(before);
  });

  it('counts what was stored before there was an account of it', async () => {
    const store = await openSqliteStore({ path: folder.path });
    for (const owner of ['ada', 'bob']) {
      await fillOwner(store, owner, `text of ${owner}`);
      // Vector stores and containers are newer than the account.
      await store.deleteVectorStore(owner, 'vs_1');
      await store.deleteContainer(owner, 'cntr_1');
    }
    const before = await store.getStoredBytes('ada');
    await store.close();
    for (const { name } of database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%stored_bytes%'")
      .all())
      database.exec(`DROP TRIGGER "${String(name)}"`);
    database.exec(`
      DROP TABLE container;
      DROP TABLE stored_bytes;
      DROP TABLE vector_store_content;
      DROP TABLE vector_store_file;
      DROP TABLE vector_store_batch;
      DROP TABLE vector_store;
      DROP INDEX conversation_by_use;
      ALTER TABLE conversation DROP COLUMN extended_at;
      DELETE FROM schema_version WHERE version > ${migrations.indexOf(createStoredBytes)}`);
    const migrated = await openSqliteStore({ path: folder.path });
    expect(await migrated.getStoredBytes('ada')).toEqual(before);
    for (const owner of ['ada', 'bob']) await assertAccountAgrees(migrated, owner);
    await migrated.eraseOwned('ada');
    await assertAccountAgrees(migrated, 'ada');
    await migrated.close();
  });

  it('records the owner of every existing job', () => {
    migrate(database, migrations.slice(0, migrations.indexOf(shareJobs)));
    database.exec(`
      INSERT INTO turn (key, owner, id, dialect, model, status, created_at, slot, items, seal, content)
      VALUES (1, 'ada', 'a', 'responses', 'm', 'queued', 1, 1, '[]', x'', x''), (2, 'bob', 'b', 'responses', 'm', 'queued', 1, 2, '[]', x'', x'');
      INSERT INTO job (turn_key, created_at, request) VALUES (1, 1, x''), (2, 1, x'')`);
    migrate(database);
    expect(
      database
        .prepare('SELECT turn_key, owner, queue, fair_queue_key, one_of FROM job ORDER BY turn_key')
        .all()
        .map((row) => ({ ...row })),
    ).toEqual([
      { turn_key: 1, owner: 'ada', queue: '', fair_queue_key: 0, one_of: null },
      { turn_key: 2, owner: 'bob', queue: '', fair_queue_key: 0, one_of: null },
    ]);
  });

  it('queues existing jobs after those with their mark, and advances them when one has ended', () => {
    migrate(database, migrations.slice(0, migrations.indexOf(chainJobs)));
    database.exec(`
      INSERT INTO turn (key, owner, id, dialect, model, status, created_at, slot, items, seal, content)
      VALUES (1, 'ada', 'third', 'responses', 'm', 'queued', 1, 1, '[]', x'', x''), (2, 'ada', 'first', 'responses', 'm', 'queued', 1, 2, '[]', x'', x''),
        (3, 'ada', 'other', 'responses', 'm', 'queued', 1, 3, '[]', x'', x''), (4, 'ada', 'second', 'responses', 'm', 'queued', 1, 4, '[]', x'', x'');
      INSERT INTO job (turn_key, owner, one_of, created_at, request) VALUES (1, 'ada', 'conv_1', 3, x''), (2, 'ada', 'conv_1', 1, x''), (3, 'ada', NULL, 3, x''), (4, 'ada', 'conv_1', 2, x'')`);
    migrate(database);
    const ticketRows = (): readonly unknown[] =>
      database
        .prepare(
          'SELECT own.id, before.id AS waits_for FROM job JOIN turn AS own ON own.key = turn_key LEFT JOIN turn AS before ON before.key = waits_for ORDER BY own.id',
        )
        .all()
        .map((row) => ({ ...row }));
    expect(ticketRows()).toEqual([
      { id: 'first', waits_for: null },
      { id: 'other', waits_for: null },
      { id: 'second', waits_for: 'first' },
      { id: 'third', waits_for: 'second' },
    ]);
    database.exec("DELETE FROM job WHERE turn_key = (SELECT key FROM turn WHERE id = 'first')");
    expect(ticketRows()).toEqual([
      { id: 'other', waits_for: null },
      { id: 'second', waits_for: null },
      { id: 'third', waits_for: 'second' },
    ]);
  });

  it('stays as it was when a step fails, with no half of any step', () => {
    migrate(database);
    const before = tables(database);
    const works: Migration = (db) => db.exec('CREATE TABLE half (a)');
    const fails: Migration = (db) => db.exec('CREATE TABLE other (a); CREATE TABLE other (a)');
    expect(() => migrate(database, [...migrations, works, fails])).toThrow('already exists');
    expect(version(database)).toBe(migrations.length);
    expect(tables(database)).toEqual(before);
    migrate(database, [...migrations, works]);
    expect(tables(database)).toContain('half');
  });

  it('of a newer release is not opened, and not touched', async () => {
    migrate(database, [...migrations, (db) => db.exec('CREATE TABLE future (a)')]);
    database.close();
    await expect(openSqliteStore({ path: folder.path })).rejects.toMatchObject({
      code: 'internal',
      message: `The database has schema ${migrations.length + 1}, written by a newer release; this one supports ${migrations.length}. The service changed nothing: start the newer release again, or restore a backup from before its first start.`,
    });
  });

  it('is made once when several stores open a new file at the same time', async () => {
    database.close();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openSqliteStore({ path: folder.path })));
    await Promise.all(stores.map((store, n) => store.putTurn(turnOf({ id: `t${n}` }))));
    expect((await Promise.all(stores.map((store, n) => store.getTurn('ada', `t${(n + 1) % 4}`)))).every(Boolean)).toBe(
      true,
    );
    await Promise.all(stores.map((store) => store.close()));
  });
});
