// Two services over one store: turns of one conversation share one lock on both services.
import { defaultJobSettings, type LanguageModel, type Store } from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import OpenAI, { APIUserAbortError } from 'openai';
import { STORE } from '#src/engine/tokens.js';
import { createBackground, eventsOf, get, hasEnded, pollUntil } from '../kit/background.js';
import { closeServices } from '../kit/close-services.js';
import { eventually } from '../kit/eventually.js';
import { hangingModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

/** Creates a model that returns the number of messages it received. */
const counting = (): LanguageModel =>
  createScriptedModel({
    id: 'm',
    script: ({ messages }) => {
      const [start, ...rest] = replay(buildResult([String(messages.length)]));
      return start === undefined ? [] : [start, { type: 'delay', ms: 5 }, ...rest];
    },
  });

/** Lease times that are short enough for a test and long enough for a busy machine. */
const hasty = { ...defaultJobSettings, leaseMs: 2_000, heartbeatMs: 400, pollMs: 100 };
const running: TestService[] = [];
afterEach(() => closeServices(running));

async function twoServices(
  first: LanguageModel = counting(),
  second: LanguageModel = counting(),
  background = hasty,
): Promise<[TestService, TestService]> {
  const one = await startTestService({ models: { m: first }, config: { background } });
  running.push(one);
  const two = await startTestService({ models: { m: second }, config: { background }, dataDir: one.dataDir });
  running.push(two);
  return [one, two];
}

const connect = (service: TestService): OpenAI =>
  new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });

async function textsOf(service: TestService, id: string): Promise<string[]> {
  const seen: string[] = [];
  for await (const item of connect(service).conversations.items.list(id, { order: 'asc', limit: 100 })) {
    seen.push(
      item.type === 'message' ? item.content.map((part) => ('text' in part ? part.text : '')).join('') : item.type,
    );
  }
  return seen;
}

/** Creates a model whose first response pauses midway until `gate` resolves; later ones return the message count. */
function gatedOnce(): { gated: LanguageModel; starts: { count: number }; gate: PromiseWithResolvers<void> } {
  const events = [...replay(buildResult(['Hello']))];
  const gate = Promise.withResolvers<void>();
  const starts = { count: 0 };
  const inner = counting();
  const gated: LanguageModel = {
    ...inner,
    async *generate(request, context) {
      starts.count += 1;
      if (starts.count > 1) return yield* inner.generate(request, context);
      yield* events.slice(0, 3);
      await gate.promise;
      yield* events.slice(3);
    },
  };
  return { gated, starts, gate };
}

describe('items of one conversation on two services', () => {
  it('add one of many with different content under one id and reject each other request completely', async () => {
    const [one, two] = await twoServices();
    const { id } = await connect(one).conversations.create();
    const send = (text: string, itemId?: string) =>
      ({ type: 'message', role: 'user', content: text, ...(itemId === undefined ? {} : { id: itemId }) }) as const;
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        connect(n % 2 === 0 ? one : two).conversations.items.create(id, {
          items: [send(`of ${n}`, 'msg_mine'), send(`beside ${n}`)],
        }),
      ),
    );
    const refusals = tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason as unknown] : []));
    expect(refusals).toHaveLength(11);
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 400, param: 'items.0.id' });
    expect(await textsOf(two, id)).toHaveLength(2);
  });

  it('return the same item to all requests with equal content under one id and store it once', async () => {
    const [one, two] = await twoServices();
    const { id } = await connect(one).conversations.create();
    const item = { type: 'message', id: 'msg_mine', role: 'user', content: 'Hello' } as const;
    await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        connect(n % 2 === 0 ? one : two).conversations.items.create(id, { items: [item] }),
      ),
    );
    expect(await textsOf(two, id)).toEqual(['Hello']);
  });
});

describe('turns of one conversation on two services', () => {
  it('run 20 concurrent turns in sequence: each sees all earlier ones, none is lost, none splits another and its output', async () => {
    const [one, two] = await twoServices(counting(), counting(), defaultJobSettings);
    const { id } = await connect(one).conversations.create();
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const service = n % 2 === 0 ? one : two;
        if (n % 5 !== 4)
          return {
            input: `turn ${n}`,
            text: await connect(service).responses.create({
              model: 'm',
              conversation: id,
              input: `turn ${n}`,
              stream: n % 3 === 0,
            }),
          };
        const { id: queued } = await createBackground(service, { conversation: id, input: `turn ${n}` });
        return { input: `turn ${n}`, text: await pollUntil(service, queued, hasEnded, 20_000) };
      }),
    );
    for (const { text } of responses) if (Symbol.asyncIterator in text) for await (const _ of text) continue;
    const texts = await textsOf(two, id);
    expect(texts.filter((_, index) => index % 2 === 1)).toEqual(
      Array.from({ length: 20 }, (_, n) => String(2 * n + 1)),
    );
    expect(texts.filter((_, index) => index % 2 === 0).toSorted()).toEqual(
      responses.map(({ input }) => input).toSorted(),
    );
  });

  it('continue soon after the service of the previous turn vanished', async () => {
    const stuck = hangingModel();
    const [one, two] = await twoServices(stuck);
    const { id } = await connect(one).conversations.create();
    const lost = connect(one).responses.create({ model: 'm', conversation: id, input: 'lost' });
    lost.catch(() => undefined);
    await eventually(() => stuck.started.length === 1);
    await one.app.get<Store>(STORE).close(); // The crashed service sends nothing more: only its lease remains.
    expect((await connect(two).responses.create({ model: 'm', conversation: id, input: 'next' })).output_text).toBe(
      '1',
    );
    expect(await textsOf(two, id)).toEqual(['next', '1']);
  });

  it('wait for a long turn and can be aborted while they wait', async () => {
    const stuck = hangingModel();
    const [one, two] = await twoServices(stuck);
    const { id } = await connect(one).conversations.create();
    const slow = new AbortController();
    const first = connect(one).responses.create(
      { model: 'm', conversation: id, input: 'slow' },
      { signal: slow.signal },
    );
    await eventually(() => stuck.started.length === 1);
    const impatient = connect(two).responses.create(
      { model: 'm', conversation: id, input: 'impatient' },
      { signal: AbortSignal.timeout(3 * hasty.leaseMs) },
    );
    await expect(impatient).rejects.toBeInstanceOf(APIUserAbortError);
    const queuedResponse = connect(two).responses.create({ model: 'm', conversation: id, input: 'patient' });
    slow.abort();
    await expect(first).rejects.toBeInstanceOf(APIUserAbortError);
    expect((await queuedResponse).output_text).toBe('1');
    expect(await textsOf(one, id)).toEqual(['patient', '1']);
  });

  it.each([
    ['as JSON', false, [409, 'true', false]],
    ['as a stream', true, [200, null, true]],
  ])(
    'return a retryable error to a delayed turn that others overtook, which adds nothing, %s',
    async (_, stream, expected) => {
      const stuck = hangingModel([...replay(buildResult(['Hello'], {}))].slice(0, 3));
      const [one, two] = await twoServices(stuck);
      const { id } = await connect(one).conversations.create();
      const store = one.app.get<Store>(STORE);
      // Simulates a paused process: it sends no heartbeat and then finds that others have overtaken it.
      let still = true;
      const renew = store.renewTicket.bind(store);
      store.renewTicket = (...values) => (still ? Promise.resolve(true) : renew(...values));
      const late = one.post('/v1/responses', { model: 'm', conversation: id, input: 'late', stream });
      await eventually(() => stuck.started.length === 1);
      await connect(two).responses.create({ model: 'm', conversation: id, input: 'next' });
      still = false;
      const response = await late;
      const body = await response.text();
      expect(body).toContain('Another request added a turn to the conversation');
      expect([response.status, response.headers.get('x-should-retry'), body.includes('response.failed')]).toEqual(
        expected,
      );
      expect(await textsOf(one, id)).toEqual(['next', '1']);
    },
  );

  it.each([
    ['as JSON', false, [409, 'true', false]],
    ['as a stream', true, [200, null, true]],
  ])(
    'fail a turn that finds this only when it is stored, whatever its client has received, %s',
    async (_, stream, expected) => {
      const { gated, starts, gate } = gatedOnce();
      const [one, two] = await twoServices(gated);
      const { id } = await connect(one).conversations.create();
      one.app.get<Store>(STORE).renewTicket = () => Promise.resolve(true);
      const late = one.post('/v1/responses', { model: 'm', conversation: id, input: 'late', stream });
      await eventually(() => starts.count === 1);
      await connect(two).responses.create({ model: 'm', conversation: id, input: 'next' });
      gate.resolve();
      const response = await late;
      const body = await response.text();
      expect(body).toContain('Another request added a turn to the conversation');
      expect([response.status, response.headers.get('x-should-retry'), body.includes('response.failed')]).toEqual(
        expected,
      );
      expect(body).not.toContain('response.completed');
      expect(await textsOf(one, id)).toEqual(['next', '1']);
      const [made] = /resp_\w+/.exec(body) ?? ['none'];
      expect(stream ? (await connect(two).responses.retrieve(made)).status : made).toBe(stream ? 'failed' : 'none');
    },
  );

  it('fail a background turn that finds this only when it is stored, with that reason and its output', async () => {
    const { gated, starts, gate } = gatedOnce();
    const [one, two] = await twoServices(gated, gated);
    const { id } = await connect(one).conversations.create();
    for (const store of [one, two].map(({ app }) => app.get<Store>(STORE))) {
      const renew = store.renewTicket.bind(store);
      store.renewTicket = (ticket, leaseMs) => (ticket.number === 1 ? Promise.resolve(true) : renew(ticket, leaseMs));
    }
    const { id: late } = await createBackground(one, { conversation: id, input: 'late' });
    await eventually(() => starts.count === 1);
    await connect(two).responses.create({ model: 'm', conversation: id, input: 'next' });
    gate.resolve();
    const ended = await pollUntil(two, late, hasEnded, hasty.leaseMs / 2);
    expect(ended).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('Another request added a turn to the conversation') },
    });
    expect(ended['output']).toMatchObject([{ type: 'message', content: [{ text: 'Hello' }] }]);
    const shown = eventsOf(await (await get(two, `${late}?stream=true`)).text());
    expect(shown.map(({ sequence_number }) => sequence_number)).toEqual(shown.map((_, index) => index));
    expect(shown.at(-1)).toMatchObject({ type: 'response.failed', response: ended });
    expect(await textsOf(one, id)).toEqual(['next', '1']);
  });
});
