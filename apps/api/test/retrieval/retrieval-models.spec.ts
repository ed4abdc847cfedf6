// Embedding and rerank models of service.yaml: their settings, real engines, upstreams, and what they count.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScriptedEmbeddingModel } from '@org/engine/testing';
import { startScriptedUpstream, type ScriptedUpstream } from '@org/providers/testing';
import type { EmbeddingInput } from '@org/engine';
import { loadConfig } from '#src/config/load-config.js';
import type { ModelSettings } from '#src/config/settings/model-settings.js';
import { RequestContext } from '#src/request-context/request-context.js';
import { Retrievals } from '#src/retrieval/retrievals.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const folder = mkdtempSync(join(tmpdir(), 'retrieval-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function modelsOf(...entries: readonly string[]): readonly ModelSettings[] {
  writeFileSync(join(folder, 'service.yaml'), `models:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`);
  return loadConfig({}, folder).models;
}

const demo = 'provider: { kind: llama, model: demo, contextLength: 256, threads: 1';
const upstreamAt = (baseUrl: string, more = ''): string =>
  `provider: { kind: chat-completions, baseUrl: "${baseUrl}"${more} }`;

describe('the task of a model', () => {
  it.each([
    ['an unknown task', `{ name: m, task: translate, ${demo} } }`, 'models.0.task'],
    [
      'a provider without embeddings',
      '{ name: m, task: embedding, provider: { kind: messages, baseUrl: "http://127.0.0.1:1" } }',
      'models.0.provider.kind is "messages", which has no models with task: embedding',
    ],
    [
      'a backend without rerank models',
      '{ name: m, task: rerank, backends: [{ provider: { kind: responses, baseUrl: "http://127.0.0.1:1" } }] }',
      'models.0.backends.0.provider.kind is "responses"',
    ],
    ['a setting of another task', `{ name: m, ${demo}, matryoshkaDimensions: [64] } }`, 'needs task: embedding'],
    [
      'a path of embeddings for ranking',
      `{ name: m, task: embedding, ${upstreamAt('http://127.0.0.1:1/v1', ', rerankPath: /rerank')} }`,
      'models.0.provider.rerankPath needs task: rerank',
    ],
    [
      'a batch of 2049',
      `{ name: m, task: embedding, ${upstreamAt('http://127.0.0.1:1/v1', ', batchSize: 2049')} }`,
      'batchSize',
    ],
  ])('rejects %s with its path', (_, entry, message) => {
    expect(() => modelsOf(entry)).toThrow(message);
  });
});

describe('models of service.yaml', () => {
  let upstream: ScriptedUpstream;
  let service: TestService;
  const words = createScriptedEmbeddingModel({ name: 'words' });
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstream.play(async ({ record, body, reply }) => {
      if (record.path === '/rank')
        return reply(200, { results: [0, 1].map((index) => ({ index, relevance_score: index - 0.5 })) });
      const inputs = body['input'] as readonly EmbeddingInput[];
      const { vectors, inputTokens } = await words.embed(inputs, {
        signal: new AbortController().signal,
        requestId: '',
        owner: '',
      });
      reply(200, {
        data: vectors.map((vector, index) => ({ index, embedding: [...vector] })),
        usage: { prompt_tokens: inputTokens },
      });
    });
    service = await startTestService({
      config: {
        models: modelsOf(
          `{ name: demo-embed, task: embedding, ${demo}, matryoshkaDimensions: [64] } }`,
          `{ name: demo-rerank, task: rerank, ${demo} } }`,
          `{ name: "up-*", task: embedding, ${upstreamAt(upstream.baseUrl, ', model: theirs')} }`,
          `{ name: up-rank, task: rerank, ${upstreamAt(upstream.baseUrl, ', rerankPath: /rank')} }`,
          `{ name: pair, task: embedding, backends: [{ name: down, ${upstreamAt('http://127.0.0.1:9/v1')} }, { name: up, ${upstreamAt(upstream.baseUrl)} }] }`,
        ),
      },
    });
  });
  afterAll(async () => {
    await service.close();
    await upstream.close();
  });

  const embed = async (
    model: string,
    more: object = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> => {
    const response = await service.post('/v1/embeddings', { model, input: ['Tokyo', 'Bread'], ...more });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('embed with a local engine', async () => {
    const { status, body } = await embed('demo-embed');
    expect(status).toBe(200);
    expect(body['data']).toHaveLength(2);
    expect(body['usage']).toMatchObject({ prompt_tokens: expect.any(Number) });
  });

  it('truncate vectors of a local engine only to the lengths of the settings', async () => {
    expect((await embed('demo-embed', { dimensions: 64 })).status).toBe(200);
    await expect(embed('demo-embed', { dimensions: 65 })).resolves.toMatchObject({
      status: 400,
      body: { error: { param: 'dimensions', message: 'The model gives vectors of 64 or 256 dimensions.' } },
    });
  });

  it('reject ranking with 400 where the file has no rank template', async () => {
    const response = await service.post('/v1/rerank', { model: 'demo-rerank', query: 'q', documents: ['d'] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { param: 'model', message: expect.stringContaining('cannot rank documents') },
    });
  });

  it('embed at an upstream under its own name of the model', async () => {
    expect((await embed('up-anything')).status).toBe(200);
    expect(upstream.records.at(-1)).toMatchObject({ path: '/v1/embeddings', body: { model: 'theirs' } });
    const line = service.log.findLast(({ route }) => route === '/v1/embeddings');
    expect(line).toMatchObject({ model: 'up-anything', pattern: 'up-*', inputTokens: 2 });
  });

  it('rank at the path of the settings', async () => {
    const response = await service.post('/rerank', { model: 'up-rank', query: 'q', documents: ['a', 'b'], top_n: 1 });
    expect(await response.json()).toMatchObject({ results: [{ index: 1, relevance_score: expect.closeTo(0.622, 3) }] });
  });

  it('embed with the backend that responds', async () => {
    for (let call = 0; call < 3; call += 1) expect((await embed('pair')).status).toBe(200);
    expect(service.log.findLast(({ route }) => route === '/v1/embeddings')).toMatchObject({ backend: 'up' });
  });

  it('are listed by name', async () => {
    const response = await fetch(`${service.url}/v1/models`, { headers: service.responsesHeaders });
    const { data } = (await response.json()) as { data: readonly { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(['demo-embed', 'demo-rerank', 'up-rank', 'pair']);
  });
});

describe('the memory of a response', () => {
  it('is reserved for the owner before the vectors are written', async () => {
    const reserved: number[] = [];
    const retrievals = new Retrievals({
      registry: {
        embedding: () => createScriptedEmbeddingModel({ name: 'words', dimensions: 100 }),
        rerank: () => {
          throw new Error('unused');
        },
      },
      memoryBudget: {
        reserveMore: (_, bytes) => {
          reserved.push(bytes);
          return Promise.reject(new Error('full'));
        },
      },
    });
    const context = new RequestContext({ requestId: 'r', dialect: 'responses' });
    const body = { model: 'words', input: ['a', 'b'] };
    await expect(retrievals.embed(body, 'o', context)).rejects.toThrow('full');
    expect(reserved).toEqual([2 * 100 * 34]);
    expect(context.log.usage?.inputTokens).toBe(2);
  });
});
