import { once } from 'node:events';
import { type Store } from '@org/engine';
import { type Resolve } from '@org/hosted-tools/testing';
import { defaultMcpServerLimits } from '@org/hosted-tools';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { WebSocket } from 'ws';
import { BackendSettings } from '#src/config/settings/backend-settings.js';
import { ConfigError } from '#src/config/checks/config-error.js';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { MetricsSettings } from '#src/config/settings/metrics-settings.js';
import type { ServiceConfig } from '#src/config/service-config.js';
import { ConfiguredModels } from '#src/engine/configured-models.js';
import { CONFIG, STORE } from '#src/engine/tokens.js';
import { MetricsListener } from '#src/metrics/metrics-listener.js';
import { callingModel } from '../kit/calling-model.js';
import { eventually } from '../kit/eventually.js';
import { startMcpServer } from '../kit/mcp-server.js';
import { metricsUrl, scrapeMetrics, valueOf } from '../kit/metrics.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let upstream: ScriptedUpstream;
let service: TestService;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  const provider = Object.assign(new ChatCompletionsSettings(), {
    kind: 'chat-completions' as const,
    baseUrl: upstream.baseUrl,
  });
  const backend = Object.assign(new BackendSettings(), { name: 'first', provider });
  service = await startTestService({
    config: {
      models: [{ name: 'claude-*', backends: [backend] }],
      metrics: Object.assign(new MetricsSettings(), { port: 0 }),
    },
  });
});
afterEach(async () => {
  await service.close();
  await upstream.close();
});

const address = (of = service): string => metricsUrl(of);
const scrape = (of = service): Promise<readonly string[]> => scrapeMetrics(of);

const messages = (content: string, model = 'claude-x', stream = false): Promise<Response> =>
  service.post('/v1/messages', { model, max_tokens: 100, stream, messages: [{ role: 'user', content }] });

describe('the metrics', () => {
  it('count requests, runs, tokens and failures of both dialects', async () => {
    await (await messages('tokens=7')).text();
    await (await messages('tokens=7', 'claude-y', true)).text();
    await (await service.post('/v1/responses', { model: 'claude-z', input: 'tokens=7' })).text();
    const refused = await messages('fail=400');
    await refused.text();
    await eventually(() => service.log.filter(({ msg }) => msg === 'request').length === 4);
    const series = await scrape();
    const model = { gen_ai_request_model: 'claude-*' };
    expect(valueOf(series, 'gen_ai_client_operation_duration_seconds_count', { ...model, error_type: '' })).toBe(3);
    expect(
      valueOf(series, 'gen_ai_client_operation_duration_seconds_count', { ...model, error_type: 'invalid-request' }),
    ).toBe(1);
    expect(valueOf(series, 'gen_ai_client_operation_time_to_first_chunk_seconds_count', model)).toBe(3);
    expect(valueOf(series, 'gen_ai_client_inference_usage_output_tokens_total', model)).toBe(21);
    expect(valueOf(series, 'gen_ai_client_inference_usage_input_tokens_total', model)).toBe(3);
    const route = { http_request_method: 'POST', http_route: '/v1/messages', dialect: 'messages' };
    expect(
      valueOf(series, 'http_server_request_duration_seconds_count', { ...route, http_response_status_code: '200' }),
    ).toBe(2);
    expect(
      valueOf(series, 'http_server_request_duration_seconds_count', {
        ...route,
        http_response_status_code: `${refused.status}`,
      }),
    ).toBe(1);
    expect(
      valueOf(series, 'http_server_request_duration_seconds_count', {
        http_route: '/v1/responses',
        http_response_status_code: '200',
        dialect: 'responses',
      }),
    ).toBe(1);
    expect(valueOf(series, 'process_resident_memory_bytes')).toBeGreaterThan(0);
  }, 30_000);

  it('report running requests and the state of each backend', async () => {
    const stream = await messages('tokens=100 gap=50', 'claude-x', true);
    await eventually(() => upstream.open === 1);
    const running = await scrape();
    const backend = { model: 'claude-*', backend: 'first' };
    expect(valueOf(running, 'upstream_requests_running', backend)).toBe(1);
    expect(valueOf(running, 'http_server_active_requests')).toBe(1);
    expect(valueOf(running, 'upstream_breaker_state', { ...backend, state: 'closed' })).toBe(1);
    await stream.body?.cancel();
    await eventually(() => upstream.open === 0);
    for (let count = 0; count < 8; count += 1) await (await messages('fail=500')).text();
    const failed = await scrape();
    expect(valueOf(failed, 'upstream_requests_running', backend)).toBe(0);
    expect(valueOf(failed, 'upstream_breaker_state', { ...backend, state: 'open' })).toBe(1);
    expect(valueOf(failed, 'upstream_breaker_state', { ...backend, state: 'closed' })).toBe(0);
    expect(valueOf(failed, 'gen_ai_client_operation_duration_seconds_count', { error_type: 'cancelled' })).toBe(1);
  }, 30_000);

  it('contain no text of a client and add no series for unknown names', async () => {
    await messages('hello');
    await messages('hello', 'no-such-model');
    await fetch(`${service.url}/no/such/path`);
    await eventually(() => service.log.filter(({ msg }) => msg === 'request').length === 3);
    const before = await scrape();
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await messages(`canary-prompt-${index}`, `claude-canary-${index}`);
        await messages('hello', `canary-${index}`);
        await fetch(`${service.url}/canary/${index}`, { method: index % 2 === 0 ? 'GET' : 'DELETE' });
      }),
    );
    await eventually(() => service.log.filter(({ msg }) => msg === 'request').length === 153);
    const after = await scrape();
    expect(after.join('\n')).not.toMatch(/canary|test-key/);
    // The one new series family is that of DELETE on an unknown path: 8 buckets, a sum and a count.
    const own = (series: readonly string[]): number => series.filter((line) => !/^(nodejs|process)_/.test(line)).length;
    expect(own(after) - own(before)).toBeLessThanOrEqual(10);
  }, 60_000);

  it('report queues, connections and readiness', async () => {
    const all = { part: 'all' };
    const before = await scrape();
    expect([
      valueOf(before, 'service_ready', all),
      valueOf(before, 'service_ready', { part: 'store' }),
      valueOf(before, 'service_ready', { part: 'models' }),
    ]).toEqual([1, 1, 1]);
    expect([valueOf(before, 'websocket_connections'), valueOf(before, 'configuration_up_to_date')]).toEqual([0, 1]);
    expect([valueOf(before, 'request_memory_bytes'), valueOf(before, 'request_memory_waiting')]).toEqual([0, 0]);
    expect(valueOf(before, 'background_jobs', { state: 'running' })).toBe(0);
    expect(valueOf(before, 'file_ingestions', { state: 'queued' })).toBe(0);
    expect(valueOf(before, 'file_ingestion_oldest_seconds')).toBe(0);
    // No code runs here.
    expect(valueOf(before, 'code_containers_running')).toBeUndefined();
    expect(valueOf(before, 'http_connections_closed_total')).toBe(0);
    expect(valueOf(before, 'http_connections')).toBeGreaterThanOrEqual(0);

    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v1/responses`, {
      headers: service.responsesHeaders,
    });
    await once(socket, 'open');
    const background = async (): Promise<void> =>
      void (await (
        await service.post('/v1/responses', { model: 'claude-x', input: 'tokens=100 gap=50', background: true })
      ).json());
    await background();
    await eventually(async () => valueOf(await scrape(), 'background_jobs', { state: 'running' }) === 1);
    expect(valueOf(await scrape(), 'websocket_connections')).toBe(1);
    expect(valueOf(await scrape(), 'http_connections')).toBeGreaterThanOrEqual(1);
    socket.terminate();
    await expect(
      service.app.get(ConfiguredModels).reload(() => {
        throw new ConfigError('the file is wrong');
      }),
    ).rejects.toThrow('the file is wrong');
    expect(valueOf(await scrape(), 'configuration_up_to_date')).toBe(0);
    await service.app.get(ConfiguredModels).reload(() => service.app.get<ServiceConfig>(CONFIG));
    expect(valueOf(await scrape(), 'configuration_up_to_date')).toBe(1);
  }, 30_000);

  it('are all there while the store fails, but for what only the store knows', async () => {
    // Only data that was read before is available now.
    await service.app.get<Store>(STORE).close();
    await eventually(async () => valueOf(await scrape(), 'service_ready', { part: 'store' }) === 0);
    const series = await scrape();
    expect([
      valueOf(series, 'service_ready', { part: 'all' }),
      valueOf(series, 'service_ready', { part: 'models' }),
      valueOf(series, 'http_server_active_requests'),
    ]).toEqual([0, 1, 0]);
    expect(series.filter((line) => /^(background_jobs|file_ingestion(s|_oldest)|stored_bytes)/.test(line))).toEqual([]);
  }, 30_000);

  it('are served on no path of the API and serve only their own path', async () => {
    expect((await fetch(`${service.url}/metrics`, { headers: service.responsesHeaders })).status).toBe(404);
    expect((await fetch(address().replace('/metrics', '/v1/models'))).status).toBe(404);
    expect((await fetch(address(), { method: 'POST' })).status).toBe(405);
    expect(new URL(address()).hostname).toBe('127.0.0.1');
  }, 30_000);

  it('prevent the start with one sentence when their port is in use', async () => {
    const port = Number(new URL(address()).port);
    await expect(
      startTestService({ config: { metrics: Object.assign(new MetricsSettings(), { port }) } }),
    ).rejects.toThrow(
      `metrics: the service cannot listen on 127.0.0.1 port ${port}: address already in use (EADDRINUSE)`,
    );
  }, 30_000);
});

it('there are no metrics unless they are asked for', async () => {
  const plain = await startTestService();
  expect(plain.app.get(MetricsListener).url).toBeUndefined();
  await plain.close();
}, 30_000);

describe('the metrics of MCP servers', () => {
  it('count lists and calls by outcome and use one name for all servers that are not configured', async () => {
    const mcp = await startMcpServer({
      tools: [{ name: 'add', inputSchema: { type: 'object' } }],
      call: async (_, { fail }) => ({ content: [], isError: fail === true }),
    });
    const mcpServers = {
      servers: [{ name: 'sums', url: mcp.url, headers: {} }],
      anyPublicUrl: true,
      ports: [443],
      limits: defaultMcpServerLimits,
    };
    const resolve: Resolve = (_, done) => done(new Error('no such name'), []);
    const asking = await startTestService({
      models: { m: callingModel() },
      network: { resolve },
      config: { mcpServers, metrics: Object.assign(new MetricsSettings(), { port: 0 }) },
    });
    const ask = async (input: string, server_url = mcp.url): Promise<unknown> =>
      (
        await asking.post('/v1/responses', {
          model: 'm',
          input,
          tools: [{ type: 'mcp', server_label: 's', server_url, require_approval: 'never' }],
        })
      ).json();
    try {
      await ask('call add {} call add {"fail":true}');
      for (const host of ['one', 'other']) await ask('Hi', `https://${host}.example/mcp`);
      const series = await scrape(asking);
      const count = (method: string, server: string, error: string): number | undefined =>
        valueOf(series, 'mcp_client_operation_duration_seconds_count', {
          mcp_method_name: `tools/${method}`,
          server,
          error_type: error,
        });
      expect([
        count('list', 'sums', ''),
        count('call', 'sums', ''),
        count('call', 'sums', 'tool_error'),
        count('list', '_OTHER', 'http'),
      ]).toEqual([1, 1, 1, 2]);
      expect(series.join()).not.toContain('example');
    } finally {
      await asking.close();
      await mcp.close();
    }
  });
});
