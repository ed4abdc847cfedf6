import { makeApiKey } from '#src/identity/api-key.js';
// The start rejects settings that can never work, with a sentence that names the path and no secret.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/config/checks/config-error.js';
import { loadConfig } from '#src/config/load-config.js';
import type { ServiceConfig } from '#src/config/service-config.js';
import { createLanguageModel } from '#src/engine/create-language-model.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'impossible-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function load(yaml: string, variables: Record<string, string> = {}): ServiceConfig {
  writeFileSync(join(folder, 'service.yaml'), yaml);
  return loadConfig(variables, folder);
}

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.message.replace(join(folder, 'service.yaml'), 'FILE');
    throw error;
  }
  throw new Error('the settings were taken');
}

const demo = 'models: [{ name: m, provider: { kind: llama, model: demo } }]\n';
const upstream = (more: string): string =>
  `models: [{ name: m, provider: { kind: messages, baseUrl: "https://a.test"${more} } }]\n`;

describe('a key without a value', () => {
  it.each([
    [`${demo}metrics:\n`, 'metrics'],
    [`${demo}limits:\n`, 'limits'],
    [`${demo}limits: { tools: }\n`, 'limits.tools'],
    ['models:\n', 'models'],
    ['models:\n  - name: m\n    backends:\n', 'models.0.backends'],
    ['models:\n  -\n', 'models.0'],
    ['models:\n  - name: m\n    backends:\n      -\n', 'models.0.backends.0'],
    [upstream(', timeouts: ~'), 'models.0.provider.timeouts'],
    [upstream(', apiKeyEnv: null'), 'models.0.provider.apiKeyEnv'],
    [
      'models: [{ name: m, provider: { kind: ai-sdk, package: a, hostedTools: [null] } }]',
      'models.0.provider.hostedTools.0',
    ],
  ])('rejects %j by its name', (yaml, key) => {
    expect(refusal(() => load(yaml))).toBe(`FILE: ${key} has no value; set one, or remove the key`);
  });

  it('is accepted for a package, whose settings the service does not validate', () => {
    const { models } = load(
      'models: [{ name: m, provider: { kind: ai-sdk, package: a, settings: { a: null }, providerOptions: { a: { b: null } }, hostedTools: [{ id: a.b, args: { c: null } }] } }]',
    );
    expect(models[0]?.provider).toMatchObject({
      settings: { a: null },
      providerOptions: { a: { b: null } },
      hostedTools: [{ args: { c: null } }],
    });
  });
});

describe('a list in place of a section', () => {
  const sections = [
    'localModels',
    'limits',
    'keyLimits',
    'stream',
    'websocket',
    'idempotency',
    'policy',
    'errors',
    'retention',
    'background',
    'media',
    'mcpServers',
    'metrics',
    'cors',
    'shutdown',
  ];
  it.each(sections)('is rejected instead of taken as an empty section: %s', (section) => {
    for (const list of ['[]', '\n  - {}\n'])
      expect(refusal(() => load(`${demo}${section}: ${list}`))).toBe(`FILE: ${section} must be an object`);
  });

  it.each([
    [upstream(', timeouts: [{ total: 5 }]'), 'models.0.provider.timeouts'],
    ['models: [{ name: m, provider: [{ kind: llama, model: demo }] }]', 'models.0.provider'],
    ['models: [{ name: m, backends: [{ provider: [] }] }]', 'models.0.backends.0.provider'],
    [
      'models: [{ name: m, backends: [{ provider: { kind: messages, baseUrl: "https://a.test" } }], routing: [{ retries: 0 }] }]',
      'models.0.routing',
    ],
  ])('is rejected in %s', (yaml, path) => {
    expect(refusal(() => load(yaml))).toBe(`FILE: ${path} must be an object`);
  });
});

describe('a mistake that would be found late or by another person', () => {
  const server = (more: string): string => `models: [{ name: m, provider: { kind: chat-completions, ${more} } }]\n`;

  it.each(['/v1/chat/completions', '/v1/messages/', '/v1/responses'])('rejects a base URL that ends in %s', (path) => {
    expect(refusal(() => load(server(`baseUrl: "http://a.test${path}"`)))).toBe(
      'FILE: models.0.provider.baseUrl must not contain the request path (/chat/completions, /v1/messages, /v1/responses), which the service appends',
    );
  });

  it('rejects one port for the service and its metrics', () => {
    expect(refusal(() => load(`${demo}metrics: { port: 8080 }\n`))).toBe(
      'FILE: metrics.port is 8080, the same as PORT; set another port for the metrics',
    );
    expect(load(`${demo}metrics: { port: 8080, host: 127.0.0.2 }\n`).metrics?.port).toBe(8080);
  });

  it.each([
    ['127.0.0.1', '0.0.0.0'],
    ['127.0.0.1', '::'],
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
  ])('rejects one port of %s and of %s, because one of them covers every address', (HOST, host) => {
    expect(refusal(() => load(`${demo}metrics: { port: 8080, host: "${host}" }\n`, { HOST, API_KEYS: 'a:k' }))).toBe(
      'FILE: metrics.port is 8080, the same as PORT; set another port for the metrics',
    );
  });

  it('accepts a port of all IPv4 addresses together with the same port of an IPv6 address', () => {
    expect(load(`${demo}metrics: { port: 8080, host: 0.0.0.0 }\n`, { HOST: '::1' }).metrics?.port).toBe(8080);
  });

  it.each(['HOST', 'PUBLIC_URL', 'DATA_DIR', 'STORE_URL', 'SERVICE_CONFIG', 'LOG_LEVEL'])(
    'rejects a line break in %s instead of taking it as part of the value',
    (name) => {
      expect(refusal(() => load(demo, { [name]: 'https://a.test\n' }))).toBe(
        `environment: ${name} contains a line break; remove it (echo adds one at the end, printf does not)`,
      );
    },
  );

  it.each([
    'HOST',
    'PORT',
    'PUBLIC_URL',
    'DATA_DIR',
    'STORE_URL',
    'STORE_KEYS',
    'API_KEYS',
    'SERVICE_CONFIG',
    'LOG_LEVEL',
  ])(
    'rejects quotes around %s, which docker --env-file preserves, instead of taking them as part of the value',
    (name) => {
      expect(refusal(() => load(demo, { [name]: '"a:hunter2"' }))).toBe(
        `environment: ${name} is in quotes; remove them (a shell does that, docker --env-file does not)`,
      );
      expect(refusal(() => load(demo, { [name]: "'a:hunter2'" }))).toBe(
        `environment: ${name} is in quotes; remove them (a shell does that, docker --env-file does not)`,
      );
    },
  );

  it('rejects quotes around the key of an upstream without showing its value', () => {
    const [model] = load(upstream(', apiKeyEnv: KEY')).models;
    const { provider: languageModel } = model ?? {};
    if (languageModel === undefined) throw new Error('no model');
    expect(refusal(() => createLanguageModel({ name: 'm', provider: languageModel }, { KEY: '"hunter2"' }))).toBe(
      'models: "m" reads its key from the environment variable KEY, whose value is in quotes; remove them (a shell does that, docker --env-file does not)',
    );
  });

  it.each([
    ['DATA_DIR', '~/d', '~'],
    ['DATA_DIR', '~', '~'],
    ['DATA_DIR', '$HOME/d', '$HOME'],
    ['DATA_DIR', '${HOME}/d', '${HOME}'],
    ['DATA_DIR', '$(HOME)/d', '$(HOME)'],
    ['STORE_URL', 'sqlite:~/service.db', '~'],
    ['SERVICE_CONFIG', '~alice/service.yaml', '~alice'],
  ])(
    'rejects a path that only a shell would expand and creates no folder of that name: %s=%s',
    (name, value, start) => {
      expect(refusal(() => load(demo, { [name]: value }))).toBe(
        `environment: ${name} starts with ${start}, which only a shell expands; write the complete path (or ./${start} if that is the literal name)`,
      );
    },
  );

  it('accepts a real file of that name with its folder', () => {
    expect(load(demo, { DATA_DIR: './~/d' }).dataDir).toBe(join(folder, '~', 'd'));
    expect(load(demo, { DATA_DIR: 'd~/$x' }).dataDir).toBe(join(folder, 'd~', '$x'));
  });

  it.each(['\n', '\r\n'])('removes a line break at the end of other variables: %j', (end) => {
    expect(load(demo, { PORT: `8081${end}`, API_KEYS: `a:k${end}` })).toMatchObject({
      port: 8081,
      apiKeys: [{ name: 'a', key: 'k' }],
    });
  });

  it('rejects a UTF-16 file as such', () => {
    writeFileSync(join(folder, 'other.yaml'), `\ufeff${demo}`, 'utf16le');
    expect(refusal(() => loadConfig({ SERVICE_CONFIG: 'other.yaml' }, folder))).toBe(
      `${join(folder, 'other.yaml')} is in UTF-16; save it in UTF-8`,
    );
  });

  it.each([
    ['models: [{ name: "café", provider: { kind: llama, model: demo } }]\n', 1],
    [`# one\n# zwei für\n${demo}`, 2],
  ])('rejects a file that is not UTF-8 with its line and replaces no character of it', (text, line) => {
    writeFileSync(join(folder, 'other.yaml'), text, 'latin1');
    expect(refusal(() => loadConfig({ SERVICE_CONFIG: 'other.yaml' }, folder))).toBe(
      `${join(folder, 'other.yaml')} is not in UTF-8 (line ${line}); save it in UTF-8`,
    );
  });

  it('accepts the same file in UTF-8, also with a byte order mark', () => {
    expect(load('models: [{ name: "café", provider: { kind: llama, model: demo } }]').models[0]?.name).toBe('café');
    expect(load(`\ufeff${demo}`).models[0]?.name).toBe('m');
  });

  it.each([
    ['.inf', 'Infinity'],
    ['-.inf', '-Infinity'],
    ['.nan', 'NaN'],
  ])('a number that YAML writes as %s is named as it is, and not as null', (written, expected) => {
    expect(refusal(() => load(`${demo}limits: { maxBodyBytes: ${written} }\n`))).toBe(
      `FILE: limits.maxBodyBytes must be an integer number; it is ${expected}`,
    );
  });

  it('rejects a file of several documents with an error for its author, not a parser error', () => {
    expect(refusal(() => load(`${demo}---\n${demo}`))).toBe(
      'FILE contains several documents (--- at line 2); put all settings into one',
    );
  });

  it('accepts a file of one document between its markers', () => {
    expect(load(`---\n${demo}...\n`).models[0]?.name).toBe('m');
  });

  it('rejects a folder in place of a model file', () => {
    expect(refusal(() => load(`models: [{ name: m, provider: { kind: llama, model: "${folder}" } }]`))).toBe(
      `FILE: models: ${folder} of "m" is not a file; set the path of the .gguf file`,
    );
  });

  it.each(['', ', gpu: false'])('rejects GPU layers while the GPU is disabled%s', (gpu) => {
    expect(
      refusal(() => load(`models: [{ name: m, provider: { kind: llama, model: demo, gpuLayers: 8${gpu} } }]`)),
    ).toBe('FILE: models.0.provider.gpuLayers requires gpu: true in the same provider');
  });

  it('accepts GPU layers while the GPU is enabled', () => {
    const [model] = load(
      'models: [{ name: m, provider: { kind: llama, model: demo, gpu: true, gpuLayers: 8 } }]',
    ).models;
    expect(model?.provider).toMatchObject({ gpu: true, gpuLayers: 8 });
  });

  it('rejects a file called service.yml instead of ignoring it for the demo model', () => {
    writeFileSync(join(folder, 'service.yml'), demo);
    expect(refusal(() => loadConfig({}, folder))).toBe(
      `the service does not read ${join(folder, 'service.yml')}; rename it to service.yaml, or set SERVICE_CONFIG to its path`,
    );
    expect(loadConfig({ SERVICE_CONFIG: 'service.yml' }, folder).models).toHaveLength(1);
  });

  it.each([
    [
      'postgres://u:hunter#2@a.test/db',
      'is not a valid URL; percent-encode its user and password, such as %23 for # and %2F for /',
    ],
    [
      'postgres://u:se@cret#hunter2@a.test/db',
      'is not a valid URL; percent-encode its user and password, such as %23 for # and %2F for /',
    ],
    [
      'postgres://u:se@cret/hunter2@a.test/db',
      'is not a valid URL; percent-encode its user and password, such as %23 for # and %2F for /',
    ],
    [
      'postgres://u:p@a.test/db?sslMode=verify-full',
      'has the unknown parameter sslMode; request TLS with sslmode=verify-full',
    ],
    [
      'postgres://u:p@a.test/db?sslmode=verify-ful',
      'has an unsupported value of sslmode; it must be one of disable, prefer, require, verify-ca, verify-full, no-verify',
    ],
    ['postgres://u:p@a.test/db?ssl=false', 'has an unsupported value of ssl; it must be one of true, 1, 0'],
    ['mysql://u:p@a.test/db', 'must be sqlite:PATH or postgres://...'],
  ])('rejects the store %s', (url, reason) => {
    expect(refusal(() => load(demo, { STORE_URL: url }))).toBe(`environment: STORE_URL ${reason}`);
  });

  it.each([
    'postgres://u:hunter%232@a.test/db?sslmode=verify-full&sslrootcert=/a.pem',
    'postgresql://u@/db?host=/run/postgresql',
  ])('accepts the store %s', (url) => {
    expect(load(demo, { STORE_URL: url }).store).toEqual({ kind: 'postgres', url });
  });

  it('a fault of YAML ends with where it is', () => {
    expect(refusal(() => load('models:\n\t- name: x\n'))).toMatch(/ at line 2, column 1; correct it there$/);
  });
});

it('rejects an alias without an anchor', () => {
  expect(refusal(() => load('models: *gone\n'))).toMatch(/^FILE is not valid YAML: .*gone/);
});

it.each([
  'models: &a [*a]\n',
  'models: [{ name: m, provider: &a { kind: messages, headers: { more: *a } } }]\n',
  'models: &a [x, &b [*b, *a]]\n',
])('rejects an alias within its own anchor: %j', (yaml) => {
  expect(refusal(() => load(yaml))).toMatch(
    /^FILE is not valid YAML: \*[ab] refers to a node that contains it; correct it there$/,
  );
});

it('accepts several aliases of one anchor', () => {
  const { models } = load(
    'models: [{ name: one, provider: &g { kind: messages, baseUrl: "https://a.test" } }, { name: two, provider: *g }]\n',
  );
  expect(models.map(({ provider: languageModel }) => languageModel?.kind)).toEqual(['messages', 'messages']);
});

describe('the address of an upstream', () => {
  it.each(['messages', 'responses', 'chat-completions'])('must not contain credentials (%s)', (kind) => {
    const message = refusal(() =>
      load(`models: [{ name: m, provider: { kind: ${kind}, baseUrl: "https://me:hunter2@a.test/v1" } }]`),
    );
    expect(message).toBe(
      'FILE: models.0.provider.baseUrl must not contain a user or a password; set apiKeyEnv to the environment variable that holds the key',
    );
  });
});

describe('the headers of an upstream', () => {
  it.each([
    ['{ "x y": a }', 'contains "x y", which is not a valid header name'],
    ['{ "": a }', 'contains "", which is not a valid header name'],
    ['{ x-a: "one\\ntwo-hunter2" }', 'has an invalid value for "x-a"; a header value is one line of Latin-1 text'],
    ['{ x-a: "hunter2 \\u2603" }', 'has an invalid value for "x-a"; a header value is one line of Latin-1 text'],
    ['{ x-a: [hunter2] }', 'has an invalid value for "x-a"; a header value is one line of Latin-1 text'],
    ['{ Content-Length: "3" }', 'contains "Content-Length", which the service sets itself'],
    ['{ transfer-encoding: chunked }', 'contains "transfer-encoding", which the service sets itself'],
  ])('rejects %s', (headers, reason) => {
    expect(refusal(() => load(upstream(`, headers: ${headers}`)))).toBe(`FILE: models.0.provider.headers ${reason}`);
  });

  it('may be numbers, which are sent as they are written', () => {
    expect(load(upstream(', headers: { x-tenant: 42, x-on: true, x-text: "ä b" }')).models[0]?.provider).toMatchObject({
      headers: { 'x-tenant': '42', 'x-on': 'true', 'x-text': 'ä b' },
    });
  });
});

describe('the key of an upstream', () => {
  it('is rejected when no header can carry it', () => {
    const { provider: languageModel } = load(upstream(', apiKeyEnv: KEY')).models[0] ?? {};
    if (languageModel === undefined) throw new Error('there is a model');
    expect(refusal(() => createLanguageModel({ name: 'm', provider: languageModel }, { KEY: 'hunter2\n' }))).toBe(
      'models: "m" reads its key from the environment variable KEY, which contains spaces, line breaks or characters outside ASCII',
    );
  });

  it('is not shown when it is used in place of its variable name', () => {
    const { provider: languageModel } = load(upstream(', apiKeyEnv: sk-proj-hunter2')).models[0] ?? {};
    if (languageModel === undefined) throw new Error('there is a model');
    expect(refusal(() => createLanguageModel({ name: 'm', provider: languageModel }, {}))).toBe(
      'models: "m" reads its key from an environment variable that is not set. Set it to the name of the variable, such as OPENAI_KEY, not to the key itself; this message omits the value because it may be secret',
    );
  });
});

describe('the proxy of an upstream', () => {
  const made = (proxyEnv: string, variables: Record<string, string>) => (): unknown => {
    const { provider: languageModel } = load(upstream(`, proxyEnv: "${proxyEnv}"`)).models[0] ?? {};
    if (languageModel === undefined) throw new Error('there is a model');
    return createLanguageModel({ name: 'm', provider: languageModel }, variables);
  };

  it.each([
    [{}, 'which is not set; set it, or the path of its file in HTTPS_PROXY_FILE'],
    [{ HTTPS_PROXY: 'proxy:3128' }, 'whose value is not a URL that starts with http:// or https://'],
    [{ HTTPS_PROXY: 'socks5://me:hunter2@proxy' }, 'whose value is not a URL that starts with http:// or https://'],
  ])('is rejected when it is not a URL: %j', (variables, reason) => {
    expect(refusal(made('HTTPS_PROXY', variables))).toBe(
      `models: "m" reads its proxy from the environment variable HTTPS_PROXY, ${reason}`,
    );
  });

  it('is not shown when it is used in place of its variable name', () => {
    expect(refusal(made('http://me:hunter2@proxy:3128', {}))).toBe(
      'models: "m" reads its proxy from an environment variable that is not set. Set it to the name of the variable, such as HTTPS_PROXY, not to the proxy itself; this message omits the value because it may be secret',
    );
  });
});

describe('API_KEYS', () => {
  const mistyped = `${makeApiKey().slice(0, -1)}-`;
  it.each([
    [`a:${'k'.repeat(513)}`, 'API_KEYS entry 1 ("a") has a key of more than 512 characters'],
    [
      `a:${mistyped}`,
      'API_KEYS entry 1 ("a") has a key with the prefix of this service\'s own keys that is mistyped or truncated; copy the key again',
    ],
    ['a:same,b:same', 'API_KEYS entry 2 ("b") has the key of "a"; give each name a key of its own'],
  ])('rejects keys that grant nothing or whose owner is unclear: %#', (text, message) => {
    expect(refusal(() => load(demo, { API_KEYS: text }))).toBe(message);
  });

  it('accepts keys of this service and two keys with one name', () => {
    const own = makeApiKey();
    expect(load(demo, { API_KEYS: `a:${own},a:other` }).apiKeys).toEqual([
      { name: 'a', key: own },
      { name: 'a', key: 'other' },
    ]);
  });
});

it.each([' ', '0x50', '8e3', '80.5', '-1'])('PORT %j is no port', (port) => {
  expect(refusal(() => load(demo, { PORT: port }))).toMatch(/^environment: PORT must /);
});

describe('origins that may call the service', () => {
  it.each([
    'example.com',
    'https://a.test/',
    'https://a.test/app',
    'https://A.test',
    'https://a.test:443',
    'https://*.a.test',
    'null',
    'file://',
    '',
  ])('%j is none that a browser sends', (origin) => {
    expect(refusal(() => load(`${demo}cors: { origins: ["https://b.test", "${origin}"] }`))).toMatch(
      /^FILE: cors\.origins /,
    );
  });

  it('are accepted in the form that browsers send', () => {
    const origins = [
      'https://a.test',
      'http://localhost:3000',
      'http://[::1]:3000',
      'chrome-extension://abcdefgh',
      '*',
    ];
    expect(load(`${demo}cors: { origins: ${JSON.stringify(origins)} }`).corsOrigins).toEqual(origins);
  });
});

describe('limits of keys that cannot be meant', () => {
  const models = 'models: [{ name: demo, provider: { kind: llama, model: demo } }]\n';

  it.each([
    ['{ requestsPerMinute: 0 }', 'FILE: keyLimits.requestsPerMinute must not be less than 1; it is 0'],
    [
      '{ tokensPerMinute: many }',
      'FILE: keyLimits.tokensPerMinute must be an integer number, or unlimited; it is "many"',
    ],
    ['{ requestPerMinute: 5 }', 'FILE: keyLimits.requestPerMinute is not a known key; did you mean requestsPerMinute?'],
    ['{ named: { alice: {} } }', 'FILE: keyLimits.named must be an array'],
    ['{ named: [{ requestsPerMinute: 5 }] }', 'FILE: keyLimits.named.0.name is missing'],
    [
      '{ named: [{ name: "a b" }] }',
      'FILE: keyLimits.named.0.name must be the name of a key: 1 to 64 letters, digits, ".", "_" or "-"',
    ],
    [
      '{ named: [{ name: ci }, { name: ci, concurrentRequests: 2 }] }',
      'FILE: keyLimits.named.1.name is "ci", which an earlier entry already has',
    ],
  ])('are rejected: %s', (yaml, sentence) => {
    expect(refusal(() => load(`${models}keyLimits: ${yaml}\n`))).toBe(sentence);
  });

  it('are accepted where they are possible', () => {
    const { keyLimits } = load(
      `${models}keyLimits: { requestsPerMinute: 60, named: [{ name: ci, tokensPerMinute: 1000 }] }\n`,
    );
    expect({ ...keyLimits }).toMatchObject({ requestsPerMinute: 60, named: [{ name: 'ci', tokensPerMinute: 1000 }] });
  });
});

describe('a rejected setting', () => {
  const models = 'models: [{ name: demo, provider: { kind: llama, model: demo } }]\n';

  it.each([
    ['limits: { maxBodyBytes: "5000" }', 'FILE: limits.maxBodyBytes must be an integer number; it is "5000"'],
    ['limits: { maxBodyBytes: 32MB }', 'FILE: limits.maxBodyBytes must be an integer number; it is "32MB"'],
    ['metrics: { port: 99999 }', 'FILE: metrics.port must not be greater than 65535; it is 99999'],
    ['policy: { strict: "yes" }', 'FILE: policy.strict must be a boolean value; it is "yes"'],
    ['stream: { keepAliveSeconds: 10s }', 'FILE: stream.keepAliveSeconds must be a number; it is "10s"'],
  ])('is reported with its value: %s', (yaml, sentence) => {
    expect(refusal(() => load(`${models}${yaml}\n`))).toBe(sentence);
  });

  it('is reported as the number that YAML parsed from a name', () => {
    expect(refusal(() => load('models: [{ name: 5, provider: { kind: llama, model: demo } }]'))).toBe(
      'FILE: models.0.name must be a string; it is the number 5, which must be in quotes',
    );
  });

  it('is not quoted where it may be a secret', () => {
    expect(refusal(() => load(models, { SERVER_SECRET: 'hunter2' }))).toBe(
      'environment: SERVER_SECRET must have at least 32 characters',
    );
    expect(
      refusal(() => load('models: [{ name: a, provider: { kind: messages, baseUrl: "http://user:hunter2@host" } }]')),
    ).not.toContain('hunter2');
  });

  it('is reported with the longer name that it is a prefix of', () => {
    expect(
      refusal(() =>
        load('models: [{ name: a, provider: { kind: messages, baseUrl: "http://host", apiKey: hunter2 } }]'),
      ),
    ).toBe('FILE: models.0.provider.apiKey is not a known key; did you mean apiKeyEnv?');
  });
});
