import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@org/engine';
import { ingest, newVectorStoreFile, putFile, putVectorStore, startNew, turnOf } from '@org/engine/testing';
import { KeyRing } from '#src/shared/key-ring.js';
import { openForWriting } from '#src/sqlite/database/open-database.js';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { Writer } from '#src/sqlite/writer/writer.js';
import type { WriteOutcomes } from '#src/sqlite/writer/writer-messages.js';
import { newFolder } from './sqlite-location.js';

/** All files of the database as one text with one character per byte. */
function bytesOnDisk(path: string): string {
  return readdirSync(dirname(path))
    .map((file) => readFileSync(join(dirname(path), file), 'latin1'))
    .join('');
}

/** The keys that lock the contents of the turns, or the files, by their ids. */
function contentKeys(
  path: string,
  table: 'turn' | 'file' | 'vector_store' | 'vector_store_file' = 'turn',
): ReadonlyMap<string, string> {
  const database = new DatabaseSync(path, { readOnly: true });
  const column = table === 'vector_store_file' ? 'file_id' : 'id';
  const rows = database
    .prepare(`SELECT ${column} AS id, content_key.key FROM ${table} JOIN content_key USING (slot)`)
    .all();
  database.close();
  // The store has no key, so the envelope holds the content key unencrypted at its end.
  return new Map(
    rows.map(({ id, key }) => [
      String(id),
      key instanceof Uint8Array ? Buffer.from(key).subarray(-32).toString('latin1') : '',
    ]),
  );
}

/** A turn that contains `canary` in every field that a client can set. */
function carry(id: string, canary: string, size = 0, expiresAt?: number) {
  return turnOf({
    id,
    input: [{ role: 'user', parts: [{ type: 'text', text: `${canary}${'x'.repeat(size)}${canary}` }] }],
    payload: { canary },
    items: [{ id: canary, side: 'output', value: { canary } }],
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
}

describe('What SQLite deleted', () => {
  let folder: ReturnType<typeof newFolder>;
  let store: Store;

  beforeEach(async () => {
    folder = newFolder();
    store = await openSqliteStore({ path: folder.path });
  });

  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  it('is not searched in the log by a sweep that deleted nothing, because other writes would wait for it', async () => {
    await store.putTurn(turnOf({ id: 'first', expiresAt: 1 }));
    await store.putTurn(turnOf({ id: 'second', previousId: 'first' }));
    await store.putTurn(turnOf({ id: 'third', expiresAt: 1 }));
    await store.close();
    const database = openForWriting(folder.path);
    const writer = new Writer(database, new KeyRing([]), { check: () => undefined });
    const bytesInLog = (): number => statSync(`${folder.path}-wal`).size;
    const sweep = (): WriteOutcomes =>
      writer.write(
        [{ name: 'deleteExpiredTurns', values: [{ expiresAt: 2, key: Number.MAX_SAFE_INTEGER }, 10], transferred: [] }],
        () => undefined,
      );
    expect(sweep().results).toEqual([{ deleted: 1, next: undefined }]);
    expect(bytesInLog()).toBe(0);
    database.exec('CREATE TABLE other (a)');
    expect(sweep().results).toEqual([{ deleted: 0, next: undefined }]);
    expect(bytesInLog()).toBeGreaterThan(0);
    writer.close();
  });

  it('leaves nothing of deleted or expired files, not even a row', async () => {
    const chunk = Buffer.alloc(200_000, 7);
    for (const id of ['file_1', 'file_2', 'file_3'])
      await putFile(store, { id, ...(id === 'file_2' && { expiresAt: 5 }) }, ...Array.from({ length: 9 }, () => chunk));
    const keys = contentKeys(folder.path, 'file');
    await store.deleteFile('ada', 'file_1');
    await store.deleteExpired(5);
    const disk = bytesOnDisk(folder.path);
    expect(Array.from(keys, ([id, key]) => [id, key.length, disk.includes(key)])).toEqual([
      ['file_1', 32, false],
      ['file_2', 32, false],
      ['file_3', 32, true],
    ]);
    const database = new DatabaseSync(folder.path, { readOnly: true });
    expect(
      database
        .prepare('SELECT (SELECT count(*) FROM file) AS files, (SELECT count(*) FROM file_chunk) AS pieces')
        .get(),
    ).toEqual({ files: 1, pieces: 9 });
    database.close();
  });

  it('leaves no key and no row of a vector store, of a file that left one, or of a file that was deleted', async () => {
    const chunks = Array.from({ length: 600 }, (_, n) => ({ text: `canary ${n}`, vector: Float32Array.of(n) }));
    const space = { model: 'm', dimensions: 1 };
    for (const id of ['vs_1', 'vs_2']) await putVectorStore(store, id);
    for (const id of ['file_1', 'file_2', 'file_3'])
      await ingest(store, 'vs_1', newVectorStoreFile(id), chunks, { space });
    await ingest(store, 'vs_2', newVectorStoreFile('file_4'), chunks, { space });
    await putFile(store, { id: 'file_1' });
    expect(bytesOnDisk(folder.path).includes('canary')).toBe(false);
    const keys = [...contentKeys(folder.path, 'vector_store'), ...contentKeys(folder.path, 'vector_store_file')];
    await store.deleteFile('ada', 'file_1');
    await store.detachFile('ada', 'vs_1', 'file_2');
    await store.deleteVectorStore('ada', 'vs_2');
    const disk = bytesOnDisk(folder.path);
    expect(keys.map(([id, key]) => [id, key.length, disk.includes(key)])).toEqual([
      ['vs_1', 32, true],
      ['vs_2', 32, false],
      ['file_1', 32, false],
      ['file_2', 32, false],
      ['file_3', 32, true],
      ['file_4', 32, false],
    ]);
    const database = new DatabaseSync(folder.path, { readOnly: true });
    const rows = ['vector_store', 'vector_store_file', 'vector_store_content'].map(
      (table) => database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows'],
    );
    expect(rows).toEqual([1, 1, 38 + 3 + 3]);
    database.close();
  });

  it('cannot be read from any file, because the key that locked it is in none', async () => {
    // Small and large rows, inserted and deleted in mixed order: this makes SQLite move rows between pages, the case
    // in which it leaves copies of deleted rows.
    const random = mulberry(7);
    const alive = new Set<string>();
    const destroyed: string[] = [];
    for (let round = 0; round < 25; round++) {
      const ids = Array.from({ length: 60 }, (_, n) => `t${round}-${n}`);
      await Promise.all(ids.map((id) => store.putTurn(carry(id, 'canary', Math.floor(random() ** 4 * 9_000)))));
      for (const id of ids) alive.add(id);
      const keys = contentKeys(folder.path);
      const leaving = [...alive].filter(() => random() < 0.4);
      await Promise.all(leaving.map((id) => store.deleteTurn('ada', id)));
      for (const id of leaving) {
        alive.delete(id);
        destroyed.push(keys.get(id) ?? '');
      }
    }
    const disk = bytesOnDisk(folder.path);
    expect(destroyed.length).toBeGreaterThan(800);
    expect(destroyed.filter((key) => key.length !== 32 || disk.includes(key))).toEqual([]);
    expect([...contentKeys(folder.path).values()].every((key) => disk.includes(key))).toBe(true);
  });

  it('has its key destroyed when it expires, too', async () => {
    await store.putTurn(carry('t1', 'canary', 10, 5));
    const [key] = contentKeys(folder.path).values();
    await store.deleteExpired(5);
    expect(key).toHaveLength(32);
    expect(bytesOnDisk(folder.path)).not.toContain(key);
  });

  it('has no key left, for any kind of record', async () => {
    const event = { seq: 0, data: '"canary"' };
    await store.putTurn(turnOf({ id: 't1', status: 'queued', expiresAt: 5 }), {
      events: [event],
      job: { request: { canary: 1 } },
    });
    await store.createConversation({ id: 'c1', owner: 'ada', createdAt: 1, metadata: {} }, [
      { id: 'a', value: {} },
      { id: 'b', value: {} },
    ]);
    const request = { owner: 'ada', key: 'canary', fingerprint: 'f', leaseMs: 1, retentionMs: 0 };
    await store.finishIdempotent(await startNew(store, request), { status: 200, headers: {}, body: 'canary' });
    const keysInUse = (): number => {
      const database = new DatabaseSync(folder.path, { readOnly: true });
      const row = database.prepare("SELECT count(*) AS keys FROM content_key WHERE hex(key) GLOB '*[^0]*'").get();
      database.close();
      return Number(row?.['keys']);
    };
    expect(keysInUse()).toBe(5);
    await store.deleteConversationItem('ada', 'c1', 'a');
    expect(keysInUse()).toBe(4);
    await store.deleteConversation('ada', 'c1');
    expect(keysInUse()).toBe(2);
    await store.deleteExpired(5);
    expect(keysInUse()).toBe(0);
    expect(bytesOnDisk(folder.path)).not.toContain('canary');
  });

  it('leaves no index entry of an item, nor does a rewritten turn', async () => {
    const entries = (): readonly unknown[] => {
      const database = new DatabaseSync(folder.path, { readOnly: true });
      const rows = database.prepare('SELECT count(*) AS items FROM item').all();
      database.close();
      return rows.map(({ items }) => items);
    };
    await store.putTurn(turnOf({ id: 't1', status: 'in_progress' }));
    await store.putTurn(turnOf({ id: 't1', items: [{ id: 'only', side: 'output', value: {} }] }));
    expect(entries()).toEqual([1]);
    await store.putTurn(turnOf({ id: 't2', expiresAt: 5 }));
    await store.putTurn(
      turnOf({
        id: 't3',
        items: [
          { id: 'only', side: 'input', value: {} },
          { id: 'only', side: 'output', value: {} },
        ],
      }),
    );
    expect(entries()).toEqual([5]);
    await store.deleteExpired(5);
    await store.deleteTurn('ada', 't3');
    expect(entries()).toEqual([1]);
    await store.deleteTurn('ada', 't1');
    expect(entries()).toEqual([0]);
  });

  it('was never readable in the files', async () => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.putTurn(carry(`t${n}`, 'canary', n * 100))));
    expect(bytesOnDisk(folder.path)).not.toContain('canary');
  });

  it('returns its disk space to the file system', async () => {
    const empty = bytesOnDisk(folder.path).length;
    await Promise.all(Array.from({ length: 80 }, (_, n) => store.putTurn(carry(`t${n}`, 'canary', 100_000))));
    const full = bytesOnDisk(folder.path).length;
    await Promise.all(Array.from({ length: 80 }, (_, n) => store.deleteTurn('ada', `t${n}`)));
    expect(bytesOnDisk(folder.path).length).toBeLessThan(empty + full / 50);
  });
});

/** Seeded random numbers from 0 to 1. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
