// The official Python packages name the media type on every request, also where they send no body.
import { createBackground, hasEnded, pollUntil } from '../kit/background.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterAll(() => service.close());

const json = { 'content-type': 'application/json' };

function send(
  method: 'POST' | 'DELETE',
  path: string,
  headers: Readonly<Record<string, string>> = json,
): Promise<Response> {
  return fetch(service.url + path, { method, headers: { ...service.messagesHeaders, ...headers } });
}

async function made(path: string, body: object): Promise<string> {
  const response = await service.post(path, body);
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

const backgroundResponse = async (): Promise<string> => {
  const { id } = await createBackground(service);
  await pollUntil(service, id, hasEnded);
  return id;
};
const conversation = (): Promise<string> =>
  made('/v1/conversations', { items: [{ id: 'msg_1', type: 'message', role: 'user', content: 'Hi' }] });
const batch = (): Promise<string> =>
  made('/v1/messages/batches', {
    requests: [{ custom_id: 'a', params: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] } }],
  });

async function endedBatch(): Promise<string> {
  const id = await batch();
  for (const end = performance.now() + 10_000; performance.now() < end;) {
    const shown = await fetch(`${service.url}/v1/messages/batches/${id}`, { headers: service.messagesHeaders });
    if (((await shown.json()) as { processing_status: string }).processing_status === 'ended') return id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the batch did not end');
}

describe('a request without a body but with content-type JSON', () => {
  it.each([
    ['DELETE', '/v1/responses/ID', backgroundResponse],
    ['POST', '/v1/responses/ID/cancel', backgroundResponse],
    ['DELETE', '/v1/conversations/ID/items/msg_1', conversation],
    ['DELETE', '/v1/conversations/ID', conversation],
    ['POST', '/v1/messages/batches/ID/cancel', batch],
    ['DELETE', '/v1/messages/batches/ID', endedBatch],
  ] as const)('is accepted: %s %s', async (method, path, make) => {
    const response = await send(method, path.replace('ID', await make()));
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  });

  it.each([
    '/v1/messages',
    '/v1/messages/count_tokens',
    '/v1/messages/batches',
    '/v1/responses',
    '/v1/responses/input_tokens',
  ])('is rejected by %s, which requires a body', async (path) => {
    const response = await send('POST', path);
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty('error.message', 'The body is empty; a JSON object was expected.');
  });

  it('matches the request without that header under one idempotency key', async () => {
    const path = `/v1/responses/${await backgroundResponse()}/cancel`;
    const first = await send('POST', path, { 'idempotency-key': 'k' });
    const again = await send('POST', path, { 'idempotency-key': 'k', ...json });
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 200, 'true']);
  });
});
