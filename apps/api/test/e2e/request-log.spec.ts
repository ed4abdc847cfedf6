// "Why did this user's request fail?" is answered by the log alone.
import { EngineError } from '@org/engine';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

type Line = Readonly<Record<string, unknown>>;

let service: TestService;
let upstream: ScriptedUpstream | undefined;
afterEach(async () => {
  await service.close();
  await upstream?.close();
  upstream = undefined;
  delete process.env['REQUEST_LOG_KEY'];
});

const lines = (message = 'request'): readonly Line[] => service.log.filter(({ msg }) => msg === message);
const ownRequest = { owner: 'name:alice', keyId: 'alice', keyName: 'alice' };

/** The log line of one request, and the response. */
async function lineOf(path: string, body: unknown): Promise<{ line: Line; response: Response; body: string }> {
  const before = lines().length;
  const response = await service.post(path, body);
  const text = await response.text();
  await eventually(() => lines().length === before + 1);
  return { line: lines().at(-1) ?? {}, response, body: text };
}

const startScripted = async (): Promise<void> => {
  service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
};

/** A service with one upstream, `provider` being its settings that differ from the defaults. */
async function startUpstream(
  config: NonNullable<Parameters<typeof startTestService>[0]>['config'] = {},
  provider: Partial<ChatCompletionsSettings> = {},
): Promise<ScriptedUpstream> {
  upstream = await startScriptedUpstream();
  const settings = Object.assign(new ChatCompletionsSettings(), {
    kind: 'chat-completions' as const,
    profile: 'generic' as const,
    retries: 0,
    baseUrl: upstream.baseUrl,
    ...provider,
  });
  service = await startTestService({ config: { models: [{ name: 'm', provider: settings }], ...config } });
  return upstream;
}

describe('the record of a request', () => {
  it('names owner, key, model and the id of the response', async () => {
    await startScripted();
    const { line, body } = await lineOf('/v1/responses', { model: 'm', input: 'Hi' });
    const { id } = JSON.parse(body) as { id: string };
    expect(line).toMatchObject({ ...ownRequest, model: 'm', responseId: id, status: 200, outputTokens: 5 });
    expect(line).not.toHaveProperty('error');
    const message = await lineOf('/v1/messages', {
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    expect(message.line).toMatchObject({ ...ownRequest, responseId: (JSON.parse(message.body) as { id: string }).id });
  });

  it('names field and reason of a 400 in both dialects', async () => {
    await startScripted();
    expect((await lineOf('/v1/responses', { model: 'm', input: 'Hi', temperature: 'hot' })).line).toMatchObject({
      ...ownRequest,
      level: 30,
      model: 'm',
      status: 400,
      error: 'invalid-request',
      param: 'temperature',
      reason: 'temperature: Input should be a number, but got a string',
    });
    expect(
      (await lineOf('/v1/messages', { model: 'm', max_tokens: 0, messages: [{ role: 'user', content: 'Hi' }] })).line,
    ).toMatchObject({ ...ownRequest, model: 'm', error: 'invalid-request', param: 'max_tokens' });
    expect((await lineOf('/v1/responses', '{"model":')).line).toMatchObject({
      ...ownRequest,
      error: 'invalid-request',
      reason: expect.stringMatching(/^The body is not valid JSON/),
    });
  });

  it('names an unknown model, unless it is a sentence or a key', async () => {
    await startScripted();
    expect((await lineOf('/v1/responses', { model: 'gpt-9', input: 'Hi' })).line).toMatchObject({
      model: 'gpt-9',
      error: 'unknown-model',
      reason: 'The model "…" does not exist. Models: m.',
    });
    for (const model of ['tell me a private story', 'sk-org-private'])
      expect((await lineOf('/v1/responses', { model, input: 'Hi' })).line).not.toHaveProperty('model');
    expect(JSON.stringify(service.log)).not.toContain('private');
  });

  it('contains no value of a rejected request, wherever its error quotes one', async () => {
    await startScripted();
    const ask = { model: 'm', input: 'private' };
    const say = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'private' }] };
    const schema = { type: 'object', properties: { private_name: { type: 'strng' } } };
    for (const [path, body] of [
      ['/v1/responses', { ...ask, metadata: { private_name: ['x'] } }],
      ['/v1/responses', { ...ask, metadata: { 'private name': 1 } }],
      ['/v1/responses', { ...ask, tool_choice: { type: 'function', name: 'private_name' }, tools: [] }],
      ['/v1/responses', { ...ask, previous_response_id: 'resp_private' }],
      ['/v1/responses', { ...ask, conversation: 'conv_private' }],
      ['/v1/responses', { ...ask, input: [{ type: 'function_call_output', call_id: 'private', output: 'private' }] }],
      ['/v1/responses', { ...ask, input: [{ type: 'item_reference', id: 'private' }] }],
      ['/v1/responses', { ...ask, input: [{ type: 'private', text: 'private' }] }],
      ['/v1/responses', { ...ask, tools: [{ type: 'mcp', server_label: 'private', server_url: 'http://private' }] }],
      ['/v1/messages', { ...say, tool_choice: { type: 'tool', name: 'private_name' } }],
      ['/v1/messages', { ...say, messages: [{ role: 'private', content: 'private' }] }],
      [
        '/v1/messages',
        { ...say, messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'private' }] }] },
      ],
      ['/v1/messages', { ...say, tools: [{ name: 'private name', input_schema: schema }] }],
      ['/v1/messages', { ...say, model: { private_name: 1 } }],
    ] as const) {
      const { line, response } = await lineOf(path, body);
      expect([response.status, line['status']]).toEqual([expect.any(Number), response.status]);
      if (response.status < 400) continue;
      expect(line).toMatchObject({ error: expect.any(String), reason: expect.any(String) });
    }
    expect(JSON.stringify(service.log)).not.toMatch(/private/);
  });

  it('omits probes from the level info', async () => {
    await startScripted();
    await fetch(`${service.url}/health/live`);
    await fetch(`${service.url}/health/ready`);
    await eventually(() => lines().length === 2);
    expect(lines().map(({ level, route }) => [level, route])).toEqual([
      [20, '/health/live'],
      [20, '/health/ready'],
    ]);
  });
});

describe('the record of a request that its upstream rejects', () => {
  it("has the upstream's status and no message of it", async () => {
    const { play } = await startUpstream();
    play((call) => call.reply(400, { error: { message: 'temperature: private must be low' } }));
    expect((await lineOf('/v1/responses', { model: 'm', input: 'Hi' })).line).toMatchObject({
      ...ownRequest,
      status: 400,
      error: 'invalid-request',
      reason: 'The upstream rejected the request as invalid.',
      upstreamStatus: 400,
    });
    expect(JSON.stringify(service.log)).not.toContain('private');
  });

  it.each([
    [400, 'the value of top_k must be low', 'the value of top_k must be low'],
    [401, 'the key hunter2-hunter2-hunter2 is wrong', 'the key [redacted] is wrong'],
    [500, 'disk /dev/sda is full', expect.stringContaining('is full')],
  ])(
    "has the upstream's message without secrets where the operator has switched it on: %i",
    async (status, message, logged) => {
      process.env['REQUEST_LOG_KEY'] = 'hunter2-hunter2-hunter2';
      const { play } = await startUpstream({ logsUpstreamMessages: true }, { apiKeyEnv: 'REQUEST_LOG_KEY' });
      play((call) => call.reply(status, { error: { message } }));
      expect((await lineOf('/v1/responses', { model: 'm', input: 'Hi' })).line).toMatchObject({
        upstreamStatus: status,
        upstreamMessage: logged,
      });
    },
  );

  it('has the code too-large for an image that is too large', async () => {
    const { play } = await startUpstream();
    play((call) => call.reply(413, { error: { message: 'image exceeds 5 MB maximum' } }));
    const { line, response } = await lineOf('/v1/responses', { model: 'm', input: 'Hi' });
    expect(response.status).toBe(413);
    expect(line).toMatchObject({ status: 413, error: 'too-large', upstreamStatus: 413 });
  });

  it('names the rules that changed the request before the upstream accepted it', async () => {
    const { play } = await startUpstream();
    play((call) =>
      call.body['temperature'] === undefined
        ? (call.delta({ content: 'one' }), call.finish())
        : call.reply(400, {
            error: {
              message: "Unsupported parameter: 'temperature' is not supported with this model.",
              param: 'temperature',
            },
          }),
    );
    expect((await lineOf('/v1/responses', { model: 'm', input: 'Hi', temperature: 0.5 })).line).toMatchObject({
      status: 200,
      fallbacks: [expect.stringMatching(/^[a-z-]+$/)],
    });
  });
});

describe('the records of a WebSocket connection', () => {
  it('name the key and the request that opened it, for each response and each rejected frame', async () => {
    await startScripted();
    const client = await openFrames(service.url, service.responsesHeaders);
    let upgrade: string | undefined;
    const done = await client.ask({ type: 'response.create', model: 'm', input: 'Hi' });
    await client.ask({ type: 'response.create', model: 'm', input: 'Hi', temperature: 'hot' });
    await client.ask('{"type":');
    await eventually(() => lines().length === 4);
    const [opened, ...others] = lines();
    upgrade = String(opened?.['requestId']);
    expect(opened).toMatchObject({ ...ownRequest, status: 101, transport: 'websocket' });
    expect(others).toMatchObject([
      { responseId: (done['response'] as { id: string }).id, status: 200, outputTokens: 5 },
      { error: 'invalid-request', param: 'temperature', status: 400 },
      { error: 'invalid-request', status: 400, reason: expect.any(String) },
    ]);
    for (const line of others) expect(line).toMatchObject({ ...ownRequest, originRequestId: upgrade });
    client.socket.close();
    await client.closed;
  });
});

describe('the records of work without a client', () => {
  it('attribute all output tokens to a key and to the request that began the work', async () => {
    const failing = scriptedModel(...textResponse('Hello.').slice(0, 3), {
      type: 'throw',
      error: new EngineError('upstream-failed', 'The upstream failed.', { retryable: false }),
    });
    service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')), bad: failing } });
    const say = { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
    const created = [
      await service.post('/v1/responses', { model: 'm', input: 'Hi', background: true }),
      await service.post('/v1/responses', { model: 'bad', input: 'Hi', background: true }),
      await service.post('/v1/messages/batches', {
        requests: ['m', 'bad'].map((model) => ({ custom_id: model, params: { model, ...say } })),
      }),
    ];
    await service.post('/v1/responses', { model: 'm', input: 'Hi' });
    await eventually(() => lines('job').length === 3 && lines().length === 6);
    const [background, failed, batch] = created.map(({ headers }) => headers.get('request-id'));
    const job = (requestId: string | null | undefined): Line =>
      lines('job').find((line) => line['requestId'] === requestId) ?? {};
    expect(job(background)).toMatchObject({ ...ownRequest, model: 'm', status: 200, outputTokens: 5 });
    expect(job(background)['responseId']).toBe(job(background)['jobId']);
    expect(job(failed)).toMatchObject({
      ...ownRequest,
      level: 40,
      model: 'bad',
      status: 502,
      error: 'upstream-failed',
      reason: 'The upstream failed.',
    });
    expect(job(batch)).toMatchObject(ownRequest);
    const parts = lines().filter(({ jobId }) => jobId !== undefined);
    expect(parts).toHaveLength(2);
    for (const part of parts)
      expect(part).toMatchObject({ ...ownRequest, originRequestId: batch, jobId: job(batch)['jobId'] });
    const spent = service.log.filter(({ outputTokens }) => typeof outputTokens === 'number');
    expect(spent.length).toBeGreaterThanOrEqual(3);
    for (const line of spent) expect(line).toMatchObject({ ...ownRequest, requestId: expect.stringMatching(/^req_/) });
  });
});
