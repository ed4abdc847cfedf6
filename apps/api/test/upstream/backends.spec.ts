// A model with several backends as clients of both dialects use it.
import { type ScriptedUpstream, startScriptedUpstream, type UpstreamScript } from '@org/providers/testing';
import { BackendSettings } from '#src/config/settings/backend-settings.js';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { RoutingSettings } from '#src/config/settings/routing-settings.js';
import { ConfiguredModels } from '#src/engine/configured-models.js';
import { eventually } from '../kit/eventually.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let upstreams: readonly ScriptedUpstream[];
let service: TestService;

async function start(part: Partial<BackendSettings> = {}, routing: Partial<RoutingSettings> = {}): Promise<void> {
  const backends = upstreams.map(({ baseUrl }) => {
    const provider = Object.assign(new ChatCompletionsSettings(), { kind: 'chat-completions' as const, baseUrl });
    return Object.assign(new BackendSettings(), { provider }, part);
  });
  service = await startTestService({
    config: { models: [{ name: 'm', backends, routing: Object.assign(new RoutingSettings(), routing) }] },
  });
}

beforeEach(async () => {
  upstreams = await Promise.all([startScriptedUpstream(), startScriptedUpstream(), startScriptedUpstream()]);
});
afterEach(async () => {
  await service.close();
  await Promise.all(upstreams.map((upstream) => upstream.close()));
});

type Ask = (content: string, signal?: AbortSignal) => Promise<Response>;

const dialects: Readonly<Record<string, Ask>> = {
  messages: (content, signal) =>
    post('/v1/messages', { model: 'm', max_tokens: 2000, stream: true, messages: [{ role: 'user', content }] }, signal),
  responses: (input, signal) => post('/v1/responses', { model: 'm', stream: true, store: false, input }, signal),
};

async function post(path: string, body: object, signal?: AbortSignal): Promise<Response> {
  const headers = path === '/v1/messages' ? service.messagesHeaders : service.responsesHeaders;
  return await fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

const isComplete = (text: string): boolean =>
  text.includes('t4') && /event: (message_stop|response\.completed)/.test(text);

describe.each(Object.entries(dialects))('in the %s dialect', (_, ask) => {
  it('hides one failing backend of three from clients', async () => {
    await start();
    const sick: readonly UpstreamScript[] = [
      (call) => call.reset(),
      (call) => call.reply(500, 'no'),
      (call) => call.reply(429, 'slowly', { 'retry-after': '3' }),
    ];
    for (const script of sick) {
      upstreams[1]?.play(script);
      const replies = await Promise.all(Array.from({ length: 15 }, (_unused, index) => ask(`question ${index}`)));
      const texts = await Promise.all(replies.map((reply) => reply.text()));
      expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
      expect(texts.filter((text) => !isComplete(text))).toEqual([]);
    }
    expect(service.log.filter(({ msg }) => msg === 'backend').length).toBeGreaterThan(0);
  }, 60_000);

  it('returns the shortest retry-after when all backends are rate limited', async () => {
    await start();
    for (const [index, upstream] of upstreams.entries())
      upstream.play((call) => call.reply(429, 'slowly', { 'retry-after': `${40 - index}` }));
    const replies = [await ask('one'), await ask('two')];
    expect(replies.map(({ status }) => status >= 429)).toEqual([true, true]);
    expect(Number(replies[1]?.headers.get('retry-after'))).toBeGreaterThan(30);
    expect(Number(replies[1]?.headers.get('retry-after'))).toBeLessThanOrEqual(38);
    expect(upstreams.map(({ records }) => records.length)).toEqual([1, 1, 1]);
  }, 60_000);

  it('responds 429 with retry-after for a full queue, and 200 disconnecting clients hold nothing', async () => {
    await start({ concurrency: 10, queue: 60 }, { affinity: false });
    const aborts = Array.from({ length: 200 }, () => new AbortController());
    const asked = aborts.map(({ signal }) => ask('tokens=2000 gap=20', signal).catch(() => undefined));
    const group = service.app.get(ConfiguredModels).models[0]?.group;
    await eventually(
      () => group?.status().every(({ running, waiting }) => running === 10 && waiting > 50) === true,
      20_000,
    );
    // Requests that still fit into a queue disconnect together with the others.
    const refused: Response[] = [];
    const more = aborts.slice(0, 20).map(async ({ signal }) => {
      const reply = await ask('one more', signal).catch(() => undefined);
      if (reply?.status === 429) refused.push(reply);
    });
    await eventually(() => refused.length > 0, 20_000);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    for (const abort of aborts) abort.abort();
    await Promise.all([...asked, ...more]);
    await eventually(() => group?.status().every(({ running, waiting }) => running + waiting === 0) === true, 20_000);
    await eventually(() => upstreams.every(({ open }) => open === 0), 20_000);
    expect(isComplete(await (await ask('after')).text())).toBe(true);
  }, 60_000);
});
