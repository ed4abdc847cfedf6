// What becomes of a request with an idempotency key when the store is slow, fails, or says that somebody else runs it.
import { EngineError } from '@org/engine/errors/engine-error';
import { createScriptedGenerator } from '@org/engine/generators/scripted/scripted-generator';
import { defaultJobSettings } from '@org/engine/background/job-settings';
import type { IdempotentAttempt } from '@org/engine/ports/idempotency-store';
import type { Store } from '@org/engine/ports/store';
import { STORE } from '#src/engine/tokens.js';
import { eventually } from '../kit/eventually.js';
import { hanging, playing, textAnswer } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const often = { ...defaultJobSettings, heartbeatMs: 20 };
const busy = (): Promise<never> => Promise.reject(new EngineError('overloaded', 'The store is busy.'));

let service: TestService;
let second: TestService | undefined;
afterEach(async () => {
  await second?.stop();
  second = undefined;
  await service.close();
});

const storeOf = ({ app }: TestService): Store => app.get<Store>(STORE);
const send = (more: object = {}): Promise<Response> => service.post('/v1/responses', { model: 'm', input: 'Hi', ...more }, { ...service.responsesHeaders, 'idempotency-key': 'k1' });

describe('a request with an idempotency key', () => {
  it('that another replica has begun meanwhile is ended here, and its client may ask again', async () => {
    const generator = hanging();
    service = await startTestService({ models: { m: generator }, config: { background: often } });
    const store = storeOf(service);
    const answer = send();
    await eventually(() => generator.started.length === 1);
    store.renewIdempotent = async () => false;
    const { status, headers } = await answer;
    expect([status, headers.get('retry-after'), headers.get('x-should-retry')]).toEqual([409, '1', 'true']);
    expect(await (await answer).text()).toContain('another run of this request may have begun');
    expect(generator.abortedAt).toHaveLength(1);
  });

  it('is ended when no sign of life reached the store for as long as its lease', async () => {
    const generator = hanging();
    service = await startTestService({ models: { m: generator }, config: { background: { ...often, leaseMs: 400 } } });
    storeOf(service).renewIdempotent = busy;
    expect((await send()).status).toBe(409);
    expect(generator.abortedAt).toHaveLength(1);
  });

  it('outlives a store that hears some of its signs of life, and not others', async () => {
    service = await startTestService({ models: { m: playing(...textAnswer('Hello.').slice(0, 1), { type: 'delay', ms: 1500 }, ...textAnswer('Hello.').slice(1)) }, config: { background: { ...often, leaseMs: 1000 } } });
    const store = storeOf(service);
    const renew = store.renewIdempotent.bind(store);
    let signs = 0;
    store.renewIdempotent = (...args) => (++signs % 2 === 0 ? renew(...args) : busy());
    expect((await send()).status).toBe(200);
  });

  it('gives no more signs of life once it is answered', async () => {
    service = await startTestService({ models: { m: playing(...textAnswer('Hello.')) }, config: { background: often } });
    const store = storeOf(service);
    const late: IdempotentAttempt[] = [];
    await (await send()).text();
    store.renewIdempotent = async (attempt) => late.push(attempt) > 0;
    await new Promise((resolve) => setTimeout(resolve, 10 * often.heartbeatMs));
    expect(late).toEqual([]);
  });

  it.each([false, true])('is kept before its client has read the end, streamed: %s', async (stream) => {
    service = await startTestService({ models: { m: playing(...textAnswer('Hello.')) } });
    const store = storeOf(service);
    const finish = store.finishIdempotent.bind(store);
    const order: string[] = [];
    store.finishIdempotent = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const kept = await finish(...args);
      order.push('kept');
      return kept;
    };
    await (await send({ stream })).text();
    order.push('read');
    expect(order).toEqual(['kept', 'read']);
  });

  it('is answered also when its answer cannot be kept', async () => {
    service = await startTestService({ models: { m: playing(...textAnswer('Hello.')) } });
    storeOf(service).finishIdempotent = busy;
    const answer = await send();
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Hello.')]);
    expect(service.log).toContainEqual(expect.objectContaining({ level: 40, msg: 'the answer to a request with an idempotency key could not be kept' }));
  });

  it('that failed when the store could not be told may be tried again when its lease has run out', async () => {
    let attempts = 0;
    const model = createScriptedGenerator({ id: 'm', script: () => (++attempts === 1 ? [{ type: 'throw', error: new EngineError('overloaded', 'Busy.') }] : textAnswer('Hello.')) });
    service = await startTestService({ models: { m: model }, config: { background: { ...often, leaseMs: 300 } } });
    const store = storeOf(service);
    const abandon = store.abandonIdempotent.bind(store);
    store.abandonIdempotent = busy;
    expect((await send()).status).toBe(503);
    store.abandonIdempotent = abandon;
    expect((await send()).status).toBe(200);
    expect(attempts).toBe(2);
  });

  it.each([
    ['a background response', '/v1/responses', { model: 'm', input: 'Hi', background: true }],
    ['a streamed background response', '/v1/responses', { model: 'm', input: 'Hi', background: true, stream: true }],
    ['a batch', '/v1/messages/batches', { requests: [{ custom_id: 'a', params: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] } }] }],
  ])('makes one of %s, also when its process says nothing more from the moment on that it is kept', async (_, path, body) => {
    const background = { ...often, leaseMs: 400 };
    service = await startTestService({ models: { m: playing(...textAnswer('Hello.')) }, config: { background } });
    const key = { 'idempotency-key': 'k1' };
    const store = storeOf(service);
    const put = store.putTurn.bind(store);
    const made = Promise.withResolvers<string>();
    const gone = Promise.withResolvers<never>();
    const silence = (): Promise<never> => gone.promise;
    store.putTurn = async (turn, addition) => {
      const written = await put(turn, addition);
      if (addition?.job === undefined) return written;
      Object.assign(store, { finishIdempotent: silence, abandonIdempotent: silence, renewIdempotent: silence });
      made.resolve(turn.id);
      return await silence();
    };
    void service.post(path, body, { ...service.messagesHeaders, ...key }).catch(() => undefined);
    const id = await made.promise;
    second = await startTestService({ models: { m: playing(...textAnswer('Hello.')) }, dataDir: service.dataDir, config: { background } });
    const again = await second.post(path, body, { ...second.messagesHeaders, ...key });
    expect([again.status, again.headers.get('idempotent-replayed'), await again.text()]).toEqual([200, 'true', expect.stringContaining(id)]);
    gone.reject(new EngineError('overloaded', 'The process is gone.'));
  });
});
