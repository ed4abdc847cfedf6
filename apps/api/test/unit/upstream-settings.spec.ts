import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '#src/config/checks/config-error.js';
import { loadConfig } from '#src/config/load-config.js';
import type { ModelSettings } from '#src/config/settings/model-settings.js';
import { createLanguageModel } from '#src/engine/create-language-model.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wire-settings-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function modelOf(languageModel: string): ModelSettings | undefined {
  writeFileSync(join(folder, 'service.yaml'), `models: [{ name: m, provider: ${languageModel} }]`);
  return loadConfig({}, folder).models[0];
}

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('the settings were taken');
}

describe.each(['messages', 'responses'] as const)('a provider of the kind %s', (kind) => {
  it('has the settings of every upstream', () => {
    const more =
      'apiKeyEnv: KEY, model: big, retries: 3, maxConnections: 8, timeouts: { connect: 50, idle: 0 }, headers: { x-gateway: g }, headersEnv: { api-key: KEY }, proxyEnv: HTTPS_PROXY';
    expect(modelOf(`{ kind: ${kind}, baseUrl: "https://api.example.com", ${more} }`)?.provider).toMatchObject({
      kind,
      baseUrl: 'https://api.example.com',
      apiKeyEnv: 'KEY',
      model: 'big',
      retries: 3,
      maxConnections: 8,
      timeouts: { connect: 50, idle: 0 },
      headers: { 'x-gateway': 'g' },
      headersEnv: { 'api-key': 'KEY' },
      proxyEnv: 'HTTPS_PROXY',
    });
  });

  it.each([
    ['', 'models.0.provider.baseUrl is missing'],
    [', baseUrl: "ftp://x"', 'models.0.provider.baseUrl must be a URL that starts with http:// or https://'],
    [', baseUrl: "http://a", retries: 11', 'models.0.provider.retries must not be greater than 10'],
    [', baseUrl: "http://a", timeouts: { idle: -1 }', 'models.0.provider.timeouts.idle must not be less than 0'],
    [', baseUrl: "http://a", profile: vllm', 'models.0.provider.profile'],
  ])('rejects %j', (more, message) => {
    expect(refusal(() => modelOf(`{ kind: ${kind}${more} }`))).toContain(message);
  });

  it('uses that dialect itself and has a name that does not reveal its address', async () => {
    const languageModel = await createLanguageModel(
      { name: 'm', provider: { kind, baseUrl: 'https://api.example.com' } },
      {},
    );
    const again = await createLanguageModel({ name: 'n', provider: { kind, baseUrl: 'https://api.example.com' } }, {});
    const other = await createLanguageModel(
      { name: 'm', provider: { kind, baseUrl: 'https://other.example.com' } },
      {},
    );
    expect(languageModel.native).toEqual({ dialect: kind, signer: expect.stringMatching(/^[\w-]{12}$/) });
    expect(again.native).toEqual(languageModel.native);
    expect(other.native).not.toEqual(languageModel.native);
    await Promise.all([languageModel, again, other].map((one) => one.close()));
  });

  it('accepts a base URL with a final `/v1` like one without', async () => {
    const asked: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.end('{"data":[]}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const issuers = new Set<string | undefined>();
    for (const end of ['', '/v1', '/v1/']) {
      const languageModel = await createLanguageModel({ name: 'm', provider: { kind, baseUrl: origin + end } }, {});
      await languageModel.probe?.();
      issuers.add(languageModel.native?.signer);
      await languageModel.close();
    }
    server.close();
    expect([asked, issuers.size]).toEqual([Array(3).fill('/v1/models'), 1]);
  });

  it('is not made without the key that it names', () => {
    expect(
      refusal(() =>
        createLanguageModel(
          { name: 'm', provider: { kind, baseUrl: 'https://api.example.com', apiKeyEnv: 'GONE' } },
          {},
        ),
      ),
    ).toContain('GONE');
  });
});

describe.each(['messages', 'responses', 'chat-completions'] as const)(
  'secrets of an upstream of the kind %s',
  (kind) => {
    it('in headers are read from the environment, next to public headers', async () => {
      const seen: IncomingHttpHeaders[] = [];
      const server = createServer(({ headers }, response) => {
        seen.push(headers);
        response.end('{"data":[]}');
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
      const languageModel = await createLanguageModel(
        { name: 'm', provider: { kind, baseUrl, headers: { 'x-gateway': 'g' }, headersEnv: { 'api-key': 'SECRET' } } },
        { SECRET: 'word by word' },
      );
      await languageModel.probe?.();
      await languageModel.close();
      server.close();
      expect(seen).toMatchObject([{ 'x-gateway': 'g', 'api-key': 'word by word' }]);
    });

    it('are missed at the start', () => {
      const made = (variables: Record<string, string>) => (): unknown =>
        createLanguageModel(
          { name: 'm', provider: { kind, baseUrl: 'https://api.example.com/v1', headersEnv: { 'api-key': 'GONE' } } },
          variables,
        );
      expect(refusal(made({}))).toBe(
        'models: "m" reads its key from the environment variable GONE, which is not set; set it, or the path of its file in GONE_FILE',
      );
      expect(refusal(made({ GONE: 'a\r\nb' }))).toBe(
        'models: "m" reads a header from the environment variable GONE, which contains line breaks or characters outside ASCII',
      );
    });
  },
);

describe('settings of one dialect alone', () => {
  it('are accepted for it', () => {
    expect(modelOf('{ kind: messages, baseUrl: "http://a", maxOutputTokens: 32000 }')?.provider).toMatchObject({
      maxOutputTokens: 32_000,
    });
    expect(modelOf('{ kind: responses, baseUrl: "http://a", encryptedReasoning: false }')?.provider).toMatchObject({
      encryptedReasoning: false,
    });
    expect(modelOf('{ kind: responses, baseUrl: "http://a", tools: functions }')?.provider).toMatchObject({
      tools: 'functions',
    });
  });

  it('are rejected for the other', () => {
    expect(refusal(() => modelOf('{ kind: responses, baseUrl: "http://a", maxOutputTokens: 32000 }'))).toContain(
      'maxOutputTokens',
    );
    expect(refusal(() => modelOf('{ kind: messages, baseUrl: "http://a", encryptedReasoning: false }'))).toContain(
      'encryptedReasoning',
    );
    expect(refusal(() => modelOf('{ kind: messages, baseUrl: "http://a", tools: functions }'))).toContain('tools');
    expect(refusal(() => modelOf('{ kind: responses, baseUrl: "http://a", tools: some }'))).toContain('tools');
  });
});
