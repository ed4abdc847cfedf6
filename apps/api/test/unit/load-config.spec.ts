import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/config/config-error.js';
import { isLoopback, loadConfig } from '#src/config/load-config.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function refusal(variables: Record<string, string>, yaml?: string): string {
  if (yaml !== undefined) writeFileSync(join(folder, 'service.yaml'), yaml);
  try {
    loadConfig(variables, folder);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the settings were taken');
}

describe('without any settings', () => {
  it('the service listens on loopback and serves the demo model from a file in ./data', () => {
    expect(loadConfig({}, folder)).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: join(folder, 'data'),
      store: { kind: 'sqlite', path: join(folder, 'data/service.db') },
      models: [{ name: 'demo', generator: { kind: 'llama', model: 'demo' } }],
      limits: { bodyBytes: 33_554_432, jsonDepth: 128, jsonValues: 200_000, tools: 256 },
      retentionMs: 30 * 86_400_000,
      corsOrigins: [],
    });
  });
});

describe('the environment', () => {
  it('sets host, port, store and keys', () => {
    const variables = { HOST: '0.0.0.0', PORT: '0', DATA_DIR: 'd', STORE_URL: 'sqlite:x.db', API_KEYS: 'a:k1, b:k:2' };
    expect(loadConfig(variables, folder)).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      dataDir: join(folder, 'd'),
      store: { kind: 'sqlite', path: join(folder, 'x.db') },
      apiKeys: [
        { name: 'a', key: 'k1' },
        { name: 'b', key: 'k:2' },
      ],
    });
  });

  it('counts an empty variable as absent', () => {
    expect(loadConfig({ HOST: '', PORT: '', STORE_URL: '' }, folder)).toMatchObject({ host: '127.0.0.1', port: 8080 });
  });

  it.each([
    [{ PORT: '80x' }, 'environment: PORT must be an integer number'],
    [{ PORT: '70000' }, 'environment: PORT must not be greater than 65535'],
    [{ STORE_URL: 'mysql://x' }, 'environment: STORE_URL must be sqlite:PATH or postgres://...'],
    [{ LOG_LEVEL: 'loud' }, 'environment: LOG_LEVEL must be one of the following values: trace, debug, info, warn, error, silent'],
    [{ SERVER_SECRET: 'short' }, 'environment: SERVER_SECRET must have at least 32 characters'],
    [{ SERVER_SECRET: '' }, 'environment: SERVER_SECRET must have at least 32 characters'],
    [{ API_KEYS: '' }, 'environment: API_KEYS is empty; remove it, or give name:key'],
    [{ API_KEYS: 'abc' }, 'API_KEYS entry 1 must have the form name:key'],
    [{ API_KEYS: 'a:k,b:' }, 'API_KEYS entry 2 ("b") has an empty key'],
    [{ API_KEYS: ':k' }, 'API_KEYS entry 1 needs a name of 1 to 64 letters, digits, ".", "_" or "-" before the colon'],
    [{ API_KEYS: 'a:two words' }, 'API_KEYS entry 1 ("a") has a key with spaces or characters outside ASCII'],
  ])('%j is refused: %s', (variables, message) => {
    expect(refusal(variables)).toBe(message);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'example.org', '127.0.0.1.example.org'])('%s can be reached by others, so it needs explicit keys', (host) => {
    expect(refusal({ HOST: host })).toBe(`HOST ${host} can be reached from other machines, so API_KEYS must be set (name:key,name:key)`);
    expect(loadConfig({ HOST: host, API_KEYS: 'a:k' }, folder).host).toBe(host);
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('%s is this machine only', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
});

describe('service.yaml', () => {
  it('names models, with paths relative to the file', () => {
    mkdirSync(join(folder, 'models'));
    writeFileSync(join(folder, 'models/a.gguf'), '');
    writeFileSync(
      join(folder, 'service.yaml'),
      `models:
  - name: local
    generator: { kind: llama, model: models/a.gguf, contextLength: 16384, slots: 4 }
  - name: "claude-*"
    generator: { kind: chat-completions, baseUrl: http://127.0.0.1:8000/v1, apiKeyEnv: UPSTREAM_KEY, model: my-model }
limits: { tools: 3 }
`,
    );
    const config = loadConfig({}, folder);
    expect(config.models.map((model) => ({ ...model, generator: { ...model.generator } }))).toMatchObject([
      { name: 'local', generator: { kind: 'llama', model: join(folder, 'models/a.gguf'), contextLength: 16384, slots: 4 } },
      { name: 'claude-*', generator: { kind: 'chat-completions', baseUrl: 'http://127.0.0.1:8000/v1', apiKeyEnv: 'UPSTREAM_KEY', model: 'my-model' } },
    ]);
    expect(config.limits).toMatchObject({ tools: 3, jsonDepth: 128 });
  });

  it('may be empty', () => {
    writeFileSync(join(folder, 'service.yaml'), '');
    expect(loadConfig({}, folder).models).toHaveLength(1);
  });

  const model = (generator: string): string => `models:\n  - name: m\n    generator: ${generator}\n`;

  it.each([
    ['colour: red', 'colour is not a known key'],
    ['models: []', 'models must contain at least 1 elements'],
    ['models: 3', 'models must be an array'],
    ['models: [3]', 'models.0 must be an object'],
    ['models: [{ name: m }]', 'models.0.generator is missing'],
    [model('{ kind: magic }'), 'models.0.generator.kind must be one of the following values: llama, chat-completions'],
    [model('{ model: x }'), 'models.0.generator.kind is missing'],
    [model('{ kind: llama }'), 'models.0.generator.model is missing'],
    [model('{ kind: llama, model: demo, slots: many }'), 'models.0.generator.slots must be an integer number'],
    [model('{ kind: llama, model: demo, slot: 1 }'), 'models.0.generator.slot is not a known key'],
    [model('{ kind: chat-completions, baseUrl: "ftp://x" }'), 'models.0.generator.baseUrl must be a URL address'],
    [`${model('{ kind: llama, model: demo }')}  - name: m\n    generator: { kind: llama, model: demo }`, 'models: the name "m" stands there twice'],
    ['limits: { jsonDepth: 5 }', 'limits.jsonDepth must not be less than 8'],
    ['policy: { strict: yes please }', 'policy.strict must be a boolean value'],
    ['- a', 'must hold one object'],
    ['a: [', 'is not valid YAML'],
  ])('%j is refused with path and reason', (yaml, message) => {
    expect(refusal({}, yaml)).toContain(message);
    expect(refusal({}, yaml)).toContain(yaml.includes('twice') || message.startsWith('models: ') ? 'models' : join(folder, 'service.yaml'));
  });

  it('must be there when it is named', () => {
    expect(refusal({ SERVICE_CONFIG: 'other.yaml' })).toBe(`${join(folder, 'other.yaml')} cannot be read: ENOENT`);
  });
});
