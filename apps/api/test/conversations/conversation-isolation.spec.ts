// Objects of other owners and missing objects give byte-identical responses on every route.
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
let id: string;
let itemId: string;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
  id = (
    (await (await service.post('/v1/conversations', { items: [{ role: 'user', content: 'secret' }] })).json()) as {
      id: string;
    }
  ).id;
  const list = await fetch(`${service.url}/v1/conversations/${id}/items`, { headers: service.responsesHeaders });
  itemId = ((await list.json()) as { first_id: string }).first_id;
});
afterAll(() => service.close());

const never = 'conv_0000000000000000000000';
const item = { items: [{ role: 'user', content: 'x' }] };
interface Route {
  readonly method: string;
  readonly what: string;
  readonly path: (conversation: string) => string;
  readonly body?: (conversation: string) => object;
}

const routes: readonly Route[] = [
  { method: 'GET', what: 'the conversation', path: (c) => `/conversations/${c}` },
  { method: 'POST', what: 'the conversation', path: (c) => `/conversations/${c}`, body: () => ({ metadata: {} }) },
  { method: 'DELETE', what: 'the conversation', path: (c) => `/conversations/${c}` },
  { method: 'POST', what: 'its items', path: (c) => `/conversations/${c}/items`, body: () => item },
  { method: 'GET', what: 'its items', path: (c) => `/conversations/${c}/items` },
  { method: 'GET', what: 'its items after one', path: (c) => `/conversations/${c}/items?after=${itemId}` },
  { method: 'GET', what: 'an item', path: (c) => `/conversations/${c}/items/${itemId}` },
  { method: 'DELETE', what: 'an item', path: (c) => `/conversations/${c}/items/${itemId}` },
  {
    method: 'POST',
    what: 'a response in it',
    path: () => '/responses',
    body: (c) => ({ model: 'm', input: 'x', conversation: c }),
  },
  {
    method: 'POST',
    what: 'a streamed response in it',
    path: () => '/responses',
    body: (c) => ({ model: 'm', input: 'x', conversation: { id: c }, stream: true }),
  },
  {
    method: 'POST',
    what: 'a background response in it',
    path: () => '/responses',
    body: (c) => ({ model: 'm', input: 'x', conversation: c, background: true }),
  },
];

describe('to another key', () => {
  it.each(routes)('$method of $what is the same as if it never was', async ({ method, path, body }) => {
    const ask = async (conversation: string, key: string): Promise<[number, string]> => {
      const payload = body?.(conversation);
      const response = await fetch(`${service.url}/v1${path(conversation)}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
      });
      return [response.status, await response.text()];
    };
    const otherOwner = await ask(id, otherKey);
    expect(otherOwner).toEqual(await ask(never, otherKey));
    expect(otherOwner[0]).toBe(404);
    expect(JSON.parse(otherOwner[1])).toMatchObject({
      error: { type: 'not_found_error', message: 'There is no conversation with this id.' },
    });
  });

  it('an item cannot be referred to', async () => {
    const response = await service.post(
      '/v1/conversations',
      { items: [{ type: 'item_reference', id: itemId }] },
      { authorization: `Bearer ${otherKey}` },
    );
    expect(response.status).toBe(404);
  });
});

describe('afterwards', () => {
  it('the owner still has everything', async () => {
    const list = await fetch(`${service.url}/v1/conversations/${id}/items`, { headers: service.responsesHeaders });
    expect(await list.json()).toMatchObject({ data: [{ id: itemId }], has_more: false });
  });
});
