import { LlamaSettings } from '#src/config/providers/llama-settings.js';
import { MetricsSettings } from '#src/config/settings/metrics-settings.js';
import { ConfiguredModels } from '#src/engine/configured-models.js';
import { MetricsListener } from '#src/metrics/metrics-listener.js';
import { eventually } from '../kit/eventually.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const megabyte = 1_000_000;
const timeoutMs = 120_000;
const signal = new AbortController().signal;

/** The built-in model, counted as a hundred megabytes. */
function demo(name: string, more: Partial<LlamaSettings> = {}) {
  const provider = Object.assign(new LlamaSettings(), {
    kind: 'llama',
    model: 'demo',
    threads: 1,
    load: 'demand',
    memoryBytes: 100 * megabyte,
    idleSeconds: 0,
    ...more,
  } as const);
  return { name, provider };
}

let service: TestService;
afterEach(() => service.close());

async function start(names: readonly ReturnType<typeof demo>[], waitSeconds = 60): Promise<void> {
  service = await startTestService({
    config: {
      models: names,
      localModels: { memoryBytes: 200 * megabyte, waitSeconds, sandbox: 'auto' },
      metrics: Object.assign(new MetricsSettings(), { port: 0 }),
    },
  });
}

function ask(model: string, path: '/v1/messages' | '/v1/responses' = '/v1/responses'): Promise<Response> {
  return service.post(path, {
    model,
    ...(path === '/v1/messages'
      ? { max_tokens: 20, messages: [{ role: 'user', content: 'Hello' }] }
      : { input: 'Hello', store: false }),
  });
}

/** The states in the list of models, which are the same in both dialects. */
async function states(): Promise<Record<string, string>> {
  const lists = await Promise.all(
    [service.responsesHeaders, service.messagesHeaders].map(async (headers) => {
      const { data } = (await (await fetch(`${service.url}/v1/models`, { headers })).json()) as {
        data: { id: string; state: string }[];
      };
      return Object.fromEntries(data.map(({ id, state }) => [id, state]));
    }),
  );
  expect(lists[0]).toEqual(lists[1]);
  return lists[0] ?? {};
}

/** Reserves memory for another busy model of this size. */
async function occupy(bytes: number): Promise<() => void> {
  const tenancy = service.app.get(ConfiguredModels).memory.join({
    name: 'other',
    bytes,
    pinned: false,
    idleMs: 0,
    load: async () => undefined,
    unload: async () => undefined,
  });
  return await tenancy.use(signal);
}

describe('models that are loaded on demand', () => {
  it(
    'are loaded by their first request, which evicts the least recently used model',
    async () => {
      await start([demo('one'), demo('two'), demo('three')]);
      expect(await states()).toEqual({ one: 'unloaded', two: 'unloaded', three: 'unloaded' });
      const both = await Promise.all([ask('one'), ask('one'), ask('two', '/v1/messages')]);
      expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await states()).toEqual({ one: 'loaded', two: 'loaded', three: 'unloaded' });
      expect((await ask('one')).status).toBe(200);
      expect((await ask('three')).status).toBe(200);
      expect(await states()).toEqual({ one: 'loaded', two: 'unloaded', three: 'loaded' });
      const responses = await Promise.all(['one', 'two', 'three', 'two', 'one', 'three'].map((name) => ask(name)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);

      const figures = await (await fetch(service.app.get(MetricsListener).url ?? '')).text();
      const used = ['one', 'two', 'three'].reduce(
        (sum, name) =>
          sum + Number(new RegExp(`local_model_memory_bytes\\{model="${name}"\\} (\\d+)`).exec(figures)?.[1]),
        0,
      );
      expect(used).toBeLessThanOrEqual(200 * megabyte);
      expect(figures).toContain('local_models_memory_limit_bytes 200000000');
      expect(figures).toMatch(/local_model_loads_total\{model="two"\} [2-9]/);
    },
    timeoutMs,
  );

  it(
    'wait for busy models in a bounded queue and respond then',
    async () => {
      await start([demo('one', { slots: 1, queueLimit: 1 })]);
      const end = await occupy(200 * megabyte);
      // One request has the slot and waits for memory, one waits for the slot, and one exceeds the queue.
      const replies: Response[] = [];
      const all = Promise.all(
        [ask('one'), ask('one', '/v1/messages'), ask('one')].map(async (reply) => replies.push(await reply)),
      );
      await eventually(() => replies.length > 0, 30_000);
      expect(replies.map(({ status }) => status)).toEqual([429]);
      expect(Number(replies[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      end();
      await all;
      expect(replies.map(({ status }) => status)).toEqual([429, 200, 200]);
    },
    timeoutMs,
  );

  it.each(['/v1/messages', '/v1/responses'] as const)(
    'are rejected on %s when no memory is freed in time',
    async (path) => {
      await start([demo('one')], 0.1);
      const end = await occupy(150 * megabyte);
      const refused = await ask('one', path);
      expect(refused.status).toBe(path === '/v1/messages' ? 529 : 503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(await refused.text()).toContain('could not free memory for the model in time');
      end();
      expect((await ask('one', path)).status).toBe(200);
    },
    timeoutMs,
  );

  it(
    'are unloaded after an idle period',
    async () => {
      await start([demo('one', { idleSeconds: 1 }), demo('stays', { load: 'start' })]);
      expect((await ask('one')).status).toBe(200);
      await eventually(
        () =>
          service.app
            .get(ConfiguredModels)
            .memory.status()
            .some(({ name, state }) => name === 'one' && state === 'unloaded'),
        20_000,
      );
      expect(await states()).toMatchObject({ one: 'unloaded' });
      await eventually(
        () =>
          service.app
            .get(ConfiguredModels)
            .memory.status()
            .some(({ name, state }) => name === 'stays' && state === 'loaded'),
        20_000,
      );
      expect((await ask('one')).status).toBe(200);
    },
    timeoutMs,
  );

  it(
    'report a model that can never fit',
    async () => {
      await start([demo('one', { memoryBytes: 300 * megabyte })]);
      const refused = await ask('one');
      expect(refused.status).toBe(503);
      expect(await refused.text()).toContain('about 300 MB of memory');
      expect(refused.headers.get('x-should-retry')).toBe('false');
    },
    timeoutMs,
  );
});
