import { type LanguageModel, createEmbeddingLanguageModel, createRerankLanguageModel } from '@org/engine';
import {
  createScriptedEmbeddingModel,
  createScriptedModel,
  createScriptedRerankModel,
  wordToken,
} from '@org/engine/testing';
import { createEmbeddingResponseSchema, rerankResponseSchema } from '@org/protocol/responses';
import OpenAI from 'openai';
import { startTestService, type TestService } from '../kit/start-service.js';

const capabilities = { tools: false, reasoning: false, images: false, structuredOutput: false };
const lifecycle = (id: string): Pick<LanguageModel, 'modelInfo' | 'close'> => ({
  modelInfo: async () => ({ id, displayName: id, createdAt: 0, ownedBy: 'script', capabilities }),
  close: async () => undefined,
});

const models = {
  words: createEmbeddingLanguageModel(
    createScriptedEmbeddingModel({ name: 'words', maxWords: 50 }),
    lifecycle('words'),
  ),
  ranks: createRerankLanguageModel(createScriptedRerankModel({ name: 'ranks', maxWords: 50 }), lifecycle('ranks')),
  chat: createScriptedModel({ id: 'chat', script: [] }),
};

let service: TestService;
let client: OpenAI;
beforeAll(async () => {
  service = await startTestService({ models });
  client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: service.key, maxRetries: 0 });
});
afterAll(() => service.close());

const documents = ['Bread is made of flour.', 'The capital of Japan is Tokyo.', 'Japan has many islands.'];

async function fails(path: string, body: object): Promise<{ status: number; error: Record<string, unknown> }> {
  const response = await service.post(path, body);
  return { status: response.status, error: ((await response.json()) as { error: Record<string, unknown> }).error };
}

describe('POST /v1/embeddings', () => {
  it('returns to the openai client, which asks for base64, the same vectors as with encoding_format float', async () => {
    const input = ['Tokyo is in Japan', 'Bread'];
    const byDefault = await client.embeddings.create({ model: 'words', input });
    const float = await client.embeddings.create({ model: 'words', input, encoding_format: 'float' });
    expect(float.data.map(({ index }) => index)).toEqual([0, 1]);
    expect(float.data[0]?.embedding).toHaveLength(64);
    expect(byDefault.data.map(({ embedding }) => [...embedding])).toEqual(float.data.map(({ embedding }) => embedding));
    expect(float.usage).toEqual({ prompt_tokens: 5, total_tokens: 5 });
  });

  it('sends base64 text as the schema describes it', async () => {
    const response = await service.post('/v1/embeddings', {
      model: 'words',
      input: 'Tokyo',
      encoding_format: 'base64',
    });
    const body = createEmbeddingResponseSchema.parse(await response.json());
    expect(Buffer.from(String(body.data[0]?.embedding), 'base64')).toHaveLength(64 * 4);
  });

  it('accepts a text, a list of texts, a list of tokens, and a list of lists of tokens', async () => {
    const vectorOf = async (input: OpenAI.EmbeddingCreateParams['input']): Promise<readonly number[]> =>
      (await client.embeddings.create({ model: 'words', input })).data[0]?.embedding ?? [];
    const expected = await vectorOf('Tokyo');
    expect(await vectorOf(['Tokyo'])).toEqual(expected);
    expect(await vectorOf([wordToken('Tokyo')])).toEqual(expected);
    expect(await vectorOf([[wordToken('Tokyo')]])).toEqual(expected);
  });

  it('returns as many dimensions as the request asks for, at length 1', async () => {
    const { data } = await client.embeddings.create({ model: 'words', input: 'Tokyo in Japan', dimensions: 16 });
    expect(data[0]?.embedding).toHaveLength(16);
    expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1, 5);
  });

  it.each<[string, object, string]>([
    ['2049 inputs', { input: Array.from({ length: 2_049 }, () => 'a') }, 'input'],
    ['no input', {}, 'input'],
    ['an empty text', { input: '' }, 'input'],
    ['an empty list', { input: [] }, 'input'],
    ['an empty text in a list', { input: ['a', ''] }, 'input.1'],
    ['an empty list of tokens', { input: [[1], []] }, 'input.1'],
    ['a token that is no integer', { input: [[1], [1.5]] }, 'input.1.0'],
    ['texts and tokens', { input: ['a', [1]] }, 'input.1'],
    ['an object', { input: { text: 'a' } }, 'input'],
    ['a text that is too long', { input: 'a '.repeat(51) }, 'input'],
    ['a text in a list that is too long', { input: ['a', 'a '.repeat(51)] }, 'input.1'],
    ['more dimensions than the model has', { input: 'a', dimensions: 65 }, 'dimensions'],
    ['no dimensions', { input: 'a', dimensions: 0 }, 'dimensions'],
    ['another encoding_format', { input: 'a', encoding_format: 'int8' }, 'encoding_format'],
  ])('rejects %s with 400 and its path', async (_, body, param) => {
    await expect(fails('/v1/embeddings', { model: 'words', ...body })).resolves.toMatchObject({
      status: 400,
      error: { type: 'invalid_request_error', param },
    });
  });

  it('accepts 2048 inputs', async () => {
    const { data } = await client.embeddings.create({
      model: 'words',
      input: Array.from({ length: 2_048 }, () => 'a'),
    });
    expect(data).toHaveLength(2_048);
  });

  it.each(['chat', 'ranks'])('rejects the model %s, which has another task, with 400', async (model) => {
    await expect(fails('/v1/embeddings', { model, input: 'a' })).resolves.toMatchObject({
      status: 400,
      error: { param: 'model', message: expect.stringContaining('is not an embedding model') },
    });
  });

  it('reports an unknown model with 404 in the form of the responses dialect, whatever the headers are', async () => {
    const response = await service.post('/v1/embeddings', { model: 'none', input: 'a' }, service.messagesHeaders);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'model_not_found', param: 'model' } });
  });

  it('requires a key', async () => {
    const response = await service.post(
      '/v1/embeddings',
      { model: 'words', input: 'a' },
      { authorization: 'Bearer x' },
    );
    expect(response.status).toBe(401);
  });

  it('warns of unknown fields', async () => {
    const response = await service.post('/v1/embeddings', { model: 'words', input: 'a', truncate: true });
    expect(response.headers.get('x-service-warning')).toContain('truncate');
  });

  it('is logged with owner, model and tokens, and without contents', async () => {
    await client.embeddings.create({ model: 'words', input: 'unmistakable contents' });
    const line = service.log.findLast(({ route }) => route === '/v1/embeddings');
    expect(line).toMatchObject({ owner: 'name:alice', model: 'words', inputTokens: 2, outputTokens: 0, status: 200 });
    expect(JSON.stringify(service.log)).not.toContain('unmistakable');
  });
});

describe.each(['/v1/rerank', '/rerank'])('POST %s', (path) => {
  const rank = async (body: object): Promise<ReturnType<typeof rerankResponseSchema.parse>> => {
    const response = await service.post(path, { model: 'ranks', query: 'capital of Japan', documents, ...body });
    expect(response.status).toBe(200);
    return rerankResponseSchema.parse(await response.json());
  };

  it('returns the best document first, with its position', async () => {
    const { results, usage } = await rank({});
    expect(results.map(({ index }) => index)).toEqual([1, 0, 2]);
    expect(results[0]).toEqual({ index: 1, relevance_score: 1 });
    expect(usage.total_tokens).toBeGreaterThan(0);
  });

  it('returns top_n results', async () => {
    expect((await rank({ top_n: 1 })).results.map(({ index }) => index)).toEqual([1]);
    expect((await rank({ top_n: 9 })).results).toHaveLength(3);
  });

  it('returns the documents with return_documents, and reads documents as objects', async () => {
    const { results } = await rank({
      documents: documents.map((text) => ({ text })),
      top_n: 1,
      return_documents: true,
    });
    expect(results).toEqual([{ index: 1, relevance_score: 1, document: { text: documents[1] } }]);
  });

  it.each<[string, object, string]>([
    ['no documents', { documents: [] }, 'documents'],
    ['an empty query', { query: '' }, 'query'],
    ['top_n 0', { top_n: 0 }, 'top_n'],
    ['a document that is too long', { documents: ['a', 'a '.repeat(51)] }, 'documents.1'],
    ['a model with another task', { model: 'words' }, 'model'],
  ])('rejects %s with 400 and its path', async (_, body, param) => {
    await expect(fails(path, { model: 'ranks', query: 'q', documents, ...body })).resolves.toMatchObject({
      status: 400,
      error: { param },
    });
  });

  it('requires a key', async () => {
    const response = await service.post(path, { model: 'ranks', query: 'q', documents }, { authorization: 'Bearer x' });
    expect(response.status).toBe(401);
  });
});

describe('a model with a task', () => {
  it('is in the list of models', async () => {
    const listed = [];
    for await (const { id } of client.models.list()) listed.push(id);
    expect(listed).toEqual(['words', 'ranks', 'chat']);
  });

  it.each([
    ['/v1/responses', { input: 'Hi' }],
    ['/v1/responses', { input: 'Hi', stream: true }],
    ['/v1/responses', { input: 'Hi', background: true }],
    ['/v1/responses/input_tokens', { input: 'Hi' }],
    ['/v1/messages', { max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }],
  ])('rejects a generation of %s with 400', async (path, body) => {
    const response = await service.post(path, { model: 'words', ...body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('is an embedding model and generates no text');
  });
});
