import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { turnOf } from '@org/engine/testing';
import { createDatabaseFile } from '#src/sqlite/database/open-database.js';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { newFolder } from './sqlite-location.js';

const large = (id: string) => turnOf({ id, payload: { text: 'x'.repeat(50_000) } });

async function eventually(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 15_000; !condition(); await pause(10))
    if (performance.now() > end) throw new Error('the condition did not hold in time');
}

describe('SQLite in trouble', () => {
  let testFolder: ReturnType<typeof newFolder>;

  beforeEach(() => {
    testFolder = newFolder();
  });

  afterEach(() => testFolder.remove());

  it('reports a full disk as a failure, retains its data, and continues when there is space again', async () => {
    const store = await openSqliteStore({ path: testFolder.path, maxPages: 120 });
    const results = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => store.putTurn(large(`t${n}`))));
    const written = results.flatMap(({ status }, n) => (status === 'fulfilled' ? [`t${n}`] : []));
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failed.length).toBeGreaterThan(0);
    for (const reason of failed)
      expect(reason).toMatchObject({
        name: 'EngineError',
        code: 'internal',
        message: 'The disk is full: nothing was stored.',
        retryable: false,
      });
    for (let n = 0; n < 30; n++)
      expect((await store.getTurn('ada', `t${n}`)) !== undefined).toBe(written.includes(`t${n}`));
    for (const id of written) await store.deleteTurn('ada', id);
    expect(await store.putTurn(large('again'))).toBe(true);
    await store.close();
  });

  it('fails only the write that cannot be done, not those grouped with it', async () => {
    const store = await openSqliteStore({ path: testFolder.path, maxPages: 120 });
    const results = await Promise.allSettled([
      store.putTurn(turnOf({ id: 'a' })),
      store.putTurn(turnOf({ id: 'huge', payload: { text: 'x'.repeat(5_000_000) } })),
      store.putTurn(turnOf({ id: 'b' })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.getTurn('ada', 'huge')).toBeUndefined();
    expect(await store.getTurn('ada', 'b')).toBeDefined();
    await store.close();
  });

  it('fails only deletions when its log cannot be truncated, continues, and erases the pending content when it can', () => {
    const program = new URL('./erasure-on-full-disk.js', import.meta.url);
    // The system does not let a file grow beyond 2 MiB: the log stays below that, the database does not.
    const output = execFileSync(
      'sh',
      ['-c', 'ulimit -S -f 4096; exec "$0" "$@"', process.execPath, fileURLToPath(program), testFolder.path],
      { timeout: 20_000 },
    );
    expect(JSON.parse(output.toString())).toEqual({
      grouped: [
        'done',
        {
          code: 'overloaded',
          message:
            'The service deleted it, but its bytes stay in the write-ahead log of the database, which the service could not empty.',
        },
        'done',
      ],
      found: ['before', 'after'],
      again: ['overloaded'],
      inFiles: true,
      onceSpaceIsFree: [true, false],
      inFilesThen: false,
    });
  });

  it('restarts its writer after a crash, with acknowledged writes intact and reads available', () => {
    const program = new URL('./writer-ends.js', import.meta.url);
    const ended = 'The writer thread of the store ended unexpectedly.';
    expect(
      JSON.parse(
        execFileSync(process.execPath, [fileURLToPath(program), testFolder.path], { timeout: 20_000 }).toString(),
      ),
    ).toEqual({
      failed: [ended],
      lost: 0,
      meanwhile: { write: ended, ping: ended, read: 'before' },
      after: true,
      closed: 'The store is closed.',
      troubles: [ended],
      writers: 2,
    });
  });

  it('does not write to another file when its writer crashes after its file was removed or replaced, and continues once its file is back', () => {
    const program = new URL('./writer-finds-another-file.js', import.meta.url);
    const lost = 'The database file no longer exists at its path: nothing was stored.';
    expect(
      JSON.parse(
        execFileSync(process.execPath, [fileURLToPath(program), testFolder.path], { timeout: 25_000 }).toString(),
      ),
    ).toEqual({
      replaced: { write: lost, ping: lost, read: 'before' },
      missing: lost,
      back: true,
      troubles: ['The writer thread of the store ended unexpectedly.', lost],
      inBackup: 1,
    });
  });

  it('fails readers and waiters of a damaged file, not the process, and is not ready', () => {
    const program = new URL('./damaged-file.js', import.meta.url);
    const damaged = 'The database file is damaged or is not a database.';
    expect(
      JSON.parse(
        execFileSync(process.execPath, [fileURLToPath(program), testFolder.path], { timeout: 20_000 }).toString(),
      ),
    ).toEqual({ reader: damaged, read: damaged, write: damaged, ping: damaged, closed: true });
  });

  it('notifies existing watchers of writes by another process, with any number of other watchers', async () => {
    const store = await openSqliteStore({ path: testFolder.path });
    const other = await openSqliteStore({ path: testFolder.path });
    let woken = 0;
    const unwatch = await store.watchTurn('ada', 'a', () => woken++);
    const visitors = setInterval(
      () => void store.watchTurn('ada', 'b', () => undefined).then((stop) => stop()),
      20,
    ).unref();
    for (let n = 0; n < 3; n++) {
      const before = woken;
      await other.putTurn(turnOf({ id: `t${n}` }));
      await eventually(() => woken > before);
    }
    clearInterval(visitors);
    unwatch();
    await other.close();
    await store.close();
    expect(woken).toBeGreaterThanOrEqual(3);
  });

  it('rejects a file that is not a database', async () => {
    createDatabaseFile(testFolder.path);
    writeFileSync(testFolder.path, 'no database at all, but long enough to look like one '.repeat(100));
    await expect(openSqliteStore({ path: testFolder.path })).rejects.toMatchObject({
      name: 'EngineError',
      code: 'internal',
      message: 'The database file is damaged or is not a database.',
    });
  });

  it('rejects a path where it cannot create a file', async () => {
    await expect(openSqliteStore({ path: '/dev/null/x/service.db' })).rejects.toMatchObject({
      name: 'EngineError',
      code: 'internal',
      message: 'The database file cannot be created or opened (ENOTDIR).',
    });
  });

  it('reports damaged content instead of serving it', async () => {
    const store = await openSqliteStore({ path: testFolder.path });
    await store.putTurn(turnOf({ id: 'a' }));
    const other = new DatabaseSync(testFolder.path);
    other.exec('UPDATE turn SET content = zeroblob(length(content))');
    other.close();
    await expect(store.getTurn('ada', 'a')).rejects.toMatchObject({
      code: 'internal',
      message: 'Stored content is damaged.',
    });
    await store.close();
  });

  it('rejects all waiting operations at once when it is given up while another process holds the lock, and closes', async () => {
    const store = await openSqliteStore({ path: testFolder.path });
    const other = new DatabaseSync(testFolder.path);
    other.exec('BEGIN IMMEDIATE');
    const waiting = Promise.allSettled([store.putTurn(turnOf({ id: 'a' })), store.putTurn(turnOf({ id: 'b' }))]);
    await pause(50);
    const began = performance.now();
    const closed = store.close();
    expect(store.abandon()).toBe(2);
    for (const result of await waiting)
      expect(result).toMatchObject({
        status: 'rejected',
        reason: { name: 'EngineError', code: 'internal', message: expect.stringContaining('is unknown') },
      });
    // Each group of writes waits for the lock for five seconds.
    expect(performance.now() - began).toBeLessThan(3_000);
    other.exec('COMMIT');
    other.close();
    await closed;
    await expect(store.ping()).rejects.toMatchObject({ code: 'internal', message: 'The store is closed.' });
  });

  it('waits for another process that holds the lock', async () => {
    const store = await openSqliteStore({ path: testFolder.path });
    const other = new DatabaseSync(testFolder.path);
    other.exec('BEGIN IMMEDIATE');
    const writing = store.putTurn(turnOf({ id: 'a' }));
    setTimeout(() => other.exec('COMMIT'), 200);
    expect(await writing).toBe(true);
    other.close();
    await store.close();
  });

  it('does not delay writes for long while another process reads, as a backup does, and content is to be erased', async () => {
    const store = await openSqliteStore({ path: testFolder.path });
    await store.putTurn(turnOf({ id: 'a' }));
    const backup = new DatabaseSync(testFolder.path, { readOnly: true });
    backup.exec('BEGIN; SELECT count(*) FROM turn');
    const startedAt = performance.now();
    const deleting = store.deleteTurn('ada', 'a');
    await Promise.all([
      expect(deleting).rejects.toMatchObject({
        code: 'overloaded',
        message:
          'The service deleted it, but its bytes stay in the write-ahead log of the database as long as another process reads it.',
        retryAfter: 1,
      }),
      deleting.catch(() => store.putTurn(turnOf({ id: 'b' }))),
    ]);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect([await store.getTurn('ada', 'a'), (await store.getTurn('ada', 'b'))?.id]).toEqual([undefined, 'b']);
    backup.close();
    expect(await store.deleteTurn('ada', 'a')).toBe(false);
    await store.close();
  });

  it('rejects work when too much of it waits, and loses none of the accepted work', async () => {
    const store = await openSqliteStore({ path: testFolder.path });
    const results = await Promise.allSettled(
      Array.from({ length: 10_050 }, (_, n) =>
        store.putTurn(turnOf({ id: `t${n}`, input: [], output: [], items: [], payload: {} })),
      ),
    );
    const rejected = results.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(50);
    expect(rejected[0]).toMatchObject({ reason: { code: 'overloaded', retryAfter: 1 } });
    expect(await store.getTurn('ada', 't9999')).toBeDefined();
    await store.close();
  });

  it('limits waiting work by its size, too, and frees the space when it ends, successfully or not', async () => {
    const store = await openSqliteStore({ path: testFolder.path, maxPages: 120 });
    const put = async (id: string, size: number): Promise<unknown> =>
      store
        .putTurn(turnOf({ id, payload: { text: 'x'.repeat(size) } }))
        .catch((thrown: unknown) => Reflect.get(Object(thrown), 'code'));
    const huge = 70_000_000;
    // The first one to be encoded takes all the space.
    expect((await Promise.all([put('a', huge), put('b', huge)])).toSorted()).toEqual(['internal', 'overloaded']);
    expect(await put('c', huge)).toBe('internal');
    expect(await Promise.all([put('d', 1), put('e', 1)])).toEqual([true, true]);
    await store.close();
  });
});

describe('The files of SQLite', () => {
  it('are for the eyes of their owner only', async () => {
    const testFolder = newFolder();
    const store = await openSqliteStore({ path: testFolder.path });
    await store.putTurn(turnOf({ id: 'a' }));
    const folder = dirname(testFolder.path);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder);
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const file of files) expect((statSync(join(folder, file)).mode & 0o777).toString(8)).toBe('600');
    await store.close();
    testFolder.remove();
  });

  it('allow the process to exit when nothing waits to be written', () => {
    const testFolder = newFolder();
    const storeUrl = new URL('../../dist/sqlite/sqlite-store.js', import.meta.url).href;
    const program = `const { openSqliteStore } = await import(${JSON.stringify(storeUrl)}); await openSqliteStore({ path: ${JSON.stringify(testFolder.path)} }); console.log('open');`;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 20_000 }).toString()).toBe(
      'open\n',
    );
    testFolder.remove();
  });
});
