import { ingest, newVectorStoreFile, putVectorStore } from '@org/engine/testing';
import { openSqliteStore } from '#src/sqlite/sqlite-store.js';
import { searchGenerated } from '../shared/vector-search-model.js';
import { makeSqliteLocation, newFolder } from './sqlite-location.js';

it('SQLite finds the chunks that the pure functions find', async () => {
  expect((await searchGenerated(makeSqliteLocation, 60)).length).toBeGreaterThan(1_000);
}, 60_000);

it('searches thousands of chunks off the event loop', async () => {
  const { path, remove } = newFolder();
  const store = await openSqliteStore({ path });
  const space = { model: 'embed', dimensions: 768 };
  await putVectorStore(store, 'vs_1');
  for (let file = 0; file < 8; file++) {
    const chunks = Array.from({ length: 250 }, (_, n) => ({
      text: `${'the pump of the heating '.repeat(20)} number${file * 250 + n}`,
      vector: Float32Array.from({ length: 768 }, (__, at) => Math.sin(file * n + at)),
    }));
    await ingest(store, 'vs_1', newVectorStoreFile(`file_${file}`), chunks, { space });
  }
  const search = { vectorStoreIds: ['vs_1'], limit: 20 };
  const vector = Float32Array.from({ length: 768 }, (_, at) => Math.sin(at));
  // The time of this thread alone: others may use the machine.
  const before = process.threadCpuUsage();
  for (let n = 0; n < 20; n++) {
    const [hit] = (await store.searchByText('ada', `pump number${n * 7}`, search)) ?? [];
    expect(hit?.text.endsWith(` number${n * 7}`)).toBe(true);
    expect(await store.searchByVector('ada', { space, vector }, search)).toHaveLength(20);
  }
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000 / 40).toBeLessThan(5);
  await store.close();
  remove();
}, 60_000);
