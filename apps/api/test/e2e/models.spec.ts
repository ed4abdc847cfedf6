import { createScriptedModel } from '@org/engine/testing';
import { modelInfosPageSchema } from '@org/protocol/messages';
import { modelListSchema } from '@org/protocol/responses';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  const languageModel = scriptedModel(...textResponse('Hello.'));
  service = await startTestService({
    models: {
      a: languageModel,
      b: createScriptedModel({ id: 'b', script: [], modelInfo: { contextLength: 4096 } }),
      'org/c': languageModel,
      'claude-*': languageModel,
    },
  });
});
afterAll(() => service.close());

async function get(
  path: string,
  headers = service.responsesHeaders,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(service.url + path, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('the list of models', () => {
  it('has the shape of the responses dialect', async () => {
    const { body } = await get('/v1/models');
    expect(body).toMatchObject({
      object: 'list',
      data: [
        { id: 'a', object: 'model', created: expect.any(Number), owned_by: 'script' },
        { id: 'b' },
        { id: 'org/c' },
      ],
    });
  });

  it('has the shape of the messages dialect when the request has its version header', async () => {
    const { body } = await get('/v1/models', service.messagesHeaders);
    expect(body).toMatchObject({
      first_id: 'a',
      last_id: 'org/c',
      has_more: false,
      data: [
        { id: 'a', type: 'model', display_name: expect.any(String), created_at: '1970-01-01T00:00:00Z' },
        { id: 'b' },
        { id: 'org/c' },
      ],
    });
  });

  it('reports the context length in both dialects where it is known', async () => {
    const lengths = async (member: string, headers?: Record<string, string>): Promise<unknown[]> =>
      ((await get('/v1/models', headers)).body['data'] as Record<string, unknown>[]).map((model) => model[member]);
    expect(await lengths('context_length')).toEqual([undefined, 4096, undefined]);
    expect(await lengths('max_input_tokens', service.messagesHeaders)).toEqual([null, 4096, null]);
  });

  it('is what the schemas of both dialects describe', async () => {
    expect(modelListSchema.safeParse((await get('/v1/models')).body).error).toBeUndefined();
    expect(
      modelInfosPageSchema.safeParse((await get('/v1/models', service.messagesHeaders)).body).error,
    ).toBeUndefined();
  });

  it('is read page by page in both directions', async () => {
    const ids = async (query: string): Promise<unknown> =>
      ((await get(`/v1/models?${query}`, service.messagesHeaders)).body['data'] as { id: string }[]).map(
        ({ id }) => id,
      );
    expect(await ids('limit=2')).toEqual(['a', 'b']);
    expect(await ids('limit=2&after_id=b')).toEqual(['org/c']);
    expect(await ids('limit=1&before_id=org/c')).toEqual(['b']);
    expect(await ids('lifecycle[]=active&lifecycle[]=retired&limit=1')).toEqual(['a']);
    expect(await ids('lifecycle[]=retired')).toEqual([]);
    expect((await get('/v1/models?lifecycle[]=young', service.messagesHeaders)).status).toBe(400);
    expect((await get('/v1/models?after_id=zzz', service.messagesHeaders)).status).toBe(400);
  });
});

describe('one model', () => {
  it.each([['a'], ['org%2Fc'], ['claude-anything']])('%s is found in both shapes', async (id) => {
    expect((await get(`/v1/models/${id}`)).body).toMatchObject({ id: decodeURIComponent(id), object: 'model' });
    expect((await get(`/v1/models/${id}`, service.messagesHeaders)).body).toMatchObject({
      id: decodeURIComponent(id),
      type: 'model',
    });
  });

  it('that does not exist is 404 in both shapes', async () => {
    expect(await get('/v1/models/zzz')).toMatchObject({ status: 404, body: { error: { code: 'model_not_found' } } });
    expect(await get('/v1/models/zzz', service.messagesHeaders)).toMatchObject({
      status: 404,
      body: { type: 'error', error: { type: 'not_found_error' } },
    });
  });
});
