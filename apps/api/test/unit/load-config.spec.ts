import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultMcpServerLimits } from '@org/hosted-tools';
import { ConfigError } from '#src/config/checks/config-error.js';
import { isLoopback, loadConfig } from '#src/config/load-config.js';
import type { ServiceConfig } from '#src/config/service-config.js';

const storeKey = Buffer.alloc(32, 1).toString('base64');
const otherStoreKey = Buffer.alloc(32, 2).toString('base64');

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

describe('settings that several models share', () => {
  it('may be written once and merged', () => {
    writeFileSync(
      join(folder, 'service.yaml'),
      'models:\n  - &one\n    name: one\n    provider: &upstream { kind: chat-completions, baseUrl: "http://127.0.0.1:9/v1" }\n  - <<: *one\n    name: two\n    provider: { <<: *upstream, model: other }\n',
    );
    const upstream = { kind: 'chat-completions', baseUrl: 'http://127.0.0.1:9/v1' };
    expect(loadConfig({}, folder).models).toMatchObject([
      { name: 'one', provider: upstream },
      { name: 'two', provider: { ...upstream, model: 'other' } },
    ]);
  });
});

describe('without any settings', () => {
  it('the service listens on loopback and serves the demo model from a file in ./data', () => {
    expect(loadConfig({}, folder)).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: join(folder, 'data'),
      store: { kind: 'sqlite', path: join(folder, 'data/service.db') },
      models: [{ name: 'demo', provider: { kind: 'llama', model: 'demo' } }],
      limits: { maxBodyBytes: 33_554_432, maxJsonDepth: 128, maxJsonValues: 200_000, tools: 256 },
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

  it('gives the store the keys of its contents, in their order', () => {
    expect(loadConfig({}, folder).storeKeys).toEqual([]);
    expect(loadConfig({ STORE_KEYS: `b:${otherStoreKey}, a:${storeKey}` }, folder).storeKeys).toEqual([
      { id: 'b', secret: Buffer.alloc(32, 2) },
      { id: 'a', secret: Buffer.alloc(32, 1) },
    ]);
    expect(loadConfig({ STORE_KEYS: `none, a:${storeKey}` }, folder).storeKeys).toEqual([
      'none',
      { id: 'a', secret: Buffer.alloc(32, 1) },
    ]);
  });

  it('takes an address in brackets, as a URL has it', () => {
    expect(loadConfig({ HOST: '[::1]' }, folder).host).toBe('::1');
  });

  it('counts an empty variable as absent', () => {
    expect(loadConfig({ HOST: '', PORT: '', STORE_URL: '' }, folder)).toMatchObject({ host: '127.0.0.1', port: 8080 });
  });

  it.each([
    [{ PORT: '80x' }, 'environment: PORT must be an integer number; it is "80x"'],
    [{ PORT: '70000' }, 'environment: PORT must not be greater than 65535; it is 70000'],
    [{ STORE_URL: 'mysql://x' }, 'environment: STORE_URL must be sqlite:PATH or postgres://...'],
    [
      { LOG_LEVEL: 'loud' },
      'environment: LOG_LEVEL must be one of the following values: trace, debug, info, warn, error, silent; it is "loud"',
    ],
    [{ SERVER_SECRET: 'short' }, 'environment: SERVER_SECRET must have at least 32 characters'],
    [{ SERVER_SECRET: '' }, 'environment: SERVER_SECRET must have at least 32 characters'],
    [{ API_KEYS: '' }, 'environment: API_KEYS is empty; remove it, or give name:key'],
    [{ API_KEYS: 'abc' }, 'API_KEYS entry 1 must have the form name:key'],
    [{ API_KEYS: 'a:k,b:' }, 'API_KEYS entry 2 ("b") has an empty key'],
    [{ API_KEYS: ':k' }, 'API_KEYS entry 1 needs a name of 1 to 64 letters, digits, ".", "_" or "-" before the colon'],
    [{ API_KEYS: 'a:two words' }, 'API_KEYS entry 1 ("a") has a key with spaces or characters outside ASCII'],
    [{ STORE_KEYS: '' }, 'environment: STORE_KEYS is empty; remove it, or give id:key'],
    [{ STORE_KEYS: 'abc' }, 'STORE_KEYS entry 1 must have the form id:key'],
    [
      { STORE_KEYS: `:${storeKey}` },
      'STORE_KEYS entry 1 needs an id of 1 to 64 letters, digits, ".", "_" or "-" before the colon',
    ],
    [
      { STORE_KEYS: `a:${storeKey},b:no!` },
      'STORE_KEYS entry 2 ("b") has a key that is not base64; create one with: openssl rand -base64 32',
    ],
    [{ STORE_KEYS: 'a:c2hvcnQ=' }, 'STORE_KEYS entry 1 ("a") has a key of 5 bytes; it must have 32'],
    [
      { STORE_KEYS: `a:${storeKey},a:${otherStoreKey}` },
      'STORE_KEYS entry 2 has the id "a", which an earlier entry has',
    ],
    [{ STORE_KEYS: `a:${storeKey},b:${storeKey}` }, 'STORE_KEYS entry 2 ("b") has the key of "a"'],
    [{ STORE_KEYS: `none,a:${storeKey},b:${storeKey}` }, 'STORE_KEYS entry 3 ("b") has the key of "a"'],
    [{ STORE_KEYS: 'none' }, 'STORE_KEYS has "none" and no key after it; add a key, or remove STORE_KEYS'],
    [{ STORE_KEYS: `a:${storeKey},none` }, 'STORE_KEYS entry 2 must have the form id:key'],
  ])('rejects %j: %s', (variables, message) => {
    expect(refusal(variables)).toBe(message);
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'example.org', '127.0.0.1.example.org'])(
    'makes %s reachable from other hosts',
    (host) => {
      expect(isLoopback(host)).toBe(false);
      expect(loadConfig({ HOST: host }, folder).host).toBe(host);
    },
  );

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('%s is this machine only', (host) => {
    expect(isLoopback(host)).toBe(true);
  });
});

describe('service.yaml', () => {
  it('derives three heartbeats per lease and ten checks for abandoned work from the lease time', () => {
    writeFileSync(
      join(folder, 'service.yaml'),
      'models: [{ name: demo, provider: { kind: llama, model: demo } }]\nbackground: { leaseSeconds: 30 }\n',
    );
    expect(loadConfig({}, folder).background).toMatchObject({ leaseMs: 30_000, heartbeatMs: 9_000, pollMs: 3_000 });
  });

  it('names models, with paths relative to the file', () => {
    mkdirSync(join(folder, 'models'));
    writeFileSync(join(folder, 'models/a.gguf'), '');
    writeFileSync(
      join(folder, 'service.yaml'),
      `models:
  - name: local
    provider: { kind: llama, model: models/a.gguf, contextLength: 16384, slots: 4 }
  - name: "claude-*"
    provider: { kind: chat-completions, baseUrl: http://127.0.0.1:8000/v1, apiKeyEnv: UPSTREAM_KEY, model: my-model }
limits: { tools: 3 }
`,
    );
    const config = loadConfig({}, folder);
    expect(config.models.map((model) => ({ ...model, provider: { ...model.provider } }))).toMatchObject([
      {
        name: 'local',
        provider: { kind: 'llama', model: join(folder, 'models/a.gguf'), contextLength: 16384, slots: 4 },
      },
      {
        name: 'claude-*',
        provider: {
          kind: 'chat-completions',
          baseUrl: 'http://127.0.0.1:8000/v1',
          apiKeyEnv: 'UPSTREAM_KEY',
          model: 'my-model',
        },
      },
    ]);
    expect(config.limits).toMatchObject({ tools: 3, maxJsonDepth: 128 });
  });

  it('sets the folder of GPU shader caches when a model uses a GPU', () => {
    writeFileSync(
      join(folder, 'service.yaml'),
      'models:\n  - name: a\n    provider: { kind: llama, model: demo, gpu: true }\n  - name: b\n    provider: { kind: llama, model: demo }',
    );
    const { models } = loadConfig({ DATA_DIR: 'd' }, folder);
    expect(
      models.map(({ provider: languageModel }) => ({ compiledFolder: undefined, ...languageModel })),
    ).toMatchObject([{ compiledFolder: join(folder, 'd/compiled') }, { compiledFolder: undefined }]);
    writeFileSync(join(folder, 'service.yaml'), model('{ kind: llama, model: demo, compiledFolder: x }'));
    expect(() => loadConfig({}, folder)).toThrow('models.0.provider.compiledFolder is not a known key');
  });

  it('gives localModels.sandbox to local models, with the data folder as what no sandbox leaves readable', () => {
    const models = 'models:\n  - name: a\n    provider: { kind: llama, model: demo }\n';
    writeFileSync(join(folder, 'service.yaml'), models);
    expect(loadConfig({ DATA_DIR: 'd' }, folder).models[0]).toMatchObject({
      provider: { sandbox: 'auto', privatePaths: [join(folder, 'd')] },
    });
    writeFileSync(join(folder, 'service.yaml'), `${models}localModels: { sandbox: require }`);
    expect(loadConfig({}, folder).models[0]).toMatchObject({ provider: { sandbox: 'require' } });
    writeFileSync(join(folder, 'service.yaml'), `${models}localModels: { sandbox: strict }`);
    expect(() => loadConfig({}, folder)).toThrow('localModels.sandbox');
  });

  it('sets the folders of packages and hub models, and fetches no URLs by default', () => {
    writeFileSync(
      join(folder, 'service.yaml'),
      'models:\n  - name: a\n    provider: { kind: ai-sdk, package: "@ai-sdk/x" }\n  - name: b\n    provider: { kind: llama, model: "hf:o/r/f.gguf" }',
    );
    const { models, media } = loadConfig({ DATA_DIR: 'd' }, folder);
    expect(models.map(({ provider: languageModel }) => ({ ...languageModel }))).toMatchObject([
      { folders: [folder, join(folder, 'd/packages')] },
      { model: 'hf:o/r/f.gguf', modelsFolder: join(folder, 'd/models') },
    ]);
    expect(media).toBeUndefined();
    writeFileSync(
      join(folder, 'service.yaml'),
      `${model('{ kind: llama, model: demo }')}media: { fetch: true, maxBytes: 5000 }`,
    );
    expect(loadConfig({}, folder).media).toEqual({
      maxBytes: 5000,
      timeoutMs: 10_000,
      maxPerRequest: 8,
      concurrency: 16,
      ports: [80, 443],
      types: expect.arrayContaining(['image/png', 'application/pdf']),
    });
  });

  it('names MCP servers with keys from the environment', () => {
    const write = (mcpServers: string): void =>
      writeFileSync(join(folder, 'service.yaml'), `${model('{ kind: llama, model: demo }')}mcpServers: ${mcpServers}`);
    write('{ ports: [8443] }');
    expect(loadConfig({}, folder).mcpServers).toBeUndefined();
    write(
      '{ servers: [{ name: docs, url: "http://docs.test/mcp", apiKeyEnv: DOCS_KEY, headers: { x-tenant: 7 }, headersEnv: { x-team: DOCS_TEAM } }], callTimeoutMs: 5000 }',
    );
    expect(loadConfig({ DOCS_KEY: 'secret', DOCS_TEAM: 'team one' }, folder).mcpServers).toEqual({
      servers: [
        {
          name: 'docs',
          url: 'http://docs.test/mcp',
          headers: { 'x-tenant': '7', 'x-team': 'team one', authorization: 'Bearer secret' },
        },
      ],
      anyPublicUrl: false,
      ports: [443],
      limits: { ...defaultMcpServerLimits, callTimeoutMs: 5000 },
    });
    expect(() => loadConfig({ DOCS_TEAM: 'x' }, folder)).toThrow(
      'mcpServers: "docs" reads its key from the environment variable DOCS_KEY, which is not set; set it, or the path of its file in DOCS_KEY_FILE',
    );
    expect(() => loadConfig({ DOCS_KEY: 'secret', DOCS_TEAM: 'x\r\ny: z' }, folder)).toThrow(
      'mcpServers: "docs" reads a header from the environment variable DOCS_TEAM, which contains line breaks or characters outside ASCII',
    );
    write('{ anyPublicUrl: true, allowedHosts: ["*.example.com"] }');
    expect(loadConfig({}, folder).mcpServers).toMatchObject({
      servers: [],
      anyPublicUrl: true,
      allowedHosts: ['*.example.com'],
    });
    write('{ servers: [{ name: a, url: "http://a.test" }, { name: a, url: "http://b.test" }] }');
    expect(() => loadConfig({}, folder)).toThrow(
      'mcpServers.servers.1.name is "a", which an earlier entry already has',
    );
    write('{ servers: [{ name: a, url: "http://a.test" }, { name: b, url: "http://A.test/" }] }');
    expect(() => loadConfig({}, folder)).toThrow('mcpServers.servers.1.url is the same as that of an earlier server');
  });

  it.each([
    ['{}', 16, 8],
    ['{ concurrency: 5 }', 5, 2],
    ['{ concurrency: 1 }', 1, 1],
    ['{ concurrency: 4, batches: 9 }', 4, 9],
  ])('runs half as many message batches as background responses by default: %s', (background, responses, batches) => {
    writeFileSync(join(folder, 'service.yaml'), `${model('{ kind: llama, model: demo }')}background: ${background}`);
    const config = loadConfig({}, folder);
    expect([config.background.concurrency, config.batches.concurrency]).toEqual([responses, batches]);
  });

  it.each([[''], ['# models:\n#   - name: m\n'], ['limits: { tools: 3 }'], ['models:'], ['models: ~\n']])(
    'must name models, because a truncated file must not select the demo model: %j',
    (yaml) => {
      expect(refusal({}, yaml)).toMatch(/service\.yaml.* models/);
      expect(refusal({ SERVICE_CONFIG: 'service.yaml' }, yaml)).toMatch(/service\.yaml.* models/);
    },
  );

  const model = (languageModel: string): string => `models:\n  - name: m\n    provider: ${languageModel}\n`;
  const demo = model('{ kind: llama, model: demo }');

  it.each([
    ['colour: red', 'colour is not a known key'],
    ['limit: { tools: 3 }', 'limit is not a known key; did you mean limits?'],
    ['limits: { max_body_byte: 2000 }', 'limits.max_body_byte is not a known key; did you mean maxBodyBytes?'],
    ['websocket: { conections: 3 }', 'websocket.conections is not a known key; did you mean connections?'],
    ['stream: { keepAliveSecodns: 3 }', 'stream.keepAliveSecodns is not a known key; did you mean keepAliveSeconds?'],
    ['models: []', 'models must contain at least 1 elements'],
    ['models: 3', 'models must be an array'],
    ['models: [3]', 'models.0 must be an object'],
    ['models: [{ name: m }]', 'models.0.provider is missing'],
    [model('{ kind: magic }'), 'models.0.provider.kind must be one of the following values: llama, chat-completions'],
    [model('{ model: x }'), 'models.0.provider.kind is missing'],
    [model('{ kind: llama }'), 'models.0.provider.model is missing'],
    [model('{ kind: llama, model: demo, slots: many }'), 'models.0.provider.slots must be an integer number'],
    [model('{ kind: llama, model: demo, slot: 1 }'), 'models.0.provider.slot is not a known key; did you mean slots?'],
    [
      model('{ kind: chat-completions, baseUrl: "ftp://x" }'),
      'models.0.provider.baseUrl must be a URL that starts with http:// or https://',
    ],
    [
      `${model('{ kind: llama, model: demo }')}  - name: m\n    provider: { kind: llama, model: demo }`,
      'models.1.name is "m", which an earlier entry already has',
    ],
    [model('{ kind: llama, model: none.gguf }'), 'of "m" cannot be read: no such file or directory (ENOENT)'],
    [`${demo}metrics: { port: 8080 }`, 'metrics.port is 8080, the same as PORT'],
    [
      `${demo}mcpServers: { servers: [{ name: docs, url: "http://a.test/mcp", apiKeyEnv: NOT_SET }] }`,
      'mcpServers: "docs" reads its key from the environment variable NOT_SET, which is not set',
    ],
    [
      `${demo}mcpServers: { servers: [{ name: a, url: "http://a.test" }, { name: a, url: "http://b.test" }] }`,
      'mcpServers.servers.1.name is "a", which an earlier entry already has',
    ],
    [model('{ kind: llama, model: demo, modelsFolder: x }'), 'models.0.provider.modelsFolder is not a known key'],
    [model('{ kind: ai-sdk, model: x }'), 'models.0.provider.package is missing'],
    [model('{ kind: ai-sdk, package: a, folders: [x] }'), 'models.0.provider.folders is not a known key'],
    [model('{ kind: ai-sdk, package: a, settings: x }'), 'models.0.provider.settings must be an object'],
    [
      model('{ kind: ai-sdk, package: a, hostedTools: [{ id: search }] }'),
      'models.0.provider.hostedTools.0.id must match',
    ],
    ['media: { fetch: sure }', 'media.fetch must be a boolean value'],
    ['media: { allowedHosts: ["http://a.test/"] }', 'media.allowedHosts must be host names without ports or paths'],
    ['media: { types: [image/svg+xml] }', 'media.types'],
    ['media: { ports: [0] }', 'media.ports'],
    ['mcpServers: [{ name: docs }]', 'mcpServers must be an object'],
    ['mcpServers: { servers: { name: docs } }', 'mcpServers.servers must be an array'],
    ['mcpServers: { anyPublicUrls: true }', 'mcpServers.anyPublicUrls is not a known key; did you mean anyPublicUrl?'],
    ['mcpServers: { servers: [{ name: docs }] }', 'mcpServers.servers.0.url is missing'],
    [
      'mcpServers: { servers: [{ name: a b, url: "http://a.test/mcp" }] }',
      'mcpServers.servers.0.name must be 1 to 64 letters, digits, "_", "-" or "."',
    ],
    [
      'mcpServers: { servers: [{ name: docs, url: "ftp://a.test/mcp" }] }',
      'mcpServers.servers.0.url must be a URL that starts with http:// or https://',
    ],
    [
      'mcpServers: { servers: [{ name: docs, url: "http://me:secret@a.test/mcp" }] }',
      'mcpServers.servers.0.url must not contain a user or a password',
    ],
    [
      'mcpServers: { servers: [{ name: docs, url: "http://a.test/mcp", headers: { "a b": c } }] }',
      'mcpServers.servers.0.headers contains "a b", which is not a valid header name',
    ],
    ['mcpServers: { callTimeoutMs: 5 }', 'mcpServers.callTimeoutMs must not be less than 100'],
    ['limits: { maxJsonDepth: 5 }', 'limits.maxJsonDepth must not be less than 8'],
    ['policy: { strict: yes please }', 'policy.strict must be a boolean value'],
    ['- a', 'must contain one object'],
    ['__proto__: { a: 1 }', '__proto__ is not a known key'],
    ['constructor: 1', 'constructor is not a known key'],
    ['prototype: 1', 'prototype is not a known key'],
    [
      'models: [{ name: m, provider: { kind: llama, model: demo, hasOwnProperty: true } }]',
      'models.0.provider.hasOwnProperty is not a known key',
    ],
    ['a: [', 'is not valid YAML'],
  ])('rejects %j with file, path and reason', (yaml, message) => {
    expect(refusal({}, yaml)).toContain(message);
    expect(refusal({}, yaml)).toContain(join(folder, 'service.yaml'));
  });

  it('must not be a pipe, which a reload would wait for', () => {
    const pipe = join(folder, 'pipe.yaml');
    execFileSync('mkfifo', [pipe]);
    expect(refusal({ SERVICE_CONFIG: 'pipe.yaml' })).toBe(
      `the configuration file ${pipe} is a pipe or a device, which the service cannot read again on SIGHUP; use a file`,
    );
  });

  it('must not be a folder', () => {
    expect(refusal({ SERVICE_CONFIG: '.' })).toBe(
      `the configuration file ${folder} cannot be read: illegal operation on a directory (EISDIR); set SERVICE_CONFIG to a file that this user may read`,
    );
  });

  it('must be there when it is named', () => {
    expect(refusal({ SERVICE_CONFIG: 'other.yaml' })).toBe(
      `the configuration file ${join(folder, 'other.yaml')} cannot be read: no such file or directory (ENOENT); set SERVICE_CONFIG to a file that this user may read`,
    );
  });
});

describe('limits that protect clients from each other', () => {
  const keyLimitsOf = (host: string, yaml = ''): ServiceConfig['keyLimits'] => {
    writeFileSync(
      join(folder, 'service.yaml'),
      `models: [{ name: demo, provider: { kind: llama, model: demo } }]\n${yaml}`,
    );
    return loadConfig({ HOST: host, API_KEYS: 'a:b' }, folder).keyLimits;
  };
  const hardened = { requestsPerMinute: 600, concurrentRequests: 64, connections: 64 };

  it('have defaults beyond loopback, and in the profile hardened', () => {
    expect(keyLimitsOf('0.0.0.0')).toMatchObject(hardened);
    expect(keyLimitsOf('127.0.0.1', 'limits: { profile: hardened }')).toMatchObject(hardened);
    expect(keyLimitsOf('0.0.0.0', 'keyLimits: { requestsPerMinute: 5, connections: unlimited }')).toMatchObject({
      requestsPerMinute: 5,
      concurrentRequests: 64,
      connections: Infinity,
    });
  });

  it('have none on loopback, in the profile local, and for a key with limits of its own', () => {
    for (const limits of [keyLimitsOf('127.0.0.1'), keyLimitsOf('0.0.0.0', 'limits: { profile: local }')])
      expect([limits.requestsPerMinute, limits.concurrentRequests, limits.connections]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
    const [named] = keyLimitsOf('0.0.0.0', 'keyLimits: { named: [{ name: a }] }').named;
    expect(named?.requestsPerMinute).toBeUndefined();
  });
});
