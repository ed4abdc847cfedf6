// Vector stores through the unmodified official client over a real socket.
import {
  vectorStoreDeletedSchema,
  vectorStoreFileBatchSchema,
  vectorStoreFileDeletedSchema,
  vectorStoreFileSchema,
  vectorStoreSchema,
  vectorStoreSearchResponseSchema,
  vectorStoresPageSchema,
} from '@org/protocol/responses';
import OpenAI, { NotFoundError, toFile } from 'openai';
import { scriptedModel } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
let openai: OpenAI;
let stranger: OpenAI;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel() } });
  openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  stranger = new OpenAI({ apiKey: otherKey, baseURL: `${service.url}/v1`, maxRetries: 0 });
});
afterAll(() => service.close());

const fileOf = (text: string, name = 'notes.txt'): Promise<File> => toFile(Buffer.from(text), name);
const upload = async (text: string, name?: string): Promise<string> =>
  (await openai.files.create({ file: await fileOf(text, name), purpose: 'assistants' })).id;
const failure = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (thrown) {
    return thrown;
  }
};

describe('a vector store', () => {
  it('is created, read, changed, listed page by page and deleted', async () => {
    const store = await openai.vectorStores.create({
      name: 'Manuals',
      description: 'All of them',
      metadata: { team: 'a' },
      expires_after: { anchor: 'last_active_at', days: 7 },
    });
    expect(vectorStoreSchema.parse(store)).toMatchObject({
      id: expect.stringMatching(/^vs_/),
      object: 'vector_store',
      name: 'Manuals',
      description: 'All of them',
      metadata: { team: 'a' },
      status: 'completed',
      usage_bytes: 0,
      expires_after: { anchor: 'last_active_at', days: 7 },
      expires_at: store.created_at + 7 * 86_400,
      file_counts: { in_progress: 0, completed: 0, failed: 0, cancelled: 0, total: 0 },
    });
    const changed = await openai.vectorStores.update(store.id, { name: 'Guides', expires_after: null });
    expect(changed).toMatchObject({ name: 'Guides', metadata: { team: 'a' }, expires_at: null });
    const others = [await openai.vectorStores.create({}), await openai.vectorStores.create({ name: 'x' })];
    const page = await openai.vectorStores.list({ limit: 2 });
    expect(
      vectorStoresPageSchema.parse(JSON.parse(JSON.stringify({ ...page, object: 'list', first_id: '', last_id: '' }))),
    ).toMatchObject({ has_more: true });
    const listed: string[] = [];
    for await (const { id } of openai.vectorStores.list({ limit: 2, order: 'asc' })) listed.push(id);
    expect(listed).toEqual(expect.arrayContaining([store.id, ...others.map(({ id }) => id)]));
    expect(new Set(listed).size).toBe(listed.length);
    const before = await openai.vectorStores.list({ before: others[1]?.id ?? '', order: 'asc', limit: 1 });
    expect(before.data.map(({ id }) => id)).toEqual([others[0]?.id]);
    expect(vectorStoreDeletedSchema.parse(await openai.vectorStores.delete(store.id))).toEqual({
      id: store.id,
      object: 'vector_store.deleted',
      deleted: true,
    });
    expect(await failure(openai.vectorStores.retrieve(store.id))).toBeInstanceOf(NotFoundError);
  });

  it('finds the words of an attached file, and not those of a detached one', async () => {
    const store = await openai.vectorStores.create({ name: 'Search' });
    const id = await upload('The maintenance window of pump P-100 is on the first Tuesday.', 'pumps.txt');
    const file = await openai.vectorStores.files.createAndPoll(store.id, {
      file_id: id,
      attributes: { year: 2026, kind: 'pump', draft: false },
    });
    expect(vectorStoreFileSchema.parse(file)).toMatchObject({
      id,
      status: 'completed',
      last_error: null,
      vector_store_id: store.id,
      attributes: { year: 2026, kind: 'pump', draft: false },
      chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 800, chunk_overlap_tokens: 400 } },
    });
    expect(file.usage_bytes).toBeGreaterThan(50);
    const found = await openai.vectorStores.search(store.id, { query: 'When is pump P-100 maintained?' });
    expect(found.data.map((hit) => vectorStoreSearchResponseSchema.parse(hit))).toEqual([
      {
        file_id: id,
        filename: 'pumps.txt',
        score: 1,
        attributes: { year: 2026, kind: 'pump', draft: false },
        content: [{ type: 'text', text: 'The maintenance window of pump P-100 is on the first Tuesday.' }],
      },
    ]);
    const content = await openai.vectorStores.files.content(id, { vector_store_id: store.id });
    expect(content.data).toEqual([
      { type: 'text', text: 'The maintenance window of pump P-100 is on the first Tuesday.' },
    ]);
    const filtered = await openai.vectorStores.search(store.id, {
      query: 'pump',
      filters: { type: 'and', filters: [{ type: 'gt', key: 'year', value: 2026 }] },
    });
    expect(filtered.data).toEqual([]);
    await openai.vectorStores.files.update(id, { vector_store_id: store.id, attributes: { year: 2027 } });
    const after = await openai.vectorStores.search(store.id, {
      query: ['pump', 'nothing else'],
      filters: { type: 'eq', key: 'year', value: 2027 },
    });
    expect(after.data.map(({ attributes }) => attributes)).toEqual([{ year: 2027 }]);
    expect(
      vectorStoreFileDeletedSchema.parse(await openai.vectorStores.files.delete(id, { vector_store_id: store.id })),
    ).toMatchObject({ id, deleted: true });
    expect((await openai.vectorStores.search(store.id, { query: 'pump' })).data).toEqual([]);
    expect((await openai.files.retrieve(id)).id).toBe(id);
  });

  it('says that it finds words only, where no embedding model is set', async () => {
    const { response, data } = await openai.vectorStores.create({}).withResponse();
    expect(response.headers.get('x-service-warning')).toContain('no embedding model');
    const search = await openai.vectorStores.search(data.id, { query: 'x' }).asResponse();
    expect(search.headers.get('x-service-warning')).toContain('no embedding model');
  });

  it('fails a file that it cannot read, with the reason', async () => {
    const store = await openai.vectorStores.create({});
    const id = await upload('%PDF-1.4 broken', 'broken.pdf');
    const file = await openai.vectorStores.files.createAndPoll(store.id, { file_id: id });
    expect(file).toMatchObject({
      status: 'failed',
      last_error: { code: 'invalid_file', message: expect.stringMatching(/damaged|PDF/) as string },
    });
    expect((await openai.vectorStores.retrieve(store.id)).file_counts).toMatchObject({ failed: 1, total: 1 });
    const failed = await openai.vectorStores.files.list(store.id, { filter: 'failed' });
    expect(failed.data.map((each) => each.id)).toEqual([id]);
    expect((await openai.vectorStores.files.list(store.id, { filter: 'completed' })).data).toEqual([]);
  });

  it('loses a file that is deleted', async () => {
    const id = await upload('Ephemeral words.');
    const store = await openai.vectorStores.create({ file_ids: [id] });
    await openai.vectorStores.files.poll(store.id, id);
    expect((await openai.vectorStores.search(store.id, { query: 'ephemeral' })).data).toHaveLength(1);
    await openai.files.delete(id);
    expect((await openai.vectorStores.search(store.id, { query: 'ephemeral' })).data).toEqual([]);
    expect((await openai.vectorStores.files.list(store.id)).data).toEqual([]);
  });

  it.each([
    ['another owner', async () => (await stranger.vectorStores.create({})).id],
    ['no owner', async () => 'vs_unknown'],
  ])('of %s is unknown on every route', async (_name, idOf) => {
    const [own, id] = [await openai.vectorStores.create({}), await idOf()];
    const file = await upload('Mine.');
    await openai.vectorStores.files.createAndPoll(own.id, { file_id: file });
    const batch = await openai.vectorStores.fileBatches.create(own.id, { file_ids: [file] });
    const theirs = { vector_store_id: id };
    const works: PromiseLike<unknown>[] = [
      openai.vectorStores.retrieve(id),
      openai.vectorStores.update(id, { name: 'x' }),
      openai.vectorStores.search(id, { query: 'x' }),
      openai.vectorStores.files.create(id, { file_id: file }),
      openai.vectorStores.files.list(id),
      openai.vectorStores.files.retrieve(file, theirs),
      openai.vectorStores.files.update(file, { ...theirs, attributes: {} }),
      openai.vectorStores.files.content(file, theirs),
      openai.vectorStores.files.delete(file, theirs),
      openai.vectorStores.fileBatches.create(id, { file_ids: [file] }),
      openai.vectorStores.fileBatches.retrieve(batch.id, theirs),
      openai.vectorStores.fileBatches.cancel(batch.id, theirs),
      openai.vectorStores.fileBatches.listFiles(batch.id, theirs),
      openai.vectorStores.delete(id),
      stranger.vectorStores.files.create((await stranger.vectorStores.create({})).id, { file_id: file }),
      stranger.vectorStores.create({ file_ids: [file] }),
    ];
    for (const thrown of await Promise.all(works.map(failure))) expect(thrown).toBeInstanceOf(NotFoundError);
  });
});

describe('a batch of files', () => {
  it('of 50 small files is uploaded and searchable in less than two seconds', async () => {
    const store = await openai.vectorStores.create({});
    const files = await Promise.all(
      Array.from({ length: 50 }, (_, number) => fileOf(`Document ${number} is about topic${number}.`, `${number}.md`)),
    );
    const times: number[] = [];
    let batch = await openai.vectorStores.fileBatches.uploadAndPoll(store.id, { files: files.slice(0, 1) });
    // Other work of the machine may delay one attempt.
    for (let attempt = 0; attempt < 3 && Math.min(...times) >= 2_000; attempt += 1) {
      const startedAt = performance.now();
      batch = await openai.vectorStores.fileBatches.uploadAndPoll(store.id, { files });
      times.push(performance.now() - startedAt);
    }
    expect(Math.min(...times)).toBeLessThan(2_000);
    expect(vectorStoreFileBatchSchema.parse(batch)).toMatchObject({
      object: 'vector_store.files_batch',
      status: 'completed',
      file_counts: { completed: 50, total: 50 },
    });
    const [hit] = (await openai.vectorStores.search(store.id, { query: 'topic37' })).data;
    expect(hit?.filename).toBe('37.md');
    const listed: string[] = [];
    for await (const { id } of openai.vectorStores.fileBatches.listFiles(batch.id, {
      vector_store_id: store.id,
      limit: 20,
    }))
      listed.push(id);
    expect(new Set(listed).size).toBe(50);
  });

  it('has options for each file', async () => {
    const store = await openai.vectorStores.create({});
    const [one, two] = [await upload('First text.'), await upload('Second text.')];
    const batch = await openai.vectorStores.fileBatches.createAndPoll(store.id, {
      files: [
        { file_id: one, attributes: { n: 1 } },
        {
          file_id: two,
          attributes: { n: '1' },
          chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } },
        },
      ],
    });
    expect(batch.file_counts).toMatchObject({ completed: 2, failed: 0 });
    const found = await openai.vectorStores.search(store.id, {
      query: 'text',
      filters: { type: 'eq', key: 'n', value: 1 },
    });
    expect(found.data.map(({ file_id: id }) => id)).toEqual([one]);
  });

  it('that is cancelled publishes none of its remaining files', async () => {
    const store = await openai.vectorStores.create({});
    const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => upload(`Big ${n} ${'word '.repeat(200_000)}`)));
    const batch = await openai.vectorStores.fileBatches.create(store.id, { file_ids: ids });
    const cancelled = await openai.vectorStores.fileBatches.cancel(batch.id, { vector_store_id: store.id });
    expect(cancelled).toMatchObject({ status: 'cancelled', file_counts: { in_progress: 0, total: 8 } });
    expect(cancelled.file_counts.cancelled).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const later = await openai.vectorStores.fileBatches.retrieve(batch.id, { vector_store_id: store.id });
    expect(later.file_counts).toEqual(cancelled.file_counts);
  });
});
