// Models that are replaced while requests run: real sockets, a real upstream, real streams.
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { BackendSettings } from '#src/config/settings/backend-settings.js';
import type { ModelSettings } from '#src/config/settings/model-settings.js';
import { CONFIG } from '#src/engine/tokens.js';
import { ConfiguredModels } from '#src/engine/configured-models.js';
import type { ServiceConfig } from '#src/config/service-config.js';
import { eventually } from '../kit/eventually.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let upstreams: readonly ScriptedUpstream[];
let service: TestService;

beforeEach(async () => {
  upstreams = await Promise.all([startScriptedUpstream(), startScriptedUpstream(), startScriptedUpstream()]);
  service = await startTestService({ config: { models: [modelOn(0, 1)] } });
});
afterEach(async () => {
  await service.close();
  await Promise.all(upstreams.map((upstream) => upstream.close()));
});

function backendOn(index: number, weight = 1): BackendSettings {
  const provider = Object.assign(new ChatCompletionsSettings(), {
    kind: 'chat-completions' as const,
    baseUrl: upstreams[index]?.baseUrl ?? '',
  });
  return Object.assign(new BackendSettings(), { provider, weight });
}

const modelOn = (...indices: readonly number[]): ModelSettings => ({
  name: 'm',
  backends: indices.map((index) => backendOn(index)),
});

async function reload(...models: readonly ModelSettings[]): Promise<void> {
  await service.app.get(ConfiguredModels).reload(() => ({ ...service.app.get<ServiceConfig>(CONFIG), models }));
}

const ask = (content: string, stream = true): Promise<Response> =>
  service.post('/v1/messages', { model: 'm', max_tokens: 1000, stream, messages: [{ role: 'user', content }] });
const counts = (): number[] => upstreams.map(({ records }) => records.length);

describe('a reload of the models', () => {
  it('drops none of 50 running streams in ten rounds, sends new requests to the new backends and closes the old ones at the end', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`tokens=60 gap=40 ${index}`)));
    const texts = streams.map((stream) => stream.text());
    await eventually(() => counts().reduce((sum, count) => sum + count, 0) === 50);
    for (let round = 0; round < 10; round += 1) {
      const [target, other] = round % 2 === 0 ? [2, 0] : [0, 2];
      const before = counts();
      await reload(modelOn(target));
      const responses = await Promise.all(
        Array.from({ length: 4 }, (_, index) => ask(`round ${round} ${index}`, false)),
      );
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((counts()[target] ?? 0) - (before[target] ?? 0)).toBe(4);
      expect(counts()[other]).toBe(before[other]);
    }
    const complete = await Promise.all(texts);
    expect(complete.filter((text) => text.includes('event: message_stop') && text.includes('t59'))).toHaveLength(50);
    expect(complete.filter((text) => text.includes('event: error'))).toEqual([]);
    // The last round selected upstream 0: connections to 1 and 2 are closed.
    await eventually(() => upstreams[1]?.sockets === 0 && upstreams[2]?.sockets === 0);
    expect(service.log.filter(({ msg }) => msg === 'models reloaded')).toHaveLength(10);
  }, 60_000);

  it('does not touch a backend with unchanged settings: its connections stay open', async () => {
    await ask('one', false);
    await ask('another conversation', false);
    const sockets = upstreams.map((upstream) => upstream.sockets);
    await reload({ name: 'm', backends: [backendOn(0, 3), backendOn(1), backendOn(2)] });
    expect(upstreams.slice(0, 2).map((upstream) => upstream.sockets)).toEqual(sockets.slice(0, 2));
    await reload(modelOn(2));
    await eventually(() => upstreams[0]?.sockets === 0 && upstreams[1]?.sockets === 0);
  }, 30_000);

  it('adds and removes models and logs the changes', async () => {
    await reload(modelOn(0), { ...modelOn(1), name: 'n' });
    const list = async (): Promise<string[]> =>
      (
        (await (await fetch(`${service.url}/v1/models`, { headers: service.responsesHeaders })).json()) as {
          data: { id: string }[];
        }
      ).data.map(({ id }) => id);
    expect(await list()).toEqual(['m', 'n']);
    await reload({ ...modelOn(1), name: 'n' });
    expect(await list()).toEqual(['n']);
    expect((await ask('Hi', false)).status).toBe(404);
    expect(service.log.filter(({ msg }) => msg === 'models reloaded')).toMatchObject([
      { models: ['m', 'n'], unchanged: 0 },
      { models: ['n'], unchanged: 1 },
    ]);
  }, 30_000);

  it('changes nothing when a model cannot be created and closes what was created for it', async () => {
    const missing = backendOn(2);
    if (missing.provider.kind !== 'chat-completions') throw new Error('it is an upstream');
    missing.provider.apiKeyEnv = 'NOT_SET_ANYWHERE';
    await expect(reload({ name: 'm', backends: [backendOn(1), missing] })).rejects.toThrow(
      'models: "m" reads its key from the environment variable NOT_SET_ANYWHERE, which is not set',
    );
    expect((await ask('Hi', false)).status).toBe(200);
    expect(counts()[2]).toBe(0);
  }, 30_000);

  it('reports other settings that require a restart', async () => {
    const config = service.app.get<ServiceConfig>(CONFIG);
    await service.app
      .get(ConfiguredModels)
      .reload(() => ({ ...config, port: 1, limits: { ...config.limits, tools: 1 } }));
    expect(service.log.find(({ msg }) => msg === 'settings changed that need a restart')).toMatchObject({
      settings: ['port', 'limits'],
    });
  }, 30_000);

  it('also reports a removed section that requires a restart', async () => {
    const { apiKeys, ...config } = service.app.get<ServiceConfig>(CONFIG);
    expect(apiKeys).toBeDefined();
    await service.app.get(ConfiguredModels).reload(() => config);
    expect(service.log.find(({ msg }) => msg === 'settings changed that need a restart')).toMatchObject({
      settings: ['apiKeys'],
    });
  }, 30_000);
});

describe('readiness', () => {
  it('reports that a model has no available backend and names it only in the log', async () => {
    await reload({ ...modelOn(0), name: 'm' }, { ...modelOn(1), name: 'well' });
    upstreams[0]?.play((call) => call.reply(500, 'no'));
    for (let count = 0; count < 8; count += 1) expect((await ask('Hi', false)).status).not.toBe(200);
    const ready = await fetch(`${service.url}/health/ready`);
    const body = await ready.text();
    expect([ready.status, JSON.parse(body)]).toEqual([200, { status: 'ready', store: 'ok', models: 'degraded' }]);
    expect(body).not.toMatch(/127\.0\.0\.1|"m"/);
    expect(service.log.find(({ msg }) => msg === 'backend')).toMatchObject({
      model: 'm',
      backend: new URL(upstreams[0]?.baseUrl ?? '').host + '/v1',
      status: 'open',
    });
    await reload(modelOn(0));
    const after = await fetch(`${service.url}/health/ready`);
    expect([after.status, await after.json()]).toEqual([503, { status: 'not_ready', store: 'ok', models: 'failing' }]);
  }, 30_000);
});
