// An idempotency key is honoured by every POST that the service has.
import { createEmbeddingLanguageModel, createRerankLanguageModel } from '@org/engine';
import { createScriptedEmbeddingModel, createScriptedRerankModel } from '@org/engine/testing';
import { formOf, upload } from '../files/upload.js';
import { scriptedTools } from '../kit/scripted-tools.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  const model = scriptedModel(...textResponse('Hello.'));
  service = await startTestService({
    models: {
      m: { ...model, countTokens: async () => ({ inputTokens: 7 }) },
      words: createEmbeddingLanguageModel(createScriptedEmbeddingModel({ name: 'words' }), model),
      ranks: createRerankLanguageModel(createScriptedRerankModel({ name: 'ranks' }), model),
    },
    hostedTools: scriptedTools(),
  });
});
afterAll(() => service.close());

const message = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
const make = async (path: string, body: object): Promise<string> =>
  ((await (await service.post(path, body)).json()) as { id: string }).id;

/** A file that is attached to a vector store, and the path of that. */
async function makeAttachedFile(): Promise<{ readonly store: string; readonly file: string }> {
  const headers = service.responsesHeaders;
  const uploaded = await upload(service, formOf('x', 'x.txt', { purpose: 'assistants' }), headers);
  const { id: file } = (await uploaded.json()) as { id: string };
  const store = `/v1/vector_stores/${await make('/v1/vector_stores', { file_ids: [file] })}`;
  return { store, file };
}

/** The setup and the request for every route. */
const requests: Readonly<Record<string, () => Promise<{ readonly path: string; readonly body: object }>>> = {
  '/v1/messages': async () => ({ path: '/v1/messages', body: message }),
  '/v1/messages/count_tokens': async () => ({
    path: '/v1/messages/count_tokens',
    body: { model: 'm', messages: message.messages },
  }),
  '/v1/messages/batches': async () => ({
    path: '/v1/messages/batches',
    body: { requests: [{ custom_id: 'a', params: message }] },
  }),
  '/v1/messages/batches/{id}/cancel': async () => ({
    path: `/v1/messages/batches/${await make('/v1/messages/batches', { requests: [{ custom_id: 'a', params: message }] })}/cancel`,
    body: {},
  }),
  '/v1/responses': async () => ({ path: '/v1/responses', body: { model: 'm', input: 'Hi' } }),
  '/v1/responses/input_tokens': async () => ({ path: '/v1/responses/input_tokens', body: { model: 'm', input: 'Hi' } }),
  '/v1/responses/compact': async () => ({ path: '/v1/responses/compact', body: { model: 'm', input: 'Hi' } }),
  '/v1/responses/{id}/cancel': async () => ({
    path: `/v1/responses/${await make('/v1/responses', { model: 'm', input: 'Hi', background: true })}/cancel`,
    body: {},
  }),
  '/v1/conversations': async () => ({ path: '/v1/conversations', body: { metadata: { topic: 'x' } } }),
  '/v1/conversations/{id}': async () => ({
    path: `/v1/conversations/${await make('/v1/conversations', {})}`,
    body: { metadata: { topic: 'y' } },
  }),
  '/v1/containers': async () => ({ path: '/v1/containers', body: { name: 'c' } }),
  '/v1/containers/{id}/files': async () => ({
    path: `/v1/containers/${await make('/v1/containers', { name: 'c' })}/files`,
    body: formOf('x', 'x', {}),
  }),
  '/v1/files': async () => ({ path: '/v1/files', body: formOf('x', 'x', { purpose: 'user_data' }) }),
  '/v1/vector_stores': async () => ({ path: '/v1/vector_stores', body: { name: 'x' } }),
  '/v1/vector_stores/{id}': async () => ({
    path: `/v1/vector_stores/${await make('/v1/vector_stores', {})}`,
    body: { name: 'y' },
  }),
  '/v1/vector_stores/{id}/search': async () => ({
    path: `/v1/vector_stores/${await make('/v1/vector_stores', {})}/search`,
    body: { query: 'x' },
  }),
  '/v1/vector_stores/{id}/files': async () => {
    const { store, file } = await makeAttachedFile();
    return { path: `${store}/files`, body: { file_id: file } };
  },
  '/v1/vector_stores/{id}/files/{id}': async () => {
    const { store, file } = await makeAttachedFile();
    return { path: `${store}/files/${file}`, body: { attributes: { a: 1 } } };
  },
  '/v1/vector_stores/{id}/file_batches': async () => {
    const { store, file } = await makeAttachedFile();
    return { path: `${store}/file_batches`, body: { file_ids: [file] } };
  },
  '/v1/vector_stores/{id}/file_batches/{id}/cancel': async () => {
    const { store, file } = await makeAttachedFile();
    return {
      path: `${store}/file_batches/${await make(`${store}/file_batches`, { file_ids: [file] })}/cancel`,
      body: {},
    };
  },
  '/v1/embeddings': async () => ({ path: '/v1/embeddings', body: { model: 'words', input: 'x' } }),
  ...Object.fromEntries(
    ['/v1/rerank', '/rerank'].map((path) => [
      path,
      async () => ({ path, body: { model: 'ranks', query: 'x', documents: ['x'] } }),
    ]),
  ),
  '/v1/alpha/search': async () => ({ path: '/v1/alpha/search', body: { commands: { search_query: [{ q: 'x' }] } } }),
  '/v1/conversations/{id}/items': async () => ({
    path: `/v1/conversations/${await make('/v1/conversations', {})}/items`,
    body: { items: [{ role: 'user', content: 'Hi' }] },
  }),
};

describe('an idempotency key on', () => {
  it('every POST of the document is tried here', async () => {
    const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, object> };
    const posts = Object.entries(paths).flatMap(([path, operations]) =>
      'post' in operations ? [path.replaceAll(/\{\w+\}/g, '{id}')] : [],
    );
    expect(posts.toSorted()).toEqual(Object.keys(requests).toSorted());
  });

  it.each(Object.keys(requests))('POST %s does the work once, and gives the same bytes again', async (route) => {
    const { path, body } = (await requests[route]?.()) ?? { path: '', body: {} };
    const headers = { ...service.messagesHeaders, 'idempotency-key': `key of ${route}` };
    const send = (): Promise<Response> =>
      body instanceof FormData ? upload(service, body, headers, path) : service.post(path, body, headers);
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await second.text()).toBe(await first.text());
    expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
  });

  it('a conversation adds its items once', async () => {
    const id = await make('/v1/conversations', {});
    const send = (): Promise<Response> =>
      service.post(
        `/v1/conversations/${id}/items`,
        { items: [{ role: 'user', content: 'Hi' }] },
        { ...service.responsesHeaders, 'idempotency-key': 'once' },
      );
    await Promise.all([send(), send(), send()]);
    const items = (await (
      await fetch(`${service.url}/v1/conversations/${id}/items`, { headers: service.responsesHeaders })
    ).json()) as { data: unknown[] };
    expect(items.data).toHaveLength(1);
  });

  it('rejects its reuse for another conversation and for another version of the dialect', async () => {
    const [one, other] = [await make('/v1/conversations', {}), await make('/v1/conversations', {})];
    const add = (id: string): Promise<Response> =>
      service.post(
        `/v1/conversations/${id}/items`,
        { items: [{ role: 'user', content: 'Hi' }] },
        { ...service.responsesHeaders, 'idempotency-key': 'of one' },
      );
    expect([(await add(one)).status, (await add(other)).status]).toEqual([200, 400]);
    const ask = (version: string): Promise<Response> =>
      service.post('/v1/messages', message, {
        ...service.messagesHeaders,
        'anthropic-version': version,
        'idempotency-key': 'versions',
      });
    expect([(await ask('2023-06-01')).status, (await ask('2026-10-21')).status]).toEqual([200, 400]);
  });

  it.each([
    ['a response', '/v1/responses', { model: 'm', input: 'Hi' }],
    ['a streamed response', '/v1/responses', { model: 'm', input: 'Hi', stream: true }],
    ['a conversation', '/v1/conversations', { metadata: { topic: 'x' } }],
  ] as const)('%s does not bring it back after it was deleted', async (name, path, body) => {
    const send = (): Promise<Response> =>
      service.post(path, body, { ...service.responsesHeaders, 'idempotency-key': `deleted ${name}` });
    const [, id] = /"id":"((?:resp|conv)_\w+)"/.exec(await (await send()).text()) ?? [];
    expect((await send()).headers.get('idempotent-replayed')).toBe('true');
    expect(
      (await fetch(`${service.url}${path}/${id}`, { method: 'DELETE', headers: service.responsesHeaders })).status,
    ).toBe(200);
    const again = await send();
    expect([again.status, await again.json()]).toMatchObject([
      404,
      { error: { type: 'not_found_error', param: 'idempotency-key' } },
    ]);
  });

  it('what was added to a conversation does not bring it back after that was deleted', async () => {
    const id = await make('/v1/conversations', {});
    const send = (): Promise<Response> =>
      service.post(
        `/v1/conversations/${id}/items`,
        { items: [{ role: 'user', content: 'Hi' }] },
        { ...service.responsesHeaders, 'idempotency-key': 'added' },
      );
    expect((await send()).status).toBe(200);
    await fetch(`${service.url}/v1/conversations/${id}`, { method: 'DELETE', headers: service.responsesHeaders });
    expect((await send()).status).toBe(404);
  });

  it('replays a response that is not stored', async () => {
    const send = (): Promise<Response> =>
      service.post(
        '/v1/responses',
        { model: 'm', input: 'Hi', store: false },
        { ...service.responsesHeaders, 'idempotency-key': 'not stored' },
      );
    const [first, second] = [await (await send()).text(), await (await send()).text()];
    expect(second).toBe(first);
  });
});
