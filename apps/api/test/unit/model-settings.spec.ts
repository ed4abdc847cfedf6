import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/config/checks/config-error.js';
import { loadConfig } from '#src/config/load-config.js';
import { providersOf, type ModelSettings } from '#src/config/settings/model-settings.js';
import { toRoutingRules, RoutingSettings } from '#src/config/settings/routing-settings.js';
import { backendNames } from '#src/engine/backend-names.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-settings-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function modelsOf(yaml: string): readonly ModelSettings[] {
  writeFileSync(join(folder, 'service.yaml'), yaml);
  return loadConfig({}, folder).models;
}

function refusal(yaml: string): string {
  try {
    modelsOf(yaml);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the settings were taken');
}

const upstream = (port: number, more = ''): string =>
  `{ kind: chat-completions, baseUrl: "http://127.0.0.1:${port}/v1"${more} }`;
const model = (backends: string, more = ''): string => `models: [{ name: m, backends: ${backends}${more} }]`;

describe('errors.upstreamMessages', () => {
  const modes = (yaml: string): readonly unknown[] =>
    modelsOf(yaml)
      .flatMap(providersOf)
      .map((provider) => ('upstreamMessages' in provider ? provider.upstreamMessages : 'none'));
  const three = (more: string): string =>
    `models: [{ name: a, provider: ${upstream(1)} }, { name: b, backends: [{ provider: ${upstream(2)} }]${more} }, { name: c, provider: { kind: llama, model: demo } }]`;

  it('is forward by default, for the upstreams of every model', () => {
    expect(modes(three(''))).toEqual(['forward', 'forward', 'none']);
  });

  it('is that of the service unless a model has its own', () => {
    expect(modes(`${three('')}\nerrors: { upstreamMessages: hide }`)).toEqual(['hide', 'hide', 'none']);
    expect(modes(three(', errors: { upstreamMessages: hide }'))).toEqual(['forward', 'hide', 'none']);
    expect(modes(`${three(', errors: { upstreamMessages: forward }')}\nerrors: { upstreamMessages: hide }`)).toEqual([
      'hide',
      'forward',
      'none',
    ]);
  });

  it.each([
    [`${three('')}\nerrors: { upstreamMessages: show }`, 'errors.upstreamMessages must be one of'],
    [`${three('')}\nerrors: { messages: hide }`, 'errors.messages is not a known key'],
    [three(', errors: { upstreamMessages: show }'), 'models.1.errors.upstreamMessages must be one of'],
    [three(', errors: {}'), 'models.1.errors.upstreamMessages'],
    [
      `models: [{ name: a, provider: ${upstream(1, ', upstreamMessages: hide')} }]`,
      'models.0.provider.upstreamMessages is not a known key',
    ],
  ])('is rejected with its path in %j', (yaml, reason) => {
    expect(refusal(yaml)).toContain(`${join(folder, 'service.yaml')}: ${reason}`);
  });
});

describe('a model with several backends', () => {
  it('has a weight, a limit and a queue for each, and rules for how they share', () => {
    const [settings] = modelsOf(
      model(
        `[{ provider: ${upstream(1)} }, { name: big, provider: ${upstream(2)}, weight: 2.5, concurrency: 32, queue: 100 }]`,
        ', routing: { affinity: false, failures: 3 }',
      ),
    );
    expect(settings).toMatchObject({
      name: 'm',
      backends: [
        {
          provider: { kind: 'chat-completions', baseUrl: 'http://127.0.0.1:1/v1' },
          weight: 1,
          concurrency: 256,
          queue: 256,
        },
        { name: 'big', weight: 2.5, concurrency: 32, queue: 100 },
      ],
      routing: { affinity: false, failures: 3, retries: 2, openSeconds: 10 },
    });
  });

  it('is described in the guide by an example that works, with the defaults as they are', () => {
    const guide = readFileSync(new URL('../../../../docs/guides/load-balancing.md', import.meta.url), 'utf8');
    const [settings] = modelsOf(/```yaml\n([^]*?)```/.exec(guide)?.[1] ?? '');
    expect(settings?.backends?.map(({ name, weight }) => [name, weight])).toEqual([
      ['gpu-1', 2],
      ['gpu-2', 1],
    ]);
    expect(settings?.routing).toEqual(new RoutingSettings());
  });

  it('may use a model file together with the configuration', () => {
    writeFileSync(join(folder, 'a.gguf'), '');
    expect(modelsOf(model('[{ provider: { kind: llama, model: a.gguf } }]'))[0]?.backends?.[0]?.provider).toMatchObject(
      { model: join(folder, 'a.gguf') },
    );
    expect(refusal(model('[{ provider: { kind: llama, model: b.gguf } }]'))).toBe(
      `${join(folder, 'service.yaml')}: models: the file ${join(folder, 'b.gguf')} of "m" cannot be read: no such file or directory (ENOENT); correct the path, or download a file with: npm run model -- pull hf:ORG/REPO/FILE.gguf`,
    );
  });

  it.each([
    ['models: [{ name: m }]', 'models.0.provider is missing'],
    [model('[]'), 'models.0.backends must contain at least 1 elements'],
    [model('3'), 'models.0.backends must be an array'],
    [model('[3]'), 'models.0.backends.0 must be an object'],
    [model('[{ weight: 1 }]'), 'models.0.backends.0.provider is missing'],
    [
      model('[{ provider: { kind: magic } }]'),
      'models.0.backends.0.provider.kind must be one of the following values: ',
    ],
    [
      model('[{ provider: { kind: chat-completions, baseUrl: "ftp://x" } }]'),
      'models.0.backends.0.provider.baseUrl must be a URL that starts with http:// or https://',
    ],
    [model(`[{ provider: ${upstream(1)}, weight: 0 }]`), 'models.0.backends.0.weight must not be less than 0.01'],
    [
      model(`[{ provider: ${upstream(1)}, concurrency: many }]`),
      'models.0.backends.0.concurrency must be an integer number',
    ],
    [model(`[{ provider: ${upstream(1)}, wait: 1 }]`), 'models.0.backends.0.wait is not a known key'],
    [
      model(`[{ provider: ${upstream(1)} }]`, ', routing: { affinity: often }'),
      'models.0.routing.affinity must be a boolean value',
    ],
    [model(`[{ provider: ${upstream(1)} }]`, ', routing: { fails: 3 }'), 'models.0.routing.fails is not a known key'],
    [
      model(`[{ provider: ${upstream(1)} }]`, `, provider: ${upstream(2)}`),
      'models.0 has both a provider and backends; remove one of them',
    ],
    [
      `models: [{ name: m, provider: ${upstream(1)}, routing: { retries: 1 } }]`,
      'models.0.routing needs backends; a single provider has its own retries and limits',
    ],
    [
      model(`[{ provider: ${upstream(1)} }, { provider: ${upstream(2, ', retries: 1')} }]`),
      'models.0.backends.1.provider.retries must not be set; set routing.retries of the model',
    ],
    [
      model(`[{ name: a, provider: ${upstream(1)} }, { name: a, provider: ${upstream(2)} }]`),
      'models.0.backends.1.name is "a", which an earlier entry already has',
    ],
  ])('rejects %j with path and reason', (yaml, reason) => {
    const message = refusal(yaml);
    expect(message).toContain(`${join(folder, 'service.yaml')}: ${reason}`);
  });

  it('names its backends by their index, each differently', () => {
    const [settings] = modelsOf(
      model(
        `[{ provider: ${upstream(1)} }, { provider: ${upstream(1)} }, { name: x, provider: ${upstream(2)} }, { provider: { kind: llama, model: demo } }]`,
      ),
    );
    expect(backendNames(settings?.backends ?? [])).toEqual(['127.0.0.1:1/v1', '127.0.0.1:1/v1#2', 'x', 'demo']);
  });

  it('never waits longer after one failure than the maximum after many', () => {
    expect(toRoutingRules(Object.assign(new RoutingSettings(), { openSeconds: 60 })).breaker).toMatchObject({
      openMs: 60_000,
      maxOpenMs: 60_000,
    });
  });
});
