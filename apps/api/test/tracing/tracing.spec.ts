import { defaultMcpServerLimits } from '@org/hosted-tools';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { BackendSettings } from '#src/config/settings/backend-settings.js';
import { MetricsSettings } from '#src/config/settings/metrics-settings.js';
import { TracingSettings } from '#src/config/settings/tracing-settings.js';
import type { ServiceConfig } from '#src/config/service-config.js';
import { callingModel } from '../kit/calling-model.js';
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { startMcpServer } from '../kit/mcp-server.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startCollector, type Collector, type CollectedSpan } from './collector.js';

let upstream: ScriptedUpstream;
let collector: Collector;
let service: TestService | undefined;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  collector = await startCollector();
});
afterEach(async () => {
  await service?.close();
  service = undefined;
  await collector.close();
  await upstream.close();
});

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const clientSpan = '00f067aa0ba902b7';
const traced = { traceparent: `00-${traceId}-${clientSpan}-01`, tracestate: 'vendor=value' };

async function start(
  settings: Partial<TracingSettings> = {},
  config: Partial<ServiceConfig> = {},
): Promise<TestService> {
  const provider = Object.assign(new ChatCompletionsSettings(), {
    kind: 'chat-completions' as const,
    baseUrl: upstream.baseUrl,
  });
  const backend = Object.assign(new BackendSettings(), { name: 'first', provider });
  const tracing = Object.assign(new TracingSettings(), { endpoint: collector.url, ...settings });
  service = await startTestService({
    config: { models: [{ name: 'claude-*', backends: [backend] }], tracing, ...config },
  });
  return service;
}

const message = (content: string, more: object = {}): object => ({
  model: 'claude-x',
  max_tokens: 100,
  temperature: 0.5,
  messages: [{ role: 'user', content }],
  ...more,
});

/** Waits for the spans of `count` requests and returns them: each request's span and those of its upstream requests. */
async function spansOf(
  count: number,
): Promise<{ readonly requests: readonly CollectedSpan[]; readonly runs: readonly CollectedSpan[] }> {
  const requests = (): readonly CollectedSpan[] => collector.spans.filter(({ kind }) => kind === 2);
  await eventually(() => requests().length >= count);
  return { requests: requests(), runs: collector.spans.filter(({ kind }) => kind === 3) };
}

describe('a traced service', () => {
  it("records the request and the run of the model below the client's span, and upstreams work for the run", async () => {
    const { post, messagesHeaders } = await start();
    const reply = await post('/v1/messages', message('tokens=7'), { ...messagesHeaders, ...traced });
    await reply.json();
    const { requests, runs } = await spansOf(1);
    expect([requests.length, runs.length]).toEqual([1, 1]);
    const [request, run] = [requests[0], runs[0]];
    expect(request).toMatchObject({
      name: 'POST /v1/messages',
      traceId,
      parentSpanId: clientSpan,
      status: 0,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/messages',
        'http.response.status_code': 200,
        'mrs.request.id': reply.headers.get('request-id'),
        'mrs.dialect': 'messages',
        'mrs.key.id': 'alice',
      },
    });
    expect(run).toMatchObject({
      name: 'chat claude-x',
      traceId,
      parentSpanId: request?.spanId,
      status: 0,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'chat-completions',
        'gen_ai.request.model': 'claude-x',
        'gen_ai.request.stream': false,
        'gen_ai.request.max_tokens': 100,
        'gen_ai.request.temperature': 0.5,
        'gen_ai.usage.input_tokens': 1,
        'gen_ai.usage.output_tokens': 7,
        'gen_ai.response.finish_reasons': ['stop'],
        'mrs.request.id': reply.headers.get('request-id'),
        'mrs.model': 'claude-*',
        'mrs.backend': 'first',
      },
    });
    expect(run?.attributes).toHaveProperty(['gen_ai.response.model']);
    expect(run?.attributes['gen_ai.response.time_to_first_chunk']).toBeGreaterThan(0);
    expect(run?.milliseconds).toBeLessThanOrEqual(request?.milliseconds ?? 0);
    expect(upstream.records[0]?.headers).toMatchObject({
      traceparent: `00-${traceId}-${run?.spanId}-01`,
      tracestate: 'vendor=value',
    });
    expect(collector.resource).toMatchObject({
      'service.name': 'model-response-service',
      'service.version': expect.any(String),
    });
  }, 30_000);

  it('starts a trace where the client sends none and logs its id', async () => {
    const { post, log } = await start();
    await (await post('/v1/messages', message('tokens=2', { stream: true }))).text();
    const { requests, runs } = await spansOf(1);
    expect(requests[0]?.parentSpanId).toBeUndefined();
    expect(runs[0]).toMatchObject({ traceId: requests[0]?.traceId, attributes: { 'gen_ai.request.stream': true } });
    expect(log.find(({ msg }) => msg === 'request')).toMatchObject({ traceId: requests[0]?.traceId });
  }, 30_000);

  it('records failures: rejected here, at the upstream, or aborted by the client', async () => {
    const { post, url, messagesHeaders, log } = await start();
    await (await post('/v1/messages', message('hi', { max_tokens: 'many' }))).text();
    await (await post('/v1/messages', message('fail=500'))).text();
    await (await fetch(`${url}/health/live`)).text(); // Requested repeatedly, and never recorded.
    await (await fetch(`${url}/v1/nowhere/secret-path`, { method: 'PUT' })).text();
    const leaving = new AbortController();
    const stream = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { ...messagesHeaders, 'content-type': 'application/json' },
      body: JSON.stringify(message('tokens=100 gap=50', { stream: true })),
      signal: leaving.signal,
    });
    await stream.body?.getReader().read();
    leaving.abort();
    await eventually(() => log.filter(({ msg }) => msg === 'request').length === 5);
    const { requests, runs } = await spansOf(4);
    const errors = (spans: readonly CollectedSpan[]): readonly unknown[] =>
      spans.map(({ name, status, attributes }) => [
        name,
        attributes['http.response.status_code'],
        attributes['error.type'],
        status,
      ]);
    expect(errors(requests)).toEqual([
      ['POST /v1/messages', 400, 'invalid-request', 0],
      ['POST /v1/messages', 502, 'upstream-failed', 2],
      ['PUT', 404, 'not-found', 0],
      ['POST /v1/messages', 200, 'cancelled', 0],
    ]);
    expect(errors(runs)).toEqual([
      ['chat claude-x', undefined, 'upstream-failed', 2],
      ['chat claude-x', undefined, 'cancelled', 0],
    ]);
    expect(collector.text).not.toContain('secret-path');
  }, 30_000);

  it('includes background work and WebSocket frames in the traces of their requests', async () => {
    const { post, url, responsesHeaders } = await start();
    const background = (await (
      await post(
        '/v1/responses',
        { model: 'claude-x', input: 'tokens=3', background: true },
        { ...responsesHeaders, ...traced },
      )
    ).json()) as { id: string };
    await eventually(
      async () =>
        (
          (await (await fetch(`${url}/v1/responses/${background.id}`, { headers: responsesHeaders })).json()) as {
            status: string;
          }
        ).status === 'completed',
    );
    await eventually(() => collector.spans.some(({ kind }) => kind === 3));
    const [run] = collector.spans.filter(({ kind }) => kind === 3);
    const asker = collector.spans.find(({ spanId }) => spanId === run?.parentSpanId);
    expect(asker).toMatchObject({ name: 'POST /v1/responses', traceId, parentSpanId: clientSpan });

    const client = await openFrames(url, { ...responsesHeaders, ...traced });
    await client.ask({ type: 'response.create', model: 'claude-x', input: 'tokens=3' });
    client.socket.close();
    await eventually(() =>
      collector.spans.some(
        ({ attributes }) =>
          attributes['network.protocol.name'] === 'websocket' && attributes['http.response.status_code'] === 200,
      ),
    );
    const frame = collector.spans.find(({ attributes }) => attributes['network.protocol.name'] === 'websocket');
    expect(frame).toMatchObject({ name: 'GET /v1/responses', traceId, parentSpanId: clientSpan });
    expect(
      collector.spans.filter(({ parentSpanId }) => parentSpanId === frame?.spanId).map(({ name }) => name),
    ).toEqual(['chat claude-x']);
  }, 30_000);

  it('records neither content nor keys', async () => {
    const { post, key } = await start();
    await (
      await post(
        '/v1/messages',
        message('canary-prompt', {
          system: 'canary-system',
          stop_sequences: ['canary-stop'],
          metadata: { user_id: 'canary-user' },
          tools: [{ name: 'canary_tool', input_schema: { type: 'object' } }],
        }),
      )
    ).text();
    await (
      await post('/v1/responses', {
        model: 'claude-x',
        input: 'canary-input',
        instructions: 'canary',
        metadata: { a: 'canary' },
      })
    ).text();
    await spansOf(2);
    expect(collector.text).not.toContain('canary');
    expect(collector.text).not.toContain(key);
  }, 30_000);

  it('records MCP calls between their model runs', async () => {
    const mcp = await startMcpServer({
      tools: [{ name: 'add', inputSchema: { type: 'object' } }],
      call: async (_, { fail }) => ({ content: [], isError: fail === true }),
    });
    const mcpServers = {
      servers: [{ name: 'sums', url: mcp.url, headers: {} }],
      anyPublicUrl: false,
      ports: [443],
      limits: defaultMcpServerLimits,
    };
    const tracing = Object.assign(new TracingSettings(), { endpoint: collector.url });
    service = await startTestService({
      models: { m: callingModel() },
      config: { mcpServers, tracing, metrics: Object.assign(new MetricsSettings(), { port: 0 }) },
    });
    try {
      await (
        await service.post('/v1/responses', {
          model: 'm',
          input: 'call add {} call add {"fail":true}',
          tools: [{ type: 'mcp', server_label: 's', server_url: mcp.url, require_approval: 'never' }],
        })
      ).json();
      const { requests, runs } = await spansOf(1);
      expect(runs.every(({ parentSpanId }) => parentSpanId === requests[0]?.spanId)).toBe(true);
      expect(runs.map(({ name, status, attributes }) => [name, attributes['error.type'], status]).toSorted()).toEqual(
        [
          ['chat m', undefined, 0],
          ['chat m', undefined, 0],
          ['tools/call sums', 'tool_error', 2],
          ['tools/call sums', undefined, 0],
          ['tools/list sums', undefined, 0],
        ].toSorted(),
      );
    } finally {
      await mcp.close();
    }
  }, 30_000);

  it('records the configured share, and no trace that its client does not record; upstreams receive the same decision', async () => {
    const { post, messagesHeaders } = await start({ sample: 0 });
    await (await post('/v1/messages', message('tokens=2'), { ...messagesHeaders, ...traced })).text();
    await service?.stop();
    const all = await start();
    await (
      await all.post('/v1/messages', message('tokens=2'), {
        ...messagesHeaders,
        traceparent: traced.traceparent.replace(/01$/, '00'),
      })
    ).text();
    await all.stop();
    expect(collector.spans).toEqual([]);
    expect(upstream.records.map(({ headers }) => headers['traceparent'])).toEqual([
      expect.stringMatching(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`)),
      expect.stringMatching(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`)),
    ]);
  }, 30_000);

  it('sends the last spans when it stops', async () => {
    const { post, stop } = await start();
    await (await post('/v1/messages', message('tokens=2'))).text();
    await stop();
    expect(collector.spans).toHaveLength(2);
  }, 30_000);
});

it('logs one line for an unreachable collector and fails no response', async () => {
  const { post, log, stop } = await start({ endpoint: 'http://127.0.0.1:9' });
  expect((await post('/v1/messages', message('tokens=2'))).status).toBe(200);
  await stop();
  expect(log.filter(({ msg }) => msg === 'failed to send spans to the collector')).toEqual([
    expect.objectContaining({ level: 40, lost: 2, reason: expect.any(String) }),
  ]);
}, 30_000);

it("records nothing by default and forwards the client's own span to upstreams", async () => {
  service = await startTestService({
    config: {
      models: [
        {
          name: 'm',
          provider: Object.assign(new ChatCompletionsSettings(), {
            kind: 'chat-completions' as const,
            baseUrl: upstream.baseUrl,
          }),
        },
      ],
    },
  });
  await (
    await service.post('/v1/messages', message('tokens=2', { model: 'm' }), { ...service.messagesHeaders, ...traced })
  ).text();
  await service.stop();
  expect(upstream.records[0]?.headers).toMatchObject(traced);
  expect(collector.spans).toEqual([]);
}, 30_000);
