// A revoked key: its running work ends on every replica, and no other work does.
import { type ApiKeyRecord, defaultJobSettings, type Store, systemClock } from '@org/engine';
import { createRandomIdSource } from '#src/identity/random-id-source.js';
import { STORE } from '#src/engine/tokens.js';
import { makeKey } from '#src/keys/make-key.js';
import { createBackground, pollUntil } from '../kit/background.js';
import { closeServices } from '../kit/close-services.js';
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { hangingModel, textResponse, type ObservedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const running: TestService[] = [];
let model: ObservedModel;
let service: TestService;
/** Of the same owner as the first key. */
let leaked: { readonly id: string; readonly headers: Readonly<Record<string, string>> };

const jobs = { ...defaultJobSettings, pollMs: 100 };
const message = { model: 'm', max_tokens: 100, stream: true, messages: [{ role: 'user', content: 'Hi' }] };

const storeIn = ({ app }: TestService): Store => app.get<Store>(STORE);

beforeEach(async () => {
  model = hangingModel(textResponse('Hello.').slice(0, 3));
  service = await startTestService({ models: { m: model }, storedKeys: true, config: { background: jobs } });
  running.push(service);
  const { id, key } = await makeKey(
    { store: storeIn(service), ids: createRandomIdSource(), clock: systemClock, actor: 'command-line' },
    { name: 'leaked', owner: 'default' },
  );
  leaked = {
    id,
    headers: { authorization: `Bearer ${key}`, 'anthropic-version': '2023-06-01' },
  };
});
afterEach(() => closeServices(running));

async function recordOf(name: string): Promise<ApiKeyRecord> {
  const record = (await storeIn(service).listApiKeys()).find((each) => each.name === name);
  if (record === undefined) throw new Error('there is no such key');
  return record;
}

const revoke = (): Promise<boolean> => storeIn(service).revokeApiKey(leaked.id, Date.now());

/** Aborts all remaining runs, so that the service can close. */
const aborted = (count: number): Promise<void> => eventually(() => model.abortedAt.length === count);

describe('a key that is revoked', () => {
  it('ends its streams with an error about it on every replica and leaves those of other keys', async () => {
    const other = await startTestService({
      models: { m: model },
      storedKeys: true,
      config: { background: jobs },
      dataDir: service.dataDir,
    });
    running.push(other);
    const disconnected = await Promise.all([
      service.post('/v1/messages', message, leaked.headers),
      other.post('/v1/responses', { model: 'm', input: 'Hi', stream: true }, leaked.headers),
    ]);
    const unaffected = await service.post('/v1/messages', message);
    const since = performance.now();
    await revoke();
    const [messages = '', responses = ''] = await Promise.all(disconnected.map((reply) => reply.text()));
    expect(performance.now() - since).toBeLessThan(5000);
    expect(messages).toContain(
      'event: error\ndata: {"type":"error","error":{"type":"authentication_error","message":"The key was revoked."',
    );
    expect(responses).toMatch(/"type":"response\.failed".*"code":"server_error","message":"The key was revoked\."/);
    expect(model.abortedAt).toHaveLength(2);
    expect(service.log.find(({ msg }) => msg === 'requests of revoked keys cancelled')).toMatchObject({
      keyIds: [leaked.id],
      requests: 1,
    });
    await unaffected.body?.cancel();
    await aborted(3);
  }, 40_000);

  it('rejects its non-streaming response like a request without a key', async () => {
    const reply = service.post('/v1/messages', { ...message, stream: false }, leaked.headers);
    await eventually(() => model.started.length === 1);
    await revoke();
    expect((await reply).status).toBe(401);
    expect(await (await reply).json()).toMatchObject({
      error: { type: 'authentication_error', message: 'The key was revoked.' },
    });
    await aborted(1);
  }, 40_000);

  it('has its connections closed, at work or idle', async () => {
    const [busy, idle, unaffected] = await Promise.all([
      openFrames(service.url, leaked.headers),
      openFrames(service.url, leaked.headers),
      openFrames(service.url, service.responsesHeaders),
    ]);
    busy.send({ type: 'response.create', model: 'm', input: 'Hi' });
    await eventually(() => model.started.length === 1);
    await revoke();
    expect(await Promise.all([busy.closed, idle.closed])).toEqual([1008, 1008]);
    expect(busy.frames.map(({ type }) => type).slice(-2)).toEqual(['response.failed', 'error']);
    expect(idle.frames).toEqual([
      expect.objectContaining({
        type: 'error',
        status: 401,
        error: expect.objectContaining({ message: 'The key was revoked.' }) as unknown,
      }),
    ]);
    expect(unaffected.socket.readyState).toBe(unaffected.socket.OPEN);
    unaffected.socket.close();
    await aborted(1);
  }, 40_000);

  it("cancels its running and queued background responses and batches, but not those of its owner's other keys", async () => {
    const [own, others] = [{ headers: leaked.headers }, { headers: service.responsesHeaders }];
    const start = async ({ headers }: { headers: Readonly<Record<string, string>> }): Promise<string> =>
      (
        (await (
          await service.post('/v1/responses', { model: 'm', input: 'Hi', background: true }, headers)
        ).json()) as { id: string }
      ).id;
    const [started, unaffected] = [await start(own), await start(others)];
    const batch = (await (
      await service.post(
        '/v1/messages/batches',
        { requests: [{ custom_id: 'a', params: { ...message, stream: false } }] },
        { 'anthropic-version': '2023-06-01', ...leaked.headers },
      )
    ).json()) as { id: string };
    await eventually(() => model.started.length === 3);
    await revoke();
    expect(
      (await pollUntil(service, started, ({ status }) => status !== 'queued' && status !== 'in_progress')).status,
    ).toBe('cancelled');
    await eventually(async () => {
      const { request_counts: counts } = (await (
        await fetch(`${service.url}/v1/messages/batches/${batch.id}`, { headers: service.messagesHeaders })
      ).json()) as { request_counts: { canceled: number } };
      return counts.canceled === 1;
    });
    expect((await pollUntil(service, unaffected, ({ status }) => status !== 'queued')).status).toBe('in_progress');
    await service.post(`/v1/responses/${unaffected}/cancel`, {});
    await aborted(3);
  }, 40_000);

  it('takes along what waits for its turn', async () => {
    const first = await service.post('/v1/conversations', {});
    const { id: conversation } = (await first.json()) as { id: string };
    const blocking = await createBackground(service, { conversation });
    await eventually(() => model.started.length === 1);
    const reply = await service.post(
      '/v1/responses',
      { model: 'm', input: 'Hi', background: true, conversation },
      leaked.headers,
    );
    const { id } = (await reply.json()) as { id: string };
    await revoke();
    await service.post(`/v1/responses/${blocking.id}/cancel`, {});
    expect((await pollUntil(service, id, ({ status }) => status !== 'queued' && status !== 'in_progress')).status).toBe(
      'cancelled',
    );
    expect(model.started).toHaveLength(1);
  }, 40_000);
});

it('does not end running work of an expired key, which allows a rotation of keys', async () => {
  const stream = await service.post('/v1/messages', message, leaked.headers);
  await storeIn(service).putApiKey({ ...(await recordOf('leaked')), expiresAt: Date.now() - 1 });
  await eventually(async () => (await fetch(`${service.url}/v1/models`, { headers: leaked.headers })).status === 401);
  // Longer than two polls.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(model.abortedAt).toHaveLength(0);
  await stream.body?.cancel();
}, 40_000);
