// The stored data of a thread and its deletion by its owner.
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeEach(async () => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
});
afterEach(() => service.close());

const bob = { 'x-api-key': otherKey, 'anthropic-version': '2023-06-01' };

const post = (thread: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  service.post(
    '/v1/messages',
    { model: 'm', max_tokens: 64, messages: [{ role: 'user', content: 'Hi' }], thread },
    { ...service.messagesHeaders, ...headers },
  );
const idOf = async (response: Response): Promise<string> => ((await response.json()) as { id: string }).id;
const create = async (): Promise<string> => idOf(await post({ type: 'create' }));
const goOn = (id: string): Promise<Response> => post({ type: 'continue', previous_message_id: id });
const remove = (id: string, headers: Readonly<Record<string, string>> = service.messagesHeaders): Promise<Response> =>
  fetch(`${service.url}/v1/messages/threads/${id}`, { method: 'DELETE', headers });

describe('a thread that never was', () => {
  it('is not found, also where an item of the client has the name of its setting', async () => {
    const item = { type: 'message', id: 'thread_msg_1', role: 'user', content: 'Hi', system: 5, tools: 7 };
    expect((await service.post('/v1/conversations', { items: [item] })).status).toBe(200);
    const refused = await goOn('msg_1');
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ error: { details: { error_code: 'thread_not_found' } } });
  });
});

describe('a thread that is deleted by its last message', () => {
  it('is deleted with all its earlier messages', async () => {
    const first = await create();
    const second = await idOf(await goOn(first));
    const third = await idOf(await goOn(second));
    const deleted = await remove(third);
    expect([deleted.status, await deleted.json()]).toEqual([200, { id: third, type: 'message_thread_deleted' }]);
    for (const id of [first, second, third]) {
      const refused = await goOn(id);
      expect(refused.status).toBe(404);
      expect(await refused.json()).toMatchObject({
        error: { type: 'not_found_error', details: { error_code: 'thread_not_found' } },
      });
      expect((await remove(id)).status).toBe(404);
    }
  });

  it('retains messages that another thread or a response also continues', async () => {
    const first = await create();
    const second = await idOf(await goOn(first));
    const [stored, dropped] = [await idOf(await goOn(second)), await idOf(await goOn(second))];
    expect((await remove(dropped)).status).toBe(200);
    expect((await goOn(dropped)).status).toBe(404);
    const last = await goOn(stored);
    expect(last.status).toBe(200);
    const response = await service.post('/v1/responses', { model: 'm', input: 'Hi', previous_response_id: first });
    expect((await remove(await idOf(last))).status).toBe(200);
    expect((await goOn(second)).status).toBe(404);
    expect(
      (await service.post('/v1/responses', { model: 'm', input: 'Hi', previous_response_id: await idOf(response) }))
        .status,
    ).toBe(200);
  });

  it('can be deleted as far as it exists when its start is deleted', async () => {
    const first = await create();
    const second = await idOf(await goOn(first));
    expect((await remove(first)).status).toBe(200);
    expect((await goOn(second)).status).toBe(404);
    expect((await remove(second)).status).toBe(200);
  });

  it('is byte-identical to a missing one for another key, and so is an id that is no thread', async () => {
    const thread = await create();
    const responseId = await idOf(await service.post('/v1/responses', { model: 'm', input: 'Hi' }));
    const batchId = await idOf(
      await service.post('/v1/messages/batches', {
        requests: [
          { custom_id: 'a', params: { model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hi' }] } },
        ],
      }),
    );
    const bodyOf = async (response: Response): Promise<unknown> => {
      expect(response.status).toBe(404);
      return { ...((await response.json()) as object), request_id: '' };
    };
    const never = await bodyOf(await remove('msg_0000000000000000000000', bob));
    expect(await bodyOf(await remove(thread, bob))).toEqual(never);
    for (const id of [
      responseId,
      batchId,
      await idOf(
        await service.post('/v1/messages', { model: 'm', max_tokens: 8, messages: [{ role: 'user', content: 'Hi' }] }),
      ),
    ]) {
      expect(await bodyOf(await remove(id))).toEqual(never);
    }
    expect((await goOn(thread)).status).toBe(200);
    expect(
      (await fetch(`${service.url}/v1/responses/${responseId}`, { headers: service.responsesHeaders })).status,
    ).toBe(200);
    expect(
      (await fetch(`${service.url}/v1/messages/batches/${batchId}`, { headers: service.messagesHeaders })).status,
    ).toBe(200);
  });

  it.each([false, true])('does not reappear under an idempotency key (streamed: %s)', async (stream) => {
    const send = (thread: object | undefined, key: string): Promise<Response> =>
      service.post(
        '/v1/messages',
        { model: 'm', max_tokens: 64, stream, messages: [{ role: 'user', content: 'Hi' }], thread },
        { ...service.messagesHeaders, 'idempotency-key': key },
      );
    const text = await (await send({ type: 'create' }, 'kept')).text();
    expect(await (await send({ type: 'create' }, 'kept')).text()).toBe(text);
    expect((await remove(/"id":"(msg_\w+)"/.exec(text)?.[1] ?? '')).status).toBe(200);
    expect((await send({ type: 'create' }, 'kept')).status).toBe(404);
    await (await send(undefined, 'not kept')).text();
    expect((await send(undefined, 'not kept')).headers.get('idempotent-replayed')).toBe('true');
  });
});
