import Anthropic from '@anthropic-ai/sdk';
import {
  type Clock,
  defaultJobSettings,
  EngineError,
  type LanguageModel,
  type JobSettings,
  type Store,
} from '@org/engine';
import { createScriptedModel, type ScriptStep } from '@org/engine/testing';
import {
  messageBatchIndividualResponseSchema,
  messageBatchSchema,
  messageBatchesPageSchema,
} from '@org/protocol/messages';
import { batchQueue } from '#src/batches/batch-queue-name.js';
import { Batches } from '#src/batches/batches.js';
import { STORE } from '#src/engine/tokens.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { closeServices } from '../kit/close-services.js';
import { eventually } from '../kit/eventually.js';
import { textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

interface Batch {
  readonly id: string;
  readonly processing_status: string;
  readonly request_counts: Readonly<Record<string, number>>;
  readonly results_url: string | null;
  readonly cancel_initiated_at: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}
interface BatchResultLine {
  readonly custom_id: string;
  readonly result: {
    readonly type: string;
    readonly message?: { readonly content: readonly { readonly text: string }[] };
    readonly error?: { readonly type: string; readonly error: { readonly type: string; readonly message: string } };
  };
}

const day = 86_400_000;
const services: TestService[] = [];
let asked: string[] = [];
/** Request headers that upstreams of the dialect received. */
let sentHeaders: unknown[] = [];
/** Name of the slow request that is currently not delayed. */
let hurried: string | undefined;
/** Creates a model that repeats its prompt and delays a prompt of "slow". */
const echo = (): LanguageModel =>
  createScriptedModel({
    id: 'm',
    script: (request) => {
      const text =
        request.messages
          .at(-1)
          ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
          .join('') ?? '';
      asked.push(text);
      sentHeaders.push(request.extensions?.messages?.['$shape']);
      if (text.includes('busy') && asked.filter((one) => one === text).length < 3)
        return [{ type: 'throw', error: new EngineError('overloaded', 'Busy.') }];
      if (text.includes('gone')) return [{ type: 'throw', error: new EngineError('upstream-failed', 'Gone.') }];
      if (text.includes('leisurely')) return [{ type: 'delay', ms: 600 }, ...textResponse(`You said ${text}.`)];
      const slow: ScriptStep[] = text.includes('slow') && text !== hurried ? [{ type: 'delay', ms: 60_000 }] : [];
      const [first, ...rest] = textResponse(`You said ${text}.`);
      return first === undefined ? [] : [first, ...slow, ...rest];
    },
  });

beforeEach(() => {
  asked = [];
  sentHeaders = [];
  hurried = undefined;
});
afterEach(() => closeServices(services));

async function serve(
  dataDir?: string,
  clock?: Clock,
  jobs: Partial<JobSettings> = {},
  graceMs = 100,
): Promise<TestService> {
  const background = { ...defaultJobSettings, leaseMs: 1500, heartbeatMs: 400, pollMs: 200, ...jobs };
  const service = await startTestService({
    models: { m: echo() },
    config: { background, shutdown: { announceMs: 0, graceMs } },
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(clock === undefined ? {} : { clock }),
  });
  services.push(service);
  return service;
}

const ask = (id: string, text: string, more: object = {}): object => ({
  custom_id: id,
  params: { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: text }], ...more },
});
const get = (service: TestService, path: string, headers = service.messagesHeaders): Promise<Response> =>
  fetch(service.url + path, { headers });

async function create(service: TestService, ...requests: readonly object[]): Promise<Batch> {
  const response = await service.post('/v1/messages/batches', { requests });
  expect(response.status).toBe(200);
  return (await response.json()) as Batch;
}

/** A batch that has ended, with `count` results of `size` characters, as if they had been made. */
async function storeLarge(service: TestService, count: number, size: number): Promise<string> {
  const store = service.app.get<Store>(STORE);
  const small = await create(service, ask('a', 'one'));
  await ended(service, small.id);
  const stored = await store.getTurn('name:alice', small.id);
  if (stored === undefined) throw new Error('the batch is not there');
  const id = 'msgbatch_large';
  const events = Array.from({ length: count }, (_, seq) => ({
    seq,
    data: JSON.stringify({ attempt: 1, custom_id: `r${seq}`, result: { type: 'canceled', text: 'x'.repeat(size) } }),
  }));
  await store.putTurn({ ...stored, id, payload: { ...stored.payload, id } }, { events });
  return id;
}

async function ended(service: TestService, id: string): Promise<Batch> {
  for (const end = performance.now() + 10_000; performance.now() < end;) {
    const batch = (await (await get(service, `/v1/messages/batches/${id}`)).json()) as Batch;
    if (batch.processing_status === 'ended') return batch;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  throw new Error('the batch did not end');
}

async function results(service: TestService, url: string): Promise<Map<string, BatchResultLine['result']>> {
  const response = await fetch(url, { headers: service.messagesHeaders });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-jsonl']);
  const lines = (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BatchResultLine);
  for (const line of lines) {
    expect(messageBatchIndividualResponseSchema.safeParse(line).success).toBe(true);
    expect(Object.keys(line)).toEqual(['custom_id', 'result']);
  }
  return new Map(lines.map((line) => [line.custom_id, line.result]));
}

describe('a batch of messages', () => {
  it('runs each request separately and fails only the invalid one', async () => {
    const service = await serve();
    const batch = await create(
      service,
      ask('a', 'one'),
      ask('b', 'two', { temperature: 9 }),
      ask('c', 'three', { model: 'none' }),
      ask('d', 'four'),
    );
    expect(messageBatchSchema.safeParse(batch).success).toBe(true);
    expect(batch).toMatchObject({
      type: 'message_batch',
      processing_status: 'in_progress',
      request_counts: { processing: 4, succeeded: 0 },
      results_url: null,
    });
    const done = await ended(service, batch.id);
    expect(done.request_counts).toEqual({ processing: 0, succeeded: 2, errored: 2, canceled: 0, expired: 0 });
    expect(done.results_url).toBe(`${service.url}/v1/messages/batches/${batch.id}/results`);
    const lines = await results(service, done.results_url ?? '');
    expect(lines.get('a')?.message?.content[0]?.text).toBe('You said one.');
    expect(lines.get('b')?.error).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringContaining('temperature') as string },
    });
    expect(lines.get('c')?.error).toMatchObject({ type: 'error', error: { type: 'not_found_error' } });
    expect(lines.size).toBe(4);
  });

  it('yields to other work when many requests fail at once', async () => {
    const service = await serve();
    let [max, before] = [0, service.log.length];
    let next = setImmediate(function others(): void {
      max = Math.max(max, service.log.length - before);
      before = service.log.length;
      next = setImmediate(others);
    });
    const batch = await create(
      service,
      ...Array.from({ length: 400 }, (_, n) => ask(String(n), 'x', { model: 'none' })),
    );
    const done = await ended(service, batch.id);
    clearImmediate(next);
    expect(done.request_counts).toMatchObject({ errored: 400 });
    expect(max).toBeLessThan(40);
  });

  it('waits for a busy model, but only a limited time for a failing one', async () => {
    const service = await serve();
    const batch = await create(service, ask('a', 'busy'), ask('b', 'gone'), ask('c', 'one'));
    const done = await ended(service, batch.id);
    expect(done.request_counts).toMatchObject({ succeeded: 2, errored: 1 });
    const lines = await results(service, done.results_url ?? '');
    expect(lines.get('a')?.message?.content[0]?.text).toBe('You said busy.');
    expect(lines.get('b')?.error?.error.type).toBe('api_error');
    expect(asked.toSorted()).toEqual(['busy', 'busy', 'busy', 'gone', 'gone', 'gone', 'one']);
  });

  it('stops waiting for a busy model when it is cancelled', async () => {
    const service = await serve();
    const batch = await create(service, ask('a', 'busy'));
    await eventually(() => asked.length > 0);
    await service.post(`/v1/messages/batches/${batch.id}/cancel`, {});
    expect((await ended(service, batch.id)).request_counts).toMatchObject({ canceled: 1 });
  });

  it('uses the API version and the betas of the batch request', async () => {
    const service = await serve();
    const sent = {
      ...service.messagesHeaders,
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'one-2025-01-01, two-2025-02-02',
    };
    const response = await fetch(`${service.url}/v1/messages/batches`, {
      method: 'POST',
      headers: sent,
      body: JSON.stringify({ requests: [ask('a', 'one'), ask('b', 'two')] }),
    });
    await ended(service, ((await response.json()) as Batch).id);
    const expected: unknown = expect.objectContaining({
      version: '2023-06-01',
      betas: ['one-2025-01-01', 'two-2025-02-02'],
    });
    expect(sentHeaders).toEqual([expected, expected]);
  });

  it('accepts betas in the body as the official types do and treats them like those of the header', async () => {
    const service = await serve();
    const client = new Anthropic({ apiKey: service.key, baseURL: service.url });
    const request = (id: string, betas: readonly string[]): Anthropic.Beta.Messages.BatchCreateParams.Request => ({
      custom_id: id,
      params: { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: id }], betas: [...betas] },
    });
    const { data, response } = await client.beta.messages.batches
      .create({ betas: ['one-2025-01-01'], requests: [request('a', ['two-2025-02-02', 'one-2025-01-01'])] })
      .withResponse();
    expect(response.headers.get('x-service-warning')).toBeNull();
    await ended(service, data.id);
    expect(sentHeaders).toEqual([
      expect.objectContaining({ betas: expect.arrayContaining(['one-2025-01-01', 'two-2025-02-02']) as unknown }),
    ]);
    const odd = await client.beta.messages.batches
      .create({ requests: [request('b', ['three\r\nx-api-key: y'])] })
      .withResponse();
    expect(odd.response.headers.get('x-service-warning')).toContain(
      "requests.0.params.betas: 'betas' is unknown; the service ignores it.",
    );
    expect((await ended(service, odd.data.id)).request_counts).toMatchObject({ succeeded: 1 });
    expect(JSON.stringify(sentHeaders[1])).not.toContain('three');
  });

  it('works with the official package as it is', async () => {
    const service = await serve();
    const client = new Anthropic({ apiKey: service.key, baseURL: service.url });
    const { id } = await client.messages.batches.create({
      requests: [ask('a', 'one'), ask('b', 'two')] as Anthropic.Messages.BatchCreateParams.Request[],
    });
    await ended(service, id);
    const seen: string[] = [];
    for await (const { custom_id: customId, result } of await client.messages.batches.results(id)) {
      if (result.type === 'succeeded')
        seen.push(
          `${customId}: ${result.message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')}`,
        );
    }
    expect(seen.toSorted()).toEqual(['a: You said one.', 'b: You said two.']);
    const listed: string[] = [];
    for await (const batch of client.messages.batches.list()) listed.push(batch.id);
    expect(listed).toEqual([id]);
    expect(await client.messages.batches.delete(id)).toEqual({ id, type: 'message_batch_deleted' });
    await expect(client.messages.batches.retrieve(id)).rejects.toThrow(/404/);
  });

  it('retains the completed results after a cancellation and reports the rest as canceled', async () => {
    const service = await serve();
    const batch = await create(service, ask('a', 'one'), ...['b', 'c', 'd', 'e', 'f'].map((id) => ask(id, 'slow')));
    while (!asked.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 150));
    const canceling = (await (await service.post(`/v1/messages/batches/${batch.id}/cancel`, {})).json()) as Batch;
    expect(canceling.processing_status).toBe('canceling');
    expect((await service.post(`/v1/messages/batches/${batch.id}/cancel`, {})).status).toBe(200);
    const done = await ended(service, batch.id);
    expect(done.request_counts).toEqual({ processing: 0, succeeded: 1, errored: 0, canceled: 5, expired: 0 });
    expect(done.cancel_initiated_at).toBe(canceling.cancel_initiated_at);
    expect((await results(service, done.results_url ?? '')).get('f')).toEqual({ type: 'canceled' });
  });

  it('retains its cancellation time when the cancellation arrives while its end is written', async () => {
    const service = await serve();
    const store = service.app.get<Store>(STORE);
    const putTurn = store.putTurn.bind(store);
    let canceling: Batch | undefined;
    store.putTurn = async (turn, addition) => {
      if (turn.status === 'completed' && turn.id.startsWith('msgbatch_') && canceling === undefined) {
        canceling = (await (await service.post(`/v1/messages/batches/${turn.id}/cancel`, {})).json()) as Batch;
      }
      return putTurn(turn, addition);
    };
    const batch = await create(service, ask('a', 'one'));
    const done = await ended(service, batch.id);
    expect([canceling?.processing_status, done.cancel_initiated_at]).toEqual([
      'canceling',
      canceling?.cancel_initiated_at,
    ]);
    expect(done.request_counts).toMatchObject({ succeeded: 1 });
  });

  it('returns its regular end when it ends before the cancellation', async () => {
    const service = await serve();
    const store = service.app.get<Store>(STORE);
    const requestCancel = store.requestCancel.bind(store);
    const batch = await create(service, ask('a', 'slow'));
    store.requestCancel = async (owner, id) => {
      // A concurrent cancellation ends the batch in between.
      await requestCancel(owner, id);
      await ended(service, id);
      return requestCancel(owner, id);
    };
    const response = (await (await service.post(`/v1/messages/batches/${batch.id}/cancel`, {})).json()) as Batch;
    expect(response).toEqual(await ended(service, batch.id));
  });

  it('does not reappear when it ends and is deleted before its cancellation is stored', async () => {
    const service = await serve();
    const batch = await create(service, ask('a', 'x'));
    await ended(service, batch.id);
    const store = service.app.get<Store>(STORE);
    const read = store.getTurn.bind(store);
    const before = await read('name:alice', batch.id);
    let looks = 0;
    store.getTurn = async (...of) => {
      looks += 1;
      if (looks > 1) return read(...of);
      // What was read a moment ago, when it had not ended.
      await store.deleteTurn('name:alice', batch.id);
      return (
        before && {
          ...before,
          status: 'queued',
          payload: { ...before.payload, processing_status: 'in_progress', ended_at: null },
        }
      );
    };
    expect((await service.post(`/v1/messages/batches/${batch.id}/cancel`, {})).status).toBe(404);
    expect((await get(service, `/v1/messages/batches/${batch.id}`)).status).toBe(404);
  });

  it('is cancelled by a second attempt after the first one failed midway', async () => {
    const service = await serve();
    const batch = await create(service, ask('a', 'slow'));
    const store = service.app.get<Store>(STORE);
    const requestCancel = store.requestCancel.bind(store);
    store.requestCancel = async () => {
      store.requestCancel = requestCancel;
      throw new EngineError('overloaded', 'The store is busy.');
    };
    const cancel = (): Promise<Response> => service.post(`/v1/messages/batches/${batch.id}/cancel`, {});
    expect((await cancel()).status).toBe(529);
    const canceling = (await (await cancel()).json()) as Batch;
    expect(canceling.processing_status).toBe('canceling');
    const done = await ended(service, batch.id);
    expect([done.request_counts['canceled'], done.cancel_initiated_at]).toEqual([1, canceling.cancel_initiated_at]);
  });

  it('resumes after a restart without running a request twice', async () => {
    const first = await serve();
    const batch = await create(first, ask('a', 'one'), ask('b', 'two'), ask('c', 'slow'));
    while (asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 150));
    await first.stop();
    services.splice(0);
    const second = await serve(first.dataDir);
    while (asked.length < 4) await new Promise((resolve) => setTimeout(resolve, 20));
    await second.post(`/v1/messages/batches/${batch.id}/cancel`, {});
    const done = await ended(second, batch.id);
    expect(done.request_counts).toMatchObject({ succeeded: 2, canceled: 1 });
    expect(asked.filter((text) => text !== 'slow')).toHaveLength(2);
  });

  it('starts no more requests before a shutdown, so that none is aborted and repeated', async () => {
    const texts = Array.from({ length: 12 }, (_, n) => `leisurely ${n}`);
    const first = await serve(undefined, undefined, {}, 1_000);
    const { id } = await create(first, ...texts.map((text, n) => ask(String(n), text)));
    while (asked.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await first.stop();
    services.splice(0);
    const before = asked.length;
    const second = await serve(first.dataDir);
    const done = await ended(second, id);
    expect(done.request_counts).toMatchObject({ succeeded: texts.length });
    // The process released the job instead of crashing, which does not count as an attempt.
    await eventually(() => second.log.some(({ msg }) => msg === 'job'));
    expect(second.log.find(({ msg }) => msg === 'job')).toMatchObject({ attempt: 1 });
    expect(asked.toSorted()).toEqual(texts.toSorted());
    expect(before).toBeLessThan(texts.length);
  });

  it('that gets on between restarts is done, however many there are', async () => {
    const texts = ['slow one', 'slow two', 'slow three', 'slow four', 'slow five'];
    const jobs = { maxAttempts: 2 };
    let service = await serve(undefined, undefined, jobs);
    const { id } = await create(service, ...texts.map((text, index) => ask(String(index), text)));
    for (const [index, text] of texts.entries()) {
      await service.stop();
      services.splice(0);
      hurried = text;
      service = await serve(service.dataDir, undefined, jobs);
      const store = service.app.get<Store>(STORE);
      while (((await store.readEvents('name:alice', id, -1, 10))?.events.length ?? 0) <= index)
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const done = await ended(service, id);
    expect(done.request_counts).toMatchObject({ succeeded: texts.length, errored: 0 });
    await results(service, done.results_url ?? '');
  });

  it('is retried a limited number of times without progress', async () => {
    const jobs = { maxAttempts: 2 };
    let service = await serve(undefined, undefined, jobs);
    const { id } = await create(service, ask('a', 'slow'));
    for (let attempt = 1; attempt <= jobs.maxAttempts; attempt++) {
      while (asked.length < attempt) await new Promise((resolve) => setTimeout(resolve, 20));
      await service.stop();
      services.splice(0);
      service = await serve(service.dataDir, undefined, jobs);
    }
    const done = await ended(service, id);
    expect(done.request_counts).toMatchObject({ succeeded: 0, errored: 1 });
    expect((await results(service, done.results_url ?? '')).get('a')?.error?.error.message).toMatch(
      /restarted or lost its store too many times/,
    );
    expect(asked).toHaveLength(jobs.maxAttempts);
  });

  it('is retried a limited number of times after its last progress and retains its results', async () => {
    const jobs = { maxAttempts: 2 };
    let service = await serve(undefined, undefined, jobs);
    const { id } = await create(service, ask('a', 'one'), ask('b', 'slow'));
    const store = service.app.get<Store>(STORE);
    while ((await store.readEvents('name:alice', id, -1, 10))?.events.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    for (let restart = 1; restart <= 1 + jobs.maxAttempts; restart++) {
      while (asked.filter((text) => text === 'slow').length < restart)
        await new Promise((resolve) => setTimeout(resolve, 20));
      await service.stop();
      services.splice(0);
      service = await serve(service.dataDir, undefined, jobs);
    }
    const done = await ended(service, id);
    expect(done.request_counts).toMatchObject({ succeeded: 1, errored: 1 });
    expect((await results(service, done.results_url ?? '')).get('b')?.error?.error.message).toMatch(
      /restarted or lost its store too many times/,
    );
    expect(asked.filter((text) => text === 'one')).toHaveLength(1);
  });

  it('retains completed results when it expires and reports the rest as expired, including the running request', async () => {
    // A service whose clock is almost a day late created the batch; the next one finds its last seconds.
    const first = await serve(undefined, { now: () => Date.now() - day + 4_000 });
    const batch = await create(first, ask('a', 'one'), ...['b', 'c', 'd', 'e', 'f'].map((id) => ask(id, 'slow')));
    expect(Date.parse(batch.expires_at) - Date.parse(batch.created_at)).toBe(day);
    while (!asked.includes('slow')) await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 150));
    await first.stop();
    services.splice(0);
    const service = await serve(first.dataDir);
    const done = await ended(service, batch.id);
    expect(done.request_counts).toEqual({ processing: 0, succeeded: 1, errored: 0, canceled: 0, expired: 5 });
    const lines = await results(service, done.results_url ?? '');
    expect(lines.get('a')?.type).toBe('succeeded');
    expect(lines.get('b')).toEqual({ type: 'expired' });
    expect(lines.get('f')).toEqual({ type: 'expired' });
  });

  it('runs without expired requests when it was created with a clock weeks ahead', async () => {
    let ahead = 40 * day;
    const service = await serve(undefined, { now: () => Date.now() + ahead });
    const { id } = await create(
      service,
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((each) => ask(each, `leisurely ${each}`)),
    );
    ahead = 0;
    expect((await ended(service, id)).request_counts).toEqual({
      processing: 0,
      succeeded: 6,
      errored: 0,
      canceled: 0,
      expired: 0,
    });
  });

  it('asks no model when it is cancelled before its start, even if the notification is late', async () => {
    const service = await serve();
    const store = service.app.get<Store>(STORE);
    const claim = store.claimJob.bind(store);
    const looked = Promise.withResolvers<void>();
    const claimNothing = async (queue: string): Promise<void> => {
      // The queue of the background responses is looked through, too.
      if (queue === batchQueue) looked.resolve();
    };
    Object.assign(store, { claimJob: claimNothing, extendLease: async () => 'held' });
    // A lookup that started earlier would find the batch.
    await looked.promise;
    const { id } = await create(service, ask('a', 'one'), ask('b', 'two'));
    expect((await service.post(`/v1/messages/batches/${id}/cancel`, {})).status).toBe(200);
    store.claimJob = claim;
    expect((await ended(service, id)).request_counts).toEqual({
      processing: 0,
      succeeded: 0,
      errored: 0,
      canceled: 2,
      expired: 0,
    });
    expect(asked).toEqual([]);
  });

  it('ends at the next start when it expired during downtime and runs no more requests', async () => {
    const first = await serve();
    const batch = await create(first, ...['a', 'b', 'c'].map((id) => ask(id, 'slow')));
    while (asked.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));
    await first.stop();
    services.splice(0);
    asked = [];
    const second = await serve(first.dataDir, { now: () => Date.now() + day });
    const done = await ended(second, batch.id);
    expect(done.request_counts).toEqual({ processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 3 });
    expect((await results(second, done.results_url ?? '')).size).toBe(3);
    expect(asked).toEqual([]);
  });

  it('is not created for a client that disconnects before it is stored', async () => {
    const service = await serve();
    const store = service.app.get<Store>(STORE);
    const add = store.createConversation.bind(store);
    const listed = Promise.withResolvers<void>();
    const disconnected = Promise.withResolvers<void>();
    store.createConversation = async (...args) => {
      const created = await add(...args);
      listed.resolve();
      await disconnected.promise;
      return created;
    };
    const leaving = new AbortController();
    const request = fetch(`${service.url}/v1/messages/batches`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { ...service.messagesHeaders, 'content-type': 'application/json' },
      body: JSON.stringify({ requests: [ask('a', 'one')] }),
    });
    await listed.promise;
    leaving.abort();
    await expect(request).rejects.toThrow(/abort/);
    await eventually(() => service.app.get(ActiveRequests).count === 0);
    disconnected.resolve();
    const stored = await create(service, ask('b', 'two'));
    await ended(service, stored.id);
    expect(await (await get(service, '/v1/messages/batches')).json()).toMatchObject({
      data: [{ id: stored.id }],
      has_more: false,
    });
    expect(asked).toEqual(['two']);
  });

  it('is not accessible to other owners', async () => {
    const service = await serve();
    const batch = await create(service, ask('a', 'one'));
    await ended(service, batch.id);
    const bob = { ...service.messagesHeaders, authorization: `Bearer ${otherKey}` };
    const other = await get(service, `/v1/messages/batches/${batch.id}`, bob);
    const none = await get(service, '/v1/messages/batches/msgbatch_none', bob);
    const withoutId = async (response: Response): Promise<unknown> => ({
      ...((await response.json()) as object),
      request_id: '',
    });
    expect(other.status).toBe(404);
    expect(await withoutId(other)).toEqual(await withoutId(none));
    expect((await get(service, `/v1/messages/batches/${batch.id}/results`, bob)).status).toBe(404);
    expect(await get(service, '/v1/messages/batches', bob).then((response) => response.json())).toMatchObject({
      data: [],
      has_more: false,
    });
    expect((await get(service, `/v1/responses/${batch.id}`)).status).toBe(404);
    expect((await get(service, '/v1/conversations/batches')).status).toBe(404);
  });

  it('is listed, newest first, page by page in both directions', async () => {
    const service = await serve();
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) ids.unshift((await create(service, ask('a', text))).id);
    const page = async (query: string): Promise<{ data: Batch[]; has_more: boolean }> =>
      (await (await get(service, `/v1/messages/batches${query}`)).json()) as { data: Batch[]; has_more: boolean };
    const first = await page('?limit=2');
    expect(messageBatchesPageSchema.safeParse(first).success).toBe(true);
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([ids.slice(0, 2), true]);
    const second = await page(`?limit=2&after_id=${ids[1] ?? ''}`);
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(2), false]);
    expect((await page(`?before_id=${ids[2] ?? ''}`)).data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    for (const id of ids) await ended(service, id);
  });

  it('is listed without blocking other store queries, however large the page', async () => {
    const service = await serve();
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.unshift((await create(service, ask('a', `${n}`))).id);
    for (const id of ids) await ended(service, id);
    const store = service.app.get<Store>(STORE);
    const read = store.getTurn.bind(store);
    let [running, max] = [0, 0];
    store.getTurn = async (...of) => {
      max = Math.max(max, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
      return read(...of).finally(() => (running -= 1));
    };
    const page = (await (await get(service, '/v1/messages/batches?limit=1000')).json()) as { data: Batch[] };
    expect(page.data.map(({ id }) => id)).toEqual(ids);
    expect(max).toBeLessThan(5);
  });

  it('can be deleted while the official SDK goes through the list, in both directions', async () => {
    const service = await serve();
    const made = async (): Promise<string[]> => {
      const ids: string[] = [];
      for (const text of ['one', 'two', 'three', 'four', 'five'])
        ids.unshift((await ended(service, (await create(service, ask('a', text))).id)).id);
      return ids;
    };
    const client = new Anthropic({ baseURL: service.url, apiKey: service.key, maxRetries: 0 });
    const ids = await made();
    const deleted: string[] = [];
    for await (const { id } of client.messages.batches.list({ limit: 2 }))
      deleted.push((await client.messages.batches.delete(id)).id);
    expect(deleted).toEqual(ids);
    const [newest, , third, , oldest] = await made();
    for (const id of [third, newest, oldest]) await client.messages.batches.delete(id ?? '');
    const page = async (query: string): Promise<string[]> =>
      ((await (await get(service, `/v1/messages/batches?${query}`)).json()) as { data: Batch[] }).data.map(
        ({ id }) => id,
      );
    const [second, fourth] = await page('');
    expect([await page(`after_id=${third ?? ''}`), await page(`before_id=${third ?? ''}`)]).toEqual([
      [fourth],
      [second],
    ]);
    expect([await page(`after_id=${oldest ?? ''}`), await page(`before_id=${newest ?? ''}`)]).toEqual([[], []]);
    expect([await page(`after_id=${newest ?? ''}`), await page(`before_id=${oldest ?? ''}`)]).toEqual([
      [second, fourth],
      [second, fourth],
    ]);
  });

  it.each(['after_id', 'before_id'])('rejects an unknown batch as a list cursor: %s', async (param) => {
    const service = await serve();
    const refusal = {
      error: {
        type: 'invalid_request_error',
        message: `${param}: no batch of yours has this id, or it was deleted more than a day ago.`,
      },
    };
    const list = async (): Promise<unknown> =>
      (await get(service, `/v1/messages/batches?${param}=msgbatch_none`)).json();
    expect(await list()).toMatchObject(refusal);
    await create(service, ask('a', 'one'));
    expect(await list()).toMatchObject(refusal);
  });

  it('cannot be continued, as if no such response existed', async () => {
    const service = await serve();
    const { id } = await create(service, ask('a', 'one'));
    await ended(service, id);
    const continued = await service.post('/v1/responses', { model: 'm', input: 'x', previous_response_id: id });
    expect(continued.status).toBe(400);
    expect(await continued.json()).toMatchObject({ error: { code: 'previous_response_not_found' } });
    const thread = { type: 'continue', previous_message_id: id };
    const message = await service.post('/v1/messages', {
      model: 'm',
      max_tokens: 9,
      thread,
      messages: [{ role: 'user', content: 'x' }],
    });
    expect(message.status).toBe(404);
    expect(await message.json()).toMatchObject({ error: { details: { error_code: 'thread_not_found' } } });
    expect((await service.post('/v1/responses/compact', { model: 'm', previous_response_id: id })).status).toBe(400);
    expect(
      (await service.post('/v1/responses', { model: 'm', input: 'x', previous_response_id: id, background: true }))
        .status,
    ).toBe(400);
  });

  it('is skipped in the list even if its list entry cannot be removed', async () => {
    let ahead = 0;
    const service = await serve(undefined, { now: () => Date.now() + ahead });
    for (const text of ['one', 'two', 'three']) await ended(service, (await create(service, ask('a', text))).id);
    ahead = 400 * day;
    const stored = [await create(service, ask('a', 'one')), await create(service, ask('a', 'one'))].map(({ id }) => id);
    for (const id of stored) await ended(service, id);
    const store = service.app.get<Store>(STORE);
    store.deleteConversationItem = () => Promise.reject(new EngineError('overloaded', 'The store is busy.'));
    const list = async (query: string): Promise<unknown> => (await get(service, `/v1/messages/batches${query}`)).json();
    expect(await list('')).toMatchObject({ data: [{ id: stored[1] }, { id: stored[0] }], has_more: false });
    expect(await list('?limit=1')).toMatchObject({ data: [{ id: stored[1] }], has_more: true });
    expect(await list(`?limit=1&after_id=${stored[1] ?? ''}`)).toMatchObject({
      data: [{ id: stored[0] }],
      has_more: false,
    });
  });

  it('is skipped in the list and removed from it once it is no longer stored', async () => {
    let ahead = 0;
    const service = await serve(undefined, { now: () => Date.now() + ahead });
    const deletedBatch = await create(service, ask('b', 'two'));
    await ended(service, deletedBatch.id);
    ahead = 400 * day;
    const stored = await create(service, ask('a', 'one'));
    const older = await create(service, ask('a', 'one'));
    await ended(service, stored.id);
    await ended(service, older.id);
    const list = async (): Promise<unknown> =>
      (await get(service, `/v1/messages/batches?limit=1&before_id=${stored.id}`)).json();
    const page = { data: [expect.objectContaining({ id: older.id })], last_id: older.id };
    expect(await (await get(service, '/v1/messages/batches')).json()).toMatchObject({
      data: [{ id: older.id }, { id: stored.id }],
      has_more: false,
    });
    expect([await list(), await list()]).toEqual([expect.objectContaining(page), expect.objectContaining(page)]);
  });

  it('leaves the list when new batches arrive once it is no longer stored, even if it is never requested', async () => {
    let ahead = 0;
    const service = await serve(undefined, { now: () => Date.now() + ahead });
    for (let n = 0; n < 10; n++) await ended(service, (await create(service, ask('a', 'one'))).id);
    ahead = 400 * day;
    const stored = [await create(service, ask('a', 'one')), await create(service, ask('a', 'one'))].map(({ id }) => id);
    for (const id of stored) await ended(service, id);
    const store = service.app.get<Store>(STORE);
    const list = await store.listConversationItems('batches\u0000name:alice', 'batches', { order: 'asc', limit: 100 });
    expect(list?.entries.map(({ id }) => id)).toEqual(stored);
  });

  it('has no results and cannot be deleted before it has ended', async () => {
    const service = await serve();
    const { id } = await create(service, ask('a', 'slow'));
    expect((await get(service, `/v1/messages/batches/${id}/results`)).status).toBe(404);
    const refusal = await fetch(`${service.url}/v1/messages/batches/${id}`, {
      method: 'DELETE',
      headers: service.messagesHeaders,
    });
    expect(refusal.status).toBe(400);
  });

  it('streams its results in small pages and yields to other requests in between', async () => {
    const service = await serve();
    const id = await storeLarge(service, 400, 100);
    let pages = 0;
    let longest = 0;
    let turns = 0;
    let next: NodeJS.Immediate;
    const others = (): void => {
      turns += 1;
      next = setImmediate(others);
    };
    next = setImmediate(others);
    for await (const lines of await service.app.get(Batches).results('name:alice', id)) {
      pages += 1;
      longest = Math.max(longest, lines.split('\n').length - 1);
    }
    clearImmediate(next);
    expect(longest).toBeLessThanOrEqual(64);
    expect(turns).toBeGreaterThanOrEqual(pages - 1);
  });

  it('aborts the results stream when it is deleted during the read, so that partial results never look complete', async () => {
    const service = await serve();
    const id = await storeLarge(service, 1_100, 32_000);
    const response = await get(service, `/v1/messages/batches/${id}/results`);
    expect(response.status).toBe(200);
    const deleted = await fetch(`${service.url}/v1/messages/batches/${id}`, {
      method: 'DELETE',
      headers: service.messagesHeaders,
    });
    expect(deleted.status).toBe(200);
    await expect(response.text()).rejects.toThrow(/terminated/);
  });

  it('returns the URL that the client used when a proxy forwards its request', async () => {
    const service = await serve();
    const { id } = await create(service, ask('a', 'one'));
    await ended(service, id);
    const shown = await get(service, `/v1/messages/batches/${id}`, {
      ...service.messagesHeaders,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'models.example.org',
    });
    expect(((await shown.json()) as Batch).results_url).toBe(
      `https://models.example.org/v1/messages/batches/${id}/results`,
    );
  });

  it.each([
    ['without requests', {}, /requests: must be a list/],
    ['with none', { requests: [] }, /requests: must be a list/],
    [
      'with a name that is there twice',
      { requests: [ask('a', 'x'), ask('a', 'y')] },
      /requests\.1\.custom_id: must be unique/,
    ],
    ['with a bad name', { requests: [ask('a b', 'x')] }, /requests\.0\.custom_id/],
    ['with a request that is no object', { requests: [1] }, /requests\.0: must be an object/],
    ['without params', { requests: [{ custom_id: 'a' }] }, /requests\.0\.params/],
    ['that wants to stream', { requests: [ask('a', 'x', { stream: true })] }, /requests\.0\.params\.stream/],
    ['that is no object', [], /must be a JSON object/],
  ])('rejects %s', async (_, body, message) => {
    const service = await serve();
    const response = await service.post('/v1/messages/batches', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', message: expect.stringMatching(message) as string },
    });
  });
});
