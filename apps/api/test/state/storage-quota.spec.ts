// What one owner and all owners together may store, over every way in.
import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModel } from '@org/engine';
import { LimitSettings } from '#src/config/service-file.js';
import { KeyLimitsSettings } from '#src/config/settings/key-limit-settings.js';
import { callingModel } from '../kit/calling-model.js';
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { scriptedTools } from '../kit/scripted-tools.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

const quota = 60_000;
const bob = { authorization: `Bearer ${otherKey}` };
let service: TestService;
let generated = 0;

function countingModel(text: string): LanguageModel {
  const inner = scriptedModel(...textResponse(text));
  return {
    modelInfo: () => inner.modelInfo(),
    close: () => inner.close(),
    generate: (...values) => {
      generated += 1;
      return inner.generate(...values);
    },
  };
}

async function start(limits: Partial<LimitSettings>, keyLimits = new KeyLimitsSettings()): Promise<void> {
  service = await startTestService({
    models: { m: countingModel('Hello.'), long: countingModel('x'.repeat(2 * quota)) },
    config: { limits: Object.assign(new LimitSettings(), limits), keyLimits },
  });
}

afterEach(() => service.close());

const request = (path: string, method: string, headers = service.responsesHeaders): Promise<Response> =>
  fetch(`${service.url}/v1/${path}`, { method, headers });
const respond = (body: object = {}, headers = service.responsesHeaders): Promise<Response> =>
  service.post('/v1/responses', { model: 'm', input: 'Hi', ...body }, headers);
const item = (bytes: number) => ({ type: 'message', role: 'user', content: 'x'.repeat(bytes) });
const converse = (bytes: number, headers = service.responsesHeaders): Promise<Response> =>
  service.post('/v1/conversations', { items: [item(bytes)] }, headers);
const usage = async (headers = service.responsesHeaders): Promise<Record<string, unknown>> =>
  (await (await request('usage/storage', 'GET', headers)).json()) as Record<string, unknown>;
const codeOf = async (response: Response): Promise<unknown> => {
  const { error } = (await response.json()) as {
    error: { code?: string; details?: { error_code?: string }; message: string };
  };
  return [response.status, error.code ?? error.details?.error_code];
};
/** Leaves less than a record of the quota. */
const fill = async (): Promise<string> => {
  const free = quota - Number((await usage())['bytes']);
  return ((await (await converse(free - 3_000)).json()) as { id: string }).id;
};
const exceeded = [400, 'storage_quota_exceeded'];

describe('a quota of stored bytes', () => {
  it('refuses a conversation, its items, its metadata and a file that would exceed it, and stores nothing of them', async () => {
    await start({ maxStoredBytesPerOwner: quota });
    const id = await fill();
    const before = await usage();
    expect(await codeOf(await converse(quota))).toEqual(exceeded);
    const items = { items: [item(10), item(quota)] };
    expect(await codeOf(await service.post(`/v1/conversations/${id}/items`, items, service.responsesHeaders))).toEqual(
      exceeded,
    );
    const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, n) => [`k${n}`, 'x'.repeat(500)]));
    const updating = service.post(`/v1/conversations/${id}`, { metadata }, service.responsesHeaders);
    expect(await codeOf(await updating)).toEqual(exceeded);
    const form = new FormData();
    form.append('purpose', 'user_data');
    form.append('file', new File(['x'.repeat(quota)], 'a.txt'));
    for (const headers of [service.responsesHeaders, service.messagesHeaders]) {
      const { 'content-type': _, ...others } = headers;
      expect(
        await codeOf(await fetch(`${service.url}/v1/files`, { method: 'POST', headers: others, body: form })),
      ).toEqual(exceeded);
    }
    expect(await usage()).toEqual(before);
    expect((await converse(quota / 2, bob)).status).toBe(200);
  });

  it('refuses responses before they are generated, except those with store false, until the owner deletes something', async () => {
    await start({ maxStoredBytesPerOwner: quota });
    await fill();
    while ((await respond()).status === 200);
    generated = 0;
    const client = await openFrames(service.url, service.responsesHeaders);
    const frame = await client.ask({ type: 'response.create', model: 'm', input: 'Hi' });
    expect(JSON.stringify(frame)).toContain('storage_quota_exceeded');
    for (const body of [{}, { stream: true }, { background: true }])
      expect(await codeOf(await respond(body))).toEqual(exceeded);
    const params = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
    const batch = { requests: [{ custom_id: 'a', params }] };
    expect(await codeOf(await service.post('/v1/messages/batches', batch))).toEqual(exceeded);
    expect(generated).toBe(0);
    const keyed = { ...service.responsesHeaders, 'idempotency-key': 'k' };
    expect(await codeOf(await respond({ store: false }, keyed))).toEqual(exceeded);
    expect(generated).toBe(0);
    expect((await respond({ store: false })).status).toBe(200);
    expect((await service.post('/v1/messages', params)).status).toBe(200);
    expect((await respond({}, bob)).status).toBe(200);
    const used = Number((await usage())['bytes']);
    const { id } = (await (await respond({ store: false })).json()) as { id: string };
    expect(id).toBeDefined();
    expect(Number((await usage())['bytes'])).toBe(used);
    client.socket.close();
  });

  it('stores a response that was generated beyond the quota, and refuses the next one', async () => {
    await start({ maxStoredBytesPerOwner: quota });
    const response = await respond({ model: 'long' });
    expect(response.status).toBe(200);
    const { id } = (await response.json()) as { id: string };
    expect((await request(`responses/${id}`, 'GET')).status).toBe(200);
    await pause(1_100); // The service remembers an account for a second.
    expect(await codeOf(await respond())).toEqual(exceeded);
    expect(Number((await usage())['bytes'])).toBeGreaterThan(quota);
    expect((await request(`responses/${id}`, 'DELETE')).status).toBe(200);
    expect((await respond()).status).toBe(200);
  });

  it('belongs to a key by its name, and else to every owner', async () => {
    const named = { name: 'bob', storedBytes: 2 * quota };
    await start({ maxStoredBytesPerOwner: quota }, Object.assign(new KeyLimitsSettings(), { named: [named] }));
    expect([(await converse(1.5 * quota)).status, (await converse(1.5 * quota, bob)).status]).toEqual([400, 200]);
    expect([(await usage())['max_bytes'], (await usage(bob))['max_bytes']]).toEqual([quota, 2 * quota]);
  });

  it('is known to the tools of a response by the key that asks, in the background too', async () => {
    const tools = scriptedTools();
    const open = jest.spyOn(tools, 'open');
    const named = { name: 'bob', storedBytes: 2 * quota };
    service = await startTestService({
      models: { m: callingModel() },
      hostedTools: tools,
      config: {
        limits: Object.assign(new LimitSettings(), { maxStoredBytesPerOwner: quota }),
        keyLimits: Object.assign(new KeyLimitsSettings(), { named: [named] }),
      },
    });
    const body = {
      input: 'call python {"code":"42"}',
      tools: [{ type: 'code_interpreter', container: { type: 'auto' } }],
    };
    for (const headers of [service.responsesHeaders, bob])
      for (const background of [false, true])
        expect((await respond({ ...body, background }, headers)).status).toBe(200);
    await eventually(() => open.mock.calls.length === 4);
    const quotas = open.mock.calls.map(([, context]) => context.maxStoredBytes ?? 0);
    expect(quotas.toSorted((one, other) => one - other)).toEqual([quota, quota, 2 * quota, 2 * quota]);
  });

  it('is that of the key that attached a file to a vector store', async () => {
    const named = { name: 'bob', storedBytes: 8 * quota };
    await start({ maxStoredBytesPerOwner: quota }, Object.assign(new KeyLimitsSettings(), { named: [named] }));
    const outcomes = [];
    for (const headers of [service.responsesHeaders, bob]) {
      const post = async (path: string, body: object | FormData): Promise<string> => {
        const isForm = body instanceof FormData;
        const { authorization } = headers;
        const response = await fetch(`${service.url}/v1/${path}`, {
          method: 'POST',
          headers: { authorization: String(authorization), ...(!isForm && { 'content-type': 'application/json' }) },
          body: isForm ? body : JSON.stringify(body),
        });
        return ((await response.json()) as { id: string }).id;
      };
      const form = new FormData();
      form.set('purpose', 'assistants');
      form.set('file', new Blob(['Oak doors last a century. '.repeat(0.7 * (quota / 26))]), 'doors.txt');
      const [file, vectorStore] = [await post('files', form), await post('vector_stores', {})];
      const path = `vector_stores/${vectorStore}/files`;
      await post(path, { file_id: file });
      const read = async (): Promise<Record<string, unknown>> =>
        (await (await request(`${path}/${file}`, 'GET', headers)).json()) as Record<string, unknown>;
      await eventually(async () => (await read())['status'] !== 'in_progress');
      outcomes.push(await read());
    }
    expect(outcomes).toMatchObject([
      { status: 'failed', last_error: { code: 'server_error' } },
      { status: 'completed' },
    ]);
  });

  it('shows each owner its own usage by kind', async () => {
    await start({});
    await converse(10_000);
    const mine = await usage();
    expect(mine).toEqual({
      object: 'usage.storage',
      bytes: mine['conversations_bytes'],
      max_bytes: null,
      responses_bytes: 0,
      conversations_bytes: expect.any(Number),
      files_bytes: 0,
    });
    expect(Number(mine['bytes'])).toBeGreaterThan(10_000);
    expect((await usage(bob))['bytes']).toBe(0);
    expect((await request('usage/storage', 'GET', {})).status).toBe(401);
  });

  it('of all owners together makes the store full, which readiness says and which ends by itself', async () => {
    await start({ maxStoredBytes: quota });
    const { id } = (await (await converse(2 * quota)).json()) as { id: string };
    const ready = async (): Promise<unknown> => {
      const response = await fetch(`${service.url}/health/ready`);
      return [response.status, ((await response.json()) as { store: string }).store];
    };
    await eventually(async () => JSON.stringify(await ready()) === '[200,"full"]', 3_000);
    const refused = await respond({}, bob);
    expect(refused.headers.get('x-should-retry')).toBe('false');
    expect(await codeOf(refused)).toEqual([503, 'storage_full']);
    expect((await respond({ store: false }, bob)).status).toBe(200);
    expect((await request(`conversations/${id}`, 'GET')).status).toBe(200);
    expect((await request(`conversations/${id}`, 'DELETE')).status).toBe(200);
    await eventually(async () => (await respond({}, bob)).status === 200, 3_000);
    await eventually(async () => JSON.stringify(await ready()) === '[200,"ok"]', 3_000);
  });
});
