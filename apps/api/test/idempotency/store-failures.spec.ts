// A request with an idempotency key when the store is slow, fails, or reports that another process runs it.
import { defaultJobSettings, EngineError, type IdempotentAttempt, objectOf, type Store } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import { STORE } from '#src/engine/tokens.js';
import { eventually } from '../kit/eventually.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { hangAfterWrite } from './hang-after-write.js';

const often = { ...defaultJobSettings, heartbeatMs: 20 };
const shortLived = { ...often, leaseMs: 400 };
const key = { 'idempotency-key': 'k1' };
const busy = (): Promise<never> => Promise.reject(new EngineError('overloaded', 'The store is busy.'));

let service: TestService;
let second: TestService | undefined;
let lost: PromiseWithResolvers<never>;
beforeEach(() => {
  lost = Promise.withResolvers();
  lost.promise.catch(() => undefined);
});
afterEach(async () => {
  lost.reject(new EngineError('overloaded', 'The process is gone.'));
  await second?.stop();
  second = undefined;
  await service.close();
});

const storeOf = ({ app }: TestService): Store => app.get<Store>(STORE);
const send = (more: object = {}): Promise<Response> =>
  service.post(
    '/v1/responses',
    { model: 'm', input: 'Hi', ...more },
    { ...service.responsesHeaders, 'idempotency-key': 'k1' },
  );

describe('a request with an idempotency key', () => {
  it('is aborted with a retryable error when another replica has also started it', async () => {
    const languageModel = hangingModel();
    service = await startTestService({ models: { m: languageModel }, config: { background: often } });
    const store = storeOf(service);
    const response = send();
    await eventually(() => languageModel.started.length === 1);
    store.renewIdempotent = async () => false;
    const { status, headers } = await response;
    expect([status, headers.get('retry-after'), headers.get('x-should-retry')]).toEqual([409, '1', 'true']);
    expect(await (await response).text()).toContain('another attempt of this request may have started');
    expect(languageModel.abortedAt).toHaveLength(1);
  });

  it('is aborted when no heartbeat reaches the store for the length of its lease', async () => {
    const languageModel = hangingModel();
    service = await startTestService({
      models: { m: languageModel },
      config: { background: { ...often, leaseMs: 400 } },
    });
    storeOf(service).renewIdempotent = busy;
    expect((await send()).status).toBe(409);
    expect(languageModel.abortedAt).toHaveLength(1);
  });

  it('survives a store that misses some of its heartbeats', async () => {
    service = await startTestService({
      models: {
        m: scriptedModel(
          ...textResponse('Hello.').slice(0, 1),
          { type: 'delay', ms: 1500 },
          ...textResponse('Hello.').slice(1),
        ),
      },
      config: { background: { ...often, leaseMs: 1000 } },
    });
    const store = storeOf(service);
    const renew = store.renewIdempotent.bind(store);
    let signs = 0;
    store.renewIdempotent = (...args) => (++signs % 2 === 0 ? renew(...args) : busy());
    expect((await send()).status).toBe(200);
  });

  it('sends no more heartbeats after its response', async () => {
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Hello.')) },
      config: { background: often },
    });
    const store = storeOf(service);
    const late: IdempotentAttempt[] = [];
    await (await send()).text();
    store.renewIdempotent = async (attempt) => late.push(attempt) > 0;
    await new Promise((resolve) => setTimeout(resolve, 10 * often.heartbeatMs));
    expect(late).toEqual([]);
  });

  it.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])('is stored before its client has read the end, streamed: %s, with its response: %s', async (stream, store) => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
    const order: string[] = [];
    const slowly = async <Result>(persist: () => Promise<Result>): Promise<Result> => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const records = await persist();
      order.push('kept');
      return records;
    };
    const records = storeOf(service);
    const [put, finish] = [records.putTurn.bind(records), records.finishIdempotent.bind(records)];
    records.putTurn = (...args) => slowly(() => put(...args));
    records.finishIdempotent = (...args) => slowly(() => finish(...args));
    await (await send({ stream, store })).text();
    order.push('read');
    expect(order).toEqual(['kept', 'read']);
  });

  it('responds even when the stored response fails and there is no response object to store', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
    storeOf(service).finishIdempotent = busy;
    const response = await send({ store: false });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Hello.')]);
    expect(service.log).toContainEqual(
      expect.objectContaining({ level: 40, msg: 'failed to store the response to a request with an idempotency key' }),
    );
  });

  it('may be retried after its lease when its failure could not be stored', async () => {
    let attempts = 0;
    const model = createScriptedModel({
      id: 'm',
      script: () =>
        ++attempts === 1 ? [{ type: 'throw', error: new EngineError('overloaded', 'Busy.') }] : textResponse('Hello.'),
    });
    service = await startTestService({ models: { m: model }, config: { background: { ...often, leaseMs: 300 } } });
    const store = storeOf(service);
    const abandon = store.abandonIdempotent.bind(store);
    store.abandonIdempotent = busy;
    expect((await send()).status).toBe(503);
    store.abandonIdempotent = abandon;
    expect((await send()).status).toBe(200);
    expect(attempts).toBe(2);
  });

  const message = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
  it.each([
    ['a response', '/v1/responses', { model: 'm', input: 'Hi' }],
    ['a streamed response', '/v1/responses', { model: 'm', input: 'Hi', stream: true }],
    ['a message of a thread', '/v1/messages', { ...message, thread: { type: 'create' } }],
    ['a streamed message of a thread', '/v1/messages', { ...message, thread: { type: 'create' }, stream: true }],
    ['a background response', '/v1/responses', { model: 'm', input: 'Hi', background: true }],
    ['a streamed background response', '/v1/responses', { model: 'm', input: 'Hi', background: true, stream: true }],
    ['a batch', '/v1/messages/batches', { requests: [{ custom_id: 'a', params: message }] }],
  ])('creates one of %s, even when its process crashes right after storing it', async (_, path, body) => {
    service = await startTestService({
      models: { m: scriptedModel(...textResponse('Hello.')) },
      config: { background: shortLived },
    });
    const made = vanishAfterTurn(storeOf(service));
    void service.post(path, body, { ...service.messagesHeaders, ...key }).catch(() => undefined);
    const id = await made;
    second = await startTestService({
      models: { m: scriptedModel(...textResponse('Hello.')) },
      dataDir: service.dataDir,
      config: { background: shortLived },
    });
    const again = await second.post(path, body, { ...second.messagesHeaders, ...key });
    expect([again.status, again.headers.get('idempotent-replayed'), await again.text()]).toEqual([
      200,
      'true',
      expect.stringContaining(id),
    ]);
  });

  it.each([false, true])(
    'adds to a conversation once, even when its process crashes right after doing so, streamed: %s',
    async (stream) => {
      let runs = 0;
      const model = createScriptedModel({ id: 'm', script: () => (runs++, textResponse('Hello.')) });
      service = await startTestService({ models: { m: model }, config: { background: shortLived } });
      const { id } = (await (await service.post('/v1/conversations', {})).json()) as { id: string };
      const body = { model: 'm', input: 'Hi', conversation: id, stream };
      const made = vanishAfterTurn(storeOf(service));
      void service.post('/v1/responses', body, { ...service.responsesHeaders, ...key }).catch(() => undefined);
      await made;
      second = await startTestService({
        models: { m: model },
        dataDir: service.dataDir,
        config: { background: shortLived },
      });
      const again = await second.post('/v1/responses', body, { ...second.responsesHeaders, ...key });
      expect([again.status, again.headers.get('idempotent-replayed'), await again.text()]).toEqual([
        200,
        'true',
        expect.stringContaining('Hello.'),
      ]);
      const items = (await (
        await fetch(`${second.url}/v1/conversations/${id}/items`, { headers: second.responsesHeaders })
      ).json()) as { data: unknown[] };
      expect([runs, items.data.length]).toEqual([1, 2]);
    },
  );

  it('stores no response once another run of it may have started, and reports that', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
    const store = storeOf(service);
    const put = store.putTurn.bind(store);
    const statuses: string[] = [];
    store.putTurn = async (turn, addition) => {
      if (addition?.completedAttempt !== undefined) await store.abandonIdempotent(addition.completedAttempt.attempt);
      statuses.push(turn.status);
      return await put(turn, addition);
    };
    const { status, headers } = await send();
    expect([status, headers.get('x-should-retry'), statuses]).toEqual([409, 'true', ['completed', 'failed']]);
  });

  it('is counted completely when its client disconnects, even if it was stored before', async () => {
    service = await startTestService({
      models: {
        m: scriptedModel(
          ...textResponse('Hello.').slice(0, -1),
          { type: 'delay', ms: 1000 },
          ...textResponse('Hello.').slice(-1),
        ),
      },
    });
    const leaving = new AbortController();
    const response = await fetch(`${service.url}/v1/responses`, {
      method: 'POST',
      headers: { ...service.responsesHeaders, 'content-type': 'application/json', 'idempotency-key': 'k1' },
      body: JSON.stringify({ model: 'm', input: 'Hi', stream: true }),
      signal: leaving.signal,
    });
    let received = '';
    const abandoned = (async (): Promise<void> => {
      for await (const chunk of response.body ?? []) {
        received += Buffer.from(chunk).toString();
        if (received.includes('output_text.delta')) leaving.abort();
      }
    })();
    await expect(abandoned).rejects.toThrow('aborted');
    await eventually(() => service.log.some(({ clientAbort }) => clientAbort === true));
    expect(service.log.find(({ clientAbort }) => clientAbort === true)).toMatchObject({
      inputTokens: expect.any(Number),
      outputTokens: expect.any(Number),
    });
  });

  it('is replayed byte for byte when it was streamed, keep-alives included', async () => {
    const [start, ...others] = textResponse('Hello.');
    if (start === undefined) throw new Error('There is no response.');
    service = await startTestService({
      models: { m: scriptedModel(start, { type: 'delay', ms: 300 }, ...others) },
      config: { stream: { keepAliveSeconds: 0.1 } },
    });
    const first = await (await send({ stream: true })).text();
    expect(first).toContain(': ');
    expect(await (await send({ stream: true })).text()).toBe(first);
  });
});

/** Blocks the request after its next stored turn and returns the id of the turn. */
async function vanishAfterTurn(store: Store): Promise<string> {
  const [turn] = await hangAfterWrite(store, 'putTurn', lost.promise);
  return String(objectOf(turn)['id']);
}
