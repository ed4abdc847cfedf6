// What an owner may store in vector stores, and for how long.
import OpenAI, { BadRequestError, NotFoundError, toFile } from 'openai';
import { FileSearchSettings } from '#src/config/settings/file-search-settings.js';
import { scriptedModel } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

const dayMs = 86_400_000;
/** What the clock of the service is ahead. */
let aheadMs = 0;

let service: TestService;
let openai: OpenAI;
let stranger: OpenAI;
beforeAll(async () => {
  service = await startTestService({
    models: { m: scriptedModel() },
    clock: { now: () => Date.now() + aheadMs },
    config: {
      fileSearch: Object.assign(new FileSearchSettings(), {
        maxVectorStores: 2,
        maxFilesPerVectorStore: 2,
        maxFileBytes: 2_000,
        maxChunksPerFile: 3,
      }),
    },
  });
  openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  stranger = new OpenAI({ apiKey: otherKey, baseURL: `${service.url}/v1`, maxRetries: 0 });
});
afterEach(async () => {
  aheadMs = 0;
  for await (const { id } of openai.vectorStores.list()) await openai.vectorStores.delete(id);
});
afterAll(() => service.close());

const upload = async (text: string): Promise<string> =>
  (await openai.files.create({ file: await toFile(Buffer.from(text), 'a.txt'), purpose: 'assistants' })).id;
const failure = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (thrown) {
    return thrown;
  }
};
const full = { code: 'storage_quota_exceeded', status: 400 };

describe('a search of a vector store', () => {
  it('has at most 100 comparisons in its filter', async () => {
    const { id } = await openai.vectorStores.create({});
    const searched = (comparisons: number): PromiseLike<unknown> =>
      openai.vectorStores.search(id, {
        query: 'doors',
        filters: {
          type: 'or',
          filters: Array.from({ length: comparisons }, () => ({ type: 'eq' as const, key: 'a', value: 1 })),
        },
      });
    expect(await searched(100)).toMatchObject({ data: [] });
    expect(await failure(searched(101))).toMatchObject({ status: 400, param: 'filters' });
  });
});

describe('an owner', () => {
  it('has at most so many vector stores, while another one may create some', async () => {
    await openai.vectorStores.create({});
    await openai.vectorStores.create({});
    const thrown = await failure(openai.vectorStores.create({}));
    expect(thrown).toBeInstanceOf(BadRequestError);
    expect(thrown).toMatchObject(full);
    expect((await stranger.vectorStores.create({})).object).toBe('vector_store');
  });

  it('has at most so many files in one; a rejected request attaches and creates nothing', async () => {
    const ids = [await upload('One.'), await upload('Two.'), await upload('Three.')];
    const store = await openai.vectorStores.create({});
    expect(await failure(openai.vectorStores.fileBatches.create(store.id, { file_ids: ids }))).toMatchObject(full);
    expect((await openai.vectorStores.files.list(store.id)).data).toEqual([]);
    expect(await failure(openai.vectorStores.create({ file_ids: ids }))).toMatchObject(full);
    expect((await openai.vectorStores.list()).data.map(({ id }) => id)).toEqual([store.id]);
  });
});

describe('a file', () => {
  it.each([
    ['bytes', 'x '.repeat(1_500), { type: 'auto' } as const, /more than 2000 bytes/],
    [
      'chunks',
      'Word. '.repeat(300),
      { type: 'static', static: { max_chunk_size_tokens: 100, chunk_overlap_tokens: 0 } } as const,
      /more than 3 chunks/,
    ],
  ])('with too many %s fails, with the reason', async (_name, text, strategy, message) => {
    const store = await openai.vectorStores.create({});
    const file = await openai.vectorStores.files.createAndPoll(store.id, {
      file_id: await upload(text),
      chunking_strategy: strategy,
    });
    expect(file).toMatchObject({
      status: 'failed',
      last_error: { code: 'unsupported_file', message: expect.stringMatching(message) as string },
    });
  });
});

describe('a vector store that expires', () => {
  it('is stored longer with each search, and is missing afterwards on every route', async () => {
    const store = await openai.vectorStores.create({ expires_after: { anchor: 'last_active_at', days: 1 } });
    await openai.vectorStores.files.createAndPoll(store.id, { file_id: await upload('Words.') });
    aheadMs = 0.9 * dayMs;
    await openai.vectorStores.search(store.id, { query: 'words' });
    aheadMs = 1.8 * dayMs;
    expect((await openai.vectorStores.search(store.id, { query: 'words' })).data).toHaveLength(1);
    aheadMs = 2.9 * dayMs;
    expect(await failure(openai.vectorStores.search(store.id, { query: 'words' }))).toBeInstanceOf(NotFoundError);
    expect(await failure(openai.vectorStores.retrieve(store.id))).toBeInstanceOf(NotFoundError);
    expect(await failure(openai.vectorStores.files.list(store.id))).toBeInstanceOf(NotFoundError);
    expect((await openai.vectorStores.list()).data).toEqual([]);
  });
});

describe('an error', () => {
  it('has the shape of the responses dialect and the path of the fault', async () => {
    const store = await openai.vectorStores.create({});
    const reply = await service.post(`/v1/vector_stores/${store.id}/search`, {
      query: 'x',
      filters: { type: 'and', filters: [{ type: 'almost', key: 'a', value: 1 }] },
    });
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { error: { type: 'invalid_request_error', param: 'filters.filters.0.type' } },
    ]);
    const missing = await fetch(`${service.url}/v1/vector_stores/vs_none`, { headers: service.messagesHeaders });
    const body: unknown = await missing.json();
    expect(missing.status).toBe(404);
    // The messages dialect has `type` next to `error`.
    expect(body).toEqual({
      error: expect.objectContaining({ message: 'There is no vector store with this id.' }) as unknown,
    });
  });

  it('names a page that is asked for from both ends', async () => {
    const thrown = await failure(openai.vectorStores.list({ after: 'vs_1', before: 'vs_2' }));
    expect(thrown).toMatchObject({ status: 400, param: 'before' });
  });
});
