// Vector stores with an embedding model and a reranker, and what happens when these fail.
import { defaultJobSettings } from '@org/engine';
import { FileSearchSettings } from '#src/config/settings/file-search-settings.js';
import OpenAI, { toFile } from 'openai';
import { type RetrievalScript, scriptedRetrieval } from '../kit/scripted-retrieval.js';
import { scriptedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const script: RetrievalScript = { fails: 0 };
const models = scriptedRetrieval(script);

let service: TestService;
let openai: OpenAI;
let clientOf: (running: TestService) => OpenAI;
beforeAll(async () => {
  clientOf = ({ url, key }) => new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 });
  service = await startTestService({
    models: { m: scriptedModel() },
    retrievalModels: models,
    config: { fileSearch: Object.assign(new FileSearchSettings(), { embedding: 'e' }) },
  });
  openai = clientOf(service);
});
beforeEach(() => {
  script.fails = 0;
});
afterAll(() => service.close());

const upload = async (client: OpenAI, text: string, name: string): Promise<string> =>
  (await client.files.create({ file: await toFile(Buffer.from(text), name), purpose: 'assistants' })).id;

describe('a vector store with an embedding model', () => {
  it('finds the meaning of a query, without a warning', async () => {
    const { data: store, response } = await openai.vectorStores.create({}).withResponse();
    expect(response.headers.get('x-service-warning')).toBeNull();
    const ids = [
      await upload(openai, 'The compressor runs at night.', 'a.txt'),
      await upload(openai, 'The bill is paid by bank.', 'b.txt'),
    ];
    await openai.vectorStores.fileBatches.createAndPoll(store.id, { file_ids: ids });
    const { data: found, response: searched } = await openai.vectorStores
      .search(store.id, { query: 'invoice', max_num_results: 1 })
      .withResponse();
    expect(found.data.map(({ filename }) => filename)).toEqual(['b.txt']);
    expect(searched.headers.get('x-service-warning')).toBeNull();
  });

  it('finds words, with a warning, while the model fails', async () => {
    const store = await openai.vectorStores.create({});
    const id = await upload(openai, 'The compressor runs at night.', 'a.txt');
    await openai.vectorStores.files.createAndPoll(store.id, { file_id: id });
    script.fails = 1;
    const { data, response } = await openai.vectorStores.search(store.id, { query: 'night' }).withResponse();
    expect(data.data.map(({ filename }) => filename)).toEqual(['a.txt']);
    expect(response.headers.get('x-service-warning')).toContain('the embedding model failed');
  });

  it('reads a file again after the model failed, and publishes it once', async () => {
    const store = await openai.vectorStores.create({});
    const id = await upload(openai, 'The compressor runs at night.', 'a.txt');
    script.fails = 1;
    const file = await openai.vectorStores.files.createAndPoll(store.id, { file_id: id });
    expect(file).toMatchObject({ status: 'completed', last_error: null });
    const attempts = service.log.filter((line) => line['msg'] === 'file ingestion' && line['fileId'] === id);
    expect(attempts.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
      [1, 'retry'],
      [2, 'completed'],
    ]);
    expect((await openai.vectorStores.search(store.id, { query: 'pump' })).data).toHaveLength(1);
  });

  it('logs ingestions without names and contents of files', async () => {
    const store = await openai.vectorStores.create({ name: 'name-canary' });
    const id = await upload(openai, 'text-canary', 'file-canary.txt');
    await openai.vectorStores.files.createAndPoll(store.id, { file_id: id, attributes: { a: 'attribute-canary' } });
    await openai.vectorStores.search(store.id, { query: 'query-canary text-canary' });
    expect(JSON.stringify(service.log)).not.toContain('canary');
  });
});

describe('with few attempts and a reranker', () => {
  let other: TestService;
  let client: OpenAI;
  beforeAll(async () => {
    other = await startTestService({
      models: { m: scriptedModel() },
      retrievalModels: models,
      config: {
        background: { ...defaultJobSettings, maxAttempts: 1 },
        fileSearch: Object.assign(new FileSearchSettings(), { embedding: 'e', reranker: 'r', concurrency: 1 }),
      },
    });
    client = clientOf(other);
  });
  afterAll(() => other.close());

  it('a file fails with the reason when the last attempt does', async () => {
    const store = await client.vectorStores.create({});
    const id = await upload(client, 'The compressor runs at night.', 'a.txt');
    script.fails = 1;
    expect(await client.vectorStores.files.createAndPoll(store.id, { file_id: id })).toMatchObject({
      status: 'failed',
      last_error: { code: 'server_error', message: 'The embedding model failed.' },
    });
  });

  it('a file waits for an overloaded model, also after the last attempt', async () => {
    const store = await client.vectorStores.create({});
    const id = await upload(client, 'The compressor runs at night.', 'a.txt');
    Object.assign(script, { fails: 1, code: 'overloaded' });
    const file = await client.vectorStores.files.createAndPoll(store.id, { file_id: id });
    delete script.code;
    expect(file).toMatchObject({ status: 'completed', last_error: null });
  });

  it('a file that waits for an overloaded model keeps no other file waiting', async () => {
    const { id: storeId } = await client.vectorStores.create({});
    const waiting = await upload(client, 'The compressor runs at night.', 'a.txt');
    Object.assign(script, { fails: 1_000, code: 'overloaded' });
    await client.vectorStores.files.create(storeId, { file_id: waiting });
    const broken = await upload(client, '%PDF-1.4 broken', 'broken.pdf');
    const ended = await client.vectorStores.files.createAndPoll(storeId, { file_id: broken });
    expect(ended).toMatchObject({ status: 'failed', last_error: { code: 'invalid_file' } });
    expect(await client.vectorStores.files.retrieve(waiting, { vector_store_id: storeId })).toMatchObject({
      status: 'in_progress',
    });
    script.fails = 0;
    delete script.code;
    const file = await client.vectorStores.files.poll(storeId, waiting);
    expect(file).toMatchObject({ status: 'completed', last_error: null });
  });

  it('a search has the order of the reranker, unless the request wants none', async () => {
    const store = await client.vectorStores.create({});
    const ids = [
      await upload(client, 'A bill, a bill, and one more bill.', 'a.txt'),
      await upload(client, 'The bill of the garden.', 'b.txt'),
    ];
    await client.vectorStores.fileBatches.createAndPoll(store.id, { file_ids: ids });
    const search = async (ranker: 'auto' | 'none'): Promise<unknown> =>
      (await client.vectorStores.search(store.id, { query: 'bill', ranking_options: { ranker } })).data.map(
        ({ filename, score }) => [filename, score],
      );
    expect(await search('auto')).toEqual([
      ['b.txt', 0.9],
      ['a.txt', 0.1],
    ]);
    expect(await search('none')).toEqual([
      ['a.txt', 1],
      ['b.txt', expect.any(Number)],
    ]);
  });
});
