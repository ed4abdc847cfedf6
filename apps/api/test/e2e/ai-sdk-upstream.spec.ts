// Models of AI SDK packages in both dialects: the packages are real, the official clients unmodified.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import OpenAI from 'openai';
import { ConfigError } from '#src/config/checks/config-error.js';
import { loadConfig } from '#src/config/load-config.js';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { eventually } from '../kit/eventually.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const secret = 'sk-package-secret-4711';
const city = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
  additionalProperties: false,
};

let upstream: ScriptedUpstream;
let first: TestService;
let service: TestService;
let folder: string;

/** Reads models out of a configuration file in `folder`, as the program does. */
async function modelsOf(yaml: string): Promise<ReturnType<typeof loadConfig>['models']> {
  const path = join(folder, 'service.yaml');
  await writeFile(path, yaml);
  return loadConfig(
    { PORT: '0', DATA_DIR: join(folder, 'data'), API_KEYS: 'a:key-of-the-first-user', SERVICE_CONFIG: path },
    folder,
  ).models;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ai-sdk-test-'));
  upstream = await startScriptedUpstream();
  process.env['TEST_PACKAGE_KEY'] = secret;
  // A second service acts as the hosted messages API; the package cannot tell the difference.
  first = await startTestService({ config: { models: await modelsOf(compatible('inner')) } });
  process.env['TEST_INNER_KEY'] = first.key;
  const models = await modelsOf(`${compatible('package')}
  - name: "any-*"
    provider: { kind: ai-sdk, package: "@ai-sdk/anthropic", apiKeyEnv: TEST_INNER_KEY, settings: { baseURL: "${first.url}/v1" }, model: inner }`);
  service = await startTestService({ config: { models } });
});
afterAll(async () => {
  await service.close();
  await first.close();
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

const compatible = (name: string): string => `
models:
  - name: ${name}
    provider: { kind: ai-sdk, package: "@ai-sdk/openai-compatible", model: scripted, apiKeyEnv: TEST_PACKAGE_KEY, settings: { name: scripted, baseURL: "${upstream.baseUrl}", supportsStructuredOutputs: true } }`;

const openai = (): OpenAI => new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
const anthropic = (): Anthropic => new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });

describe.each(['package', 'any-claude'])('the model %s of a package', (model) => {
  it('streams text and reasoning to the openai package', async () => {
    const stream = openai().responses.stream({ model, input: 'tokens=12 think' });
    let text = '';
    stream.on('response.output_text.delta', ({ delta }) => (text += delta));
    const final = await stream.finalResponse();
    expect(final.status).toBe('completed');
    expect(final.output.map(({ type }) => type)).toEqual(['reasoning', 'message']);
    expect(text).toBe(final.output_text);
    expect(text.split(' ')).toHaveLength(12);
    expect(final.usage?.output_tokens).toBeGreaterThan(0);
  });

  it('streams text and thinking to the anthropic package', async () => {
    const stream = anthropic().messages.stream({
      model,
      max_tokens: 200,
      messages: [{ role: 'user', content: 'tokens=12 think' }],
    });
    let atStart = 0;
    stream.on(
      'streamEvent',
      (event) => (atStart += event.type === 'message_start' ? event.message.usage.input_tokens : 0),
    );
    const message = await stream.finalMessage();
    expect(atStart).toBeGreaterThan(0);
    expect(message.usage).not.toHaveProperty('estimated');
    expect(message.stop_reason).toBe('end_turn');
    expect(message.content.map(({ type }) => type)).toEqual(['thinking', 'text']);
    expect(message.usage.input_tokens).toBeGreaterThan(0);
  });

  it('gets through a tool loop in the responses dialect', async () => {
    const tools = [{ type: 'function' as const, name: 'get_weather', parameters: city, strict: true }];
    const called = await openai().responses.create({ model, input: 'call=get_weather', tools, store: true });
    const call = called.output.find((item) => item.type === 'function_call');
    if (call?.type !== 'function_call') throw new Error('the model did not call');
    expect(JSON.parse(call.arguments)).toEqual({ city: expect.any(String) });
    const result = await openai().responses.create({
      model,
      previous_response_id: called.id,
      tools,
      input: [{ type: 'function_call_output', call_id: call.call_id, output: '18 degrees' }],
    });
    expect(result.output_text).toContain('18 degrees');
  });

  it('gets through a tool loop in the messages dialect', async () => {
    const tools = [{ name: 'get_weather', input_schema: city }];
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'say call=get_weather' }];
    const called = await anthropic().messages.create({ model, max_tokens: 200, tools, messages });
    expect(called.stop_reason).toBe('tool_use');
    const call = called.content.find((block) => block.type === 'tool_use');
    if (call === undefined) throw new Error('the model did not call');
    messages.push(
      { role: 'assistant', content: called.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: '18 degrees' }] },
    );
    const result = await anthropic().messages.create({ model, max_tokens: 200, tools, messages });
    expect(result.content).toMatchObject([{ type: 'text', text: expect.stringContaining('18 degrees') }]);
  });

  it('reports an upstream rejection without the upstream message', async () => {
    const failure = await openai()
      .responses.create({ model, input: 'fail=401' })
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ status: 502 });
    expect(String(failure)).not.toContain('scripted failure');
  });
});

describe('signatures of reasoning', () => {
  const innerWarnings = (): readonly unknown[] =>
    first.log.flatMap(({ warnings }) => (warnings === undefined ? [] : [warnings]));

  it('return to the upstream that created them through the messages dialect', async () => {
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'tokens=3 think' }];
    const result = await anthropic().messages.create({ model: 'any-claude', max_tokens: 200, messages });
    const [thinking] = result.content;
    expect(thinking).toMatchObject({
      type: 'thinking',
      thinking: 'Let me think.',
      signature: expect.stringMatching(/^via\.e\.ai-sdk-ai-sdk-anthropic\./),
    });
    const before = innerWarnings().length;
    messages.push({ role: 'assistant', content: result.content }, { role: 'user', content: 'tokens=2' });
    const { response } = await anthropic()
      .messages.create({ model: 'any-claude', max_tokens: 200, messages })
      .withResponse();
    expect(response.headers.get('x-service-warning')).toBeNull();
    expect(innerWarnings()).toHaveLength(before);
  });

  it('return through the responses dialect, stored or not', async () => {
    const client = openai();
    const stored = await client.responses.create({ model: 'any-claude', input: 'tokens=3 think' });
    const next = await client.responses
      .create({ model: 'any-claude', previous_response_id: stored.id, input: 'tokens=2' })
      .withResponse();
    expect(next.response.headers.get('x-service-warning')).toBeNull();
    const loose = await client.responses.create({
      model: 'any-claude',
      input: 'tokens=3 think',
      store: false,
      include: ['reasoning.encrypted_content'],
    });
    const input = [
      { role: 'user' as const, content: 'tokens=3 think' },
      ...loose.output,
      { role: 'user' as const, content: 'tokens=2' },
    ];
    const again = await client.responses
      .create({ model: 'any-claude', input: input as OpenAI.Responses.ResponseInput, store: false })
      .withResponse();
    expect(again.response.headers.get('x-service-warning')).toBeNull();
  });

  it('are omitted with a warning for a model that cannot verify them', async () => {
    const result = await anthropic().messages.create({
      model: 'any-claude',
      max_tokens: 200,
      messages: [{ role: 'user', content: 'tokens=3 think' }],
    });
    const messages: Anthropic.MessageParam[] = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: result.content },
      { role: 'user', content: 'tokens=2' },
    ];
    const { response } = await anthropic()
      .messages.create({ model: 'package', max_tokens: 200, messages })
      .withResponse();
    expect(response.headers.get('x-service-warning')).toContain('cannot be verified here');
  });
});

it('structured output reaches the upstream as its schema', async () => {
  const result = await openai().responses.create({
    model: 'package',
    input: 'Where?',
    text: { format: { type: 'json_schema', name: 'place', schema: city, strict: true } },
  });
  expect(JSON.parse(result.output_text)).toEqual({ city: expect.any(String) });
  expect(upstream.records.at(-1)?.body['response_format']).toMatchObject({
    type: 'json_schema',
    json_schema: { schema: city },
  });
});

it('the key goes to the upstream and nowhere else', async () => {
  const { _request_id: id } = await openai().responses.create({ model: 'package', input: 'tokens=3' });
  expect(upstream.records.at(-1)?.headers['authorization']).toBe(`Bearer ${secret}`);
  await eventually(() => service.log.some(({ msg, requestId }) => msg === 'request' && requestId === id));
  expect(JSON.stringify([service.log, first.log])).not.toContain(secret);
});

describe('a package that cannot serve prevents the start', () => {
  const failure = async (languageModel: string): Promise<unknown> => {
    const [model] = await modelsOf(`models:\n  - name: m\n    provider: ${languageModel}`);
    if (model?.provider === undefined) throw new Error('there is a model');
    try {
      await createLanguageModel({ name: model.name, provider: model.provider }, process.env);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  it('when it is not installed, with the command that installs it', async () => {
    const error = await failure('{ kind: ai-sdk, package: "@ai-sdk/not-there", model: x }');
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toBe(
      `models: "m": the package @ai-sdk/not-there is not installed; install it with: npm install --prefix ${join(folder, 'data', 'packages')} @ai-sdk/not-there`,
    );
  });

  it.each([
    ['./model.js'],
    ['/etc/model.js'],
    ['node:fs'],
    ['fs'],
    ['https://example.test/a.js'],
    ['../x'],
    ['@ai-sdk/../../x'],
    ['data:text/javascript,1'],
  ])('when %s is not the name of a package', async (name) => {
    expect(String(await failure(`{ kind: ai-sdk, package: "${name}", model: x }`))).toContain(
      'is not the name of a package',
    );
  });

  it('when its factory is not certain', async () => {
    expect(String(await failure('{ kind: ai-sdk, package: "import-meta-resolve", model: x }'))).toContain(
      'name it in `export`',
    );
    expect(
      String(await failure('{ kind: ai-sdk, package: "@ai-sdk/anthropic", export: createOther, model: x }')),
    ).toContain('exports no function createOther');
  });

  it('when its models implement an unknown specification version; found in the data folder', async () => {
    const packageFolder = join(folder, 'data', 'packages', 'node_modules', 'models-of-tomorrow');
    await mkdir(packageFolder, { recursive: true });
    await writeFile(
      join(packageFolder, 'package.json'),
      '{ "name": "models-of-tomorrow", "type": "module", "exports": { "import": "./main.js" } }',
    );
    await writeFile(
      join(packageFolder, 'main.js'),
      'export const createModels = () => ({ languageModel: () => ({ specificationVersion: "v9", doStream() {} }) });',
    );
    expect(String(await failure('{ kind: ai-sdk, package: models-of-tomorrow, model: x }'))).toContain(
      'its models follow specification v9; the service supports v2, v3, v4',
    );
  });

  it('when what it makes gives no models', async () => {
    expect(String(await failure('{ kind: ai-sdk, package: "@ai-sdk/anthropic", method: rerank, model: x }'))).toContain(
      'has no method rerank',
    );
  });
});
