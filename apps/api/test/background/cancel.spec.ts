import { checkResponseStream, type ResponseStreamEvent } from '@org/protocol/responses';
import { defaultJobSettings, EngineError, type Store } from '@org/engine';
import OpenAI from 'openai';
import {
  createBackground,
  eventsOf,
  framesOf,
  get,
  hasEnded,
  pollUntil,
  retrieve,
  type ApiType,
} from '../kit/background.js';
import { closeServices } from '../kit/close-services.js';
import { eventually } from '../kit/eventually.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService, type TestServiceOptions } from '../kit/start-service.js';
import { STORE } from '#src/engine/tokens.js';

const partial = textResponse('An answer that never ends.').slice(0, 5);
/** Keeps heartbeats and polling out of the tests: a heartbeat response would also report a cancellation. */
const onlyByNews = { ...defaultJobSettings, leaseMs: 3_600_000, heartbeatMs: 600_000, pollMs: 600_000 };
let service: TestService;
const services: TestService[] = [];
afterEach(() => closeServices(services));

async function serve(options: TestServiceOptions): Promise<TestService> {
  const started = await startTestService(options);
  services.push(started);
  return started;
}

async function cancel(id: string, at = service): Promise<ApiType> {
  const response = await at.post(`/v1/responses/${id}/cancel`, {});
  expect(response.status).toBe(200);
  return (await response.json()) as ApiType;
}

async function streamOf(id: string): Promise<ReturnType<typeof eventsOf>> {
  const events = eventsOf(await (await get(service, `${id}?stream=true`)).text());
  checkResponseStream(events as unknown as ResponseStreamEvent[]);
  return events;
}

/** Follows a response until `count` events are readable. */
async function untilVisible(at: TestService, id: string, count: number): Promise<void> {
  const leaving = new AbortController();
  const { body } = await fetch(`${at.url}/v1/responses/${id}?stream=true`, {
    headers: at.responsesHeaders,
    signal: leaving.signal,
  });
  let text = '';
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString();
    if (framesOf(text).filter((frame) => /^event: .*\.delta$/m.test(frame)).length >= count) break;
  }
  leaving.abort();
  // A client that still reads would get an error when the store closes.
  await eventually(() => at.log.some(({ stream }) => stream === true));
}

describe('cancelling a background response', () => {
  it('ends a running response at once with its partial output for every follower', async () => {
    const languageModel = hangingModel(partial);
    service = await serve({ models: { m: languageModel }, config: { background: onlyByNews } });
    const { id } = await createBackground(service);
    const following = streamOf(id);
    await eventually(() => languageModel.started.length === 1);
    await pollUntil(service, id, ({ status }) => status === 'in_progress');
    const cancelled = await cancel(id);
    expect(languageModel.abortedAt).toHaveLength(1);
    expect(cancelled).toMatchObject({ id, status: 'cancelled', error: null });
    expect(await retrieve(service, id)).toEqual(cancelled);
    const events = await following;
    expect(events.at(-1)).toMatchObject({ type: 'response.failed', response: cancelled });
    expect(await streamOf(id)).toEqual(events);
  });

  it('ends a queued response without starting it', async () => {
    const languageModel = hangingModel();
    const config = {
      background: { concurrency: 1, leaseMs: 10_000, heartbeatMs: 3_000, pollMs: 1_000, batchMs: 50, maxAttempts: 5 },
    };
    service = await serve({ models: { m: languageModel }, config });
    await createBackground(service);
    await eventually(() => languageModel.started.length === 1);
    const { id } = await createBackground(service);
    expect(await cancel(id)).toMatchObject({ id, status: 'cancelled', output: [] });
    expect((await streamOf(id)).map(({ type }) => type)).toEqual([
      'response.created',
      'response.queued',
      'response.failed',
    ]);
    expect(languageModel.started).toHaveLength(1);
    expect(languageModel.abortedAt).toHaveLength(0);
  });

  it('retries after a concurrent write and fails when the store fails', async () => {
    service = await serve({
      models: { m: hangingModel() },
      config: { background: { ...defaultJobSettings, concurrency: 1 } },
    });
    await createBackground(service);
    const [contested, unwritten] = [await createBackground(service), await createBackground(service)];
    const write = jest.spyOn(service.app.get<Store>(STORE), 'putTurn');
    write.mockRejectedValueOnce(new EngineError('conflict', 'Somebody else wrote.'));
    expect(await cancel(contested.id)).toMatchObject({ status: 'cancelled' });
    write.mockRejectedValueOnce(new EngineError('overloaded', 'The store is busy.'));
    expect((await service.post(`/v1/responses/${unwritten.id}/cancel`, {})).status).toBe(503);
    expect(write).toHaveBeenCalledTimes(3);
  });

  it('ends a response without output and aborts its model', async () => {
    const languageModel = hangingModel();
    service = await serve({ models: { m: languageModel }, config: { background: onlyByNews } });
    const { id } = await createBackground(service);
    await eventually(() => languageModel.started.length === 1);
    expect(await cancel(id)).toMatchObject({ status: 'cancelled' });
    await eventually(() => languageModel.abortedAt.length === 1);
    expect(await streamOf(id)).toHaveLength(3);
  });

  it('changes nothing when repeated or sent after the end', async () => {
    service = await serve({
      models: { m: scriptedModel(...textResponse('Done.')), n: hangingModel(partial) },
    });
    const { id } = await createBackground(service);
    const completed = await pollUntil(service, id, hasEnded);
    expect(await cancel(id)).toEqual(completed);
    const other = await createBackground(service, { model: 'n' });
    const all = await Promise.all([cancel(other.id), cancel(other.id), cancel(other.id)]);
    expect(new Set(all.map((payload) => JSON.stringify(payload))).size).toBe(1);
    expect(await cancel(other.id)).toEqual(all[0]);
    expect(all[0]).toMatchObject({ status: 'cancelled' });
  });

  it('works with the official client', async () => {
    service = await serve({ models: { m: hangingModel(partial) } });
    const client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    const { id } = await client.responses.create({ model: 'm', input: 'Hi', background: true });
    expect(await client.responses.cancel(id)).toMatchObject({ id, status: 'cancelled' });
    expect(await client.responses.stream({ response_id: id }).finalResponse()).toMatchObject({ status: 'cancelled' });
  });

  it('is asked of any replica', async () => {
    const languageModel = hangingModel(partial);
    service = await serve({ models: { m: languageModel }, config: { background: onlyByNews } });
    const { id } = await createBackground(service);
    await pollUntil(service, id, ({ status }) => status === 'in_progress');
    const other = await startTestService({
      models: { m: scriptedModel() },
      dataDir: service.dataDir,
      config: { background: onlyByNews },
    });
    try {
      expect(await cancel(id, other)).toMatchObject({ status: 'cancelled' });
      await eventually(() => languageModel.abortedAt.length === 1);
    } finally {
      await other.stop();
    }
    await streamOf(id);
  });

  it('does not end a response that has started, because only its worker knows the usage', async () => {
    const languageModel = hangingModel(partial);
    service = await serve({ models: { m: languageModel } });
    const store = service.app.get<Store>(STORE);
    const [getTurn, putTurn] = [store.getTurn.bind(store), store.putTurn.bind(store)];
    const { id } = await createBackground(service);
    await pollUntil(service, id, ({ status }) => status === 'in_progress');
    store.getTurn = async (owner, turnId) => {
      store.getTurn = getTurn;
      const turn = await getTurn(owner, turnId);
      return turn && { ...turn, status: 'queued' };
    };
    const written: boolean[] = [];
    store.putTurn = (turn, addition) => {
      written.push(addition?.lease !== undefined);
      return putTurn(turn, addition);
    };
    expect(await cancel(id)).toMatchObject({ status: 'cancelled' });
    expect(written).toEqual([true]);
  });

  // Both at once, because each waits ten seconds for the worker.
  it('ends a response whose worker has crashed with the stored output, at one token per delta, while its client stays or leaves', async () => {
    await Promise.all([true, false].map(cancelAfterCrash));
  });
});

/** Cancels a response at another replica after the crash of its worker. A client that does not stay disconnects first. */
async function cancelAfterCrash(stays: boolean): Promise<void> {
  const crashed = await serve({ models: { m: hangingModel(partial) }, config: { background: onlyByNews } });
  const { id } = await createBackground(crashed);
  const seen = partial.filter(({ type }) => type === 'part-delta').length;
  await pollUntil(crashed, id, ({ status }) => status === 'in_progress');
  await untilVisible(crashed, id, seen);
  await crashed.app.get<Store>(STORE).close();
  const other = await startTestService({
    models: { m: scriptedModel() },
    dataDir: crashed.dataDir,
    config: { background: onlyByNews, keyLimits: { named: [], tokensPerMinute: 1 } },
  });
  try {
    const response = await fetch(`${other.url}/v1/responses/${id}/cancel`, {
      method: 'POST',
      headers: other.responsesHeaders,
      ...(stays ? {} : { signal: AbortSignal.timeout(300) }),
    }).catch(() => undefined);
    expect(response?.ok).toBe(stays ? true : undefined);
    await eventually(() => other.log.some(({ route }) => route === '/v1/responses/:id/cancel'), 20_000);
    expect(await retrieve(other, id)).toMatchObject({
      status: 'cancelled',
      usage: { output_tokens: seen, total_tokens: seen, estimated: true },
    });
    expect(other.log.find(({ route }) => route === '/v1/responses/:id/cancel')).toMatchObject({
      model: 'm',
      outputTokens: seen,
      usageEstimated: true,
    });
    expect((await other.post('/v1/responses', { model: 'm', input: 'Hi' })).status).toBe(429);
  } finally {
    await other.stop();
  }
}

describe('cancelling a response that a client waited for', () => {
  it('is rejected', async () => {
    service = await serve({ models: { m: scriptedModel(...textResponse('Done.')) } });
    const { id } = (await (await service.post('/v1/responses', { model: 'm', input: 'Hi' })).json()) as ApiType;
    const response = await service.post(`/v1/responses/${id}/cancel`, {});
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  it('returns not found, never a server error, when the response is deleted during the request', async () => {
    service = await serve({ models: { m: hangingModel() } });
    for (let race = 0; race < 25; race += 1) {
      const { id } = await createBackground(service);
      const [cancelled, deleted] = await Promise.all([
        service.post(`/v1/responses/${id}/cancel`, {}),
        fetch(`${service.url}/v1/responses/${id}`, { method: 'DELETE', headers: service.responsesHeaders }),
      ]);
      expect([200, 404]).toContain(cancelled.status);
      expect(deleted.status).toBe(200);
    }
  });
});
