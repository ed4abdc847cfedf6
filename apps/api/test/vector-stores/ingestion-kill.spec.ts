// What becomes of files when the process that reads them is killed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI, { toFile } from 'openai';
import { childKey, killChildren, startChildService, type ChildService } from '../kit/child-service.js';
import { eventually } from '../kit/eventually.js';
import { removeStoreOf } from '../kit/store-of.js';

/** Shorter than the default of 10 seconds, so that the test is. */
const settings = {
  models: [{ name: 'demo', provider: { kind: 'llama', model: 'demo' } }],
  background: { leaseSeconds: 1 },
};
/** Each takes long enough that a kill meets some of them. */
const files = Array.from({ length: 12 }, (_, number) => ({
  name: `${number}.txt`,
  text: `Only number${number} is here. ${'Some words that take a moment to read. '.repeat(20_000)}`,
}));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ingestion-test-'));
});
afterEach(async () => {
  await killChildren();
  await removeStoreOf(folder);
  await rm(folder, { recursive: true, force: true });
});

const clientOf = ({ url }: ChildService): OpenAI =>
  new OpenAI({ apiKey: childKey, baseURL: `${url}/v1`, maxRetries: 0 });

describe('files that a killed process was reading', () => {
  it('are read by the next one, each published once, and a search equals that of a clean run', async () => {
    const first = await startChildService(folder, settings);
    const openai = clientOf(first);
    const ids: string[] = [];
    for (const { name, text } of files)
      ids.push((await openai.files.create({ file: await toFile(Buffer.from(text), name), purpose: 'assistants' })).id);
    const store = await openai.vectorStores.create({});
    const batch = await openai.vectorStores.fileBatches.create(store.id, { file_ids: ids });
    const isUnderWay = async (client: OpenAI): Promise<boolean> => {
      const { file_counts: counts } = await client.vectorStores.retrieve(store.id);
      return counts.completed > 0 && counts.in_progress > 0;
    };
    await eventually(() => isUnderWay(openai), 30_000);
    await first.kill();
    const second = await startChildService(folder, settings);
    const after = clientOf(second);
    const { completed: before } = (await after.vectorStores.retrieve(store.id)).file_counts;
    expect(before).toBeLessThan(files.length);
    await second.kill();

    const third = clientOf(await startChildService(folder, settings));
    const ended = await third.vectorStores.fileBatches.poll(store.id, batch.id);
    expect(ended.file_counts).toEqual({ in_progress: 0, completed: 12, failed: 0, cancelled: 0, total: 12 });
    const clean = await third.vectorStores.create({});
    await third.vectorStores.fileBatches.createAndPoll(clean.id, { file_ids: ids });
    for (const query of ['number7', 'words that take a moment']) {
      const [hits, cleanHits] = await Promise.all(
        [store.id, clean.id].map(
          async (id) => (await third.vectorStores.search(id, { query, max_num_results: 50 })).data,
        ),
      );
      expect(hits).toEqual(cleanHits);
    }
    const { usage_bytes: bytes } = await third.vectorStores.retrieve(store.id);
    expect(bytes).toBe((await third.vectorStores.retrieve(clean.id)).usage_bytes);
    for (const id of ids.slice(0, 3)) {
      const chunks = async (vectorStoreId: string): Promise<unknown> =>
        (await third.vectorStores.files.content(id, { vector_store_id: vectorStoreId })).data;
      expect(await chunks(store.id)).toEqual(await chunks(clean.id));
    }
  }, 120_000);
});
