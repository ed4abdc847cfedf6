// The trace context of a request reaches its upstreams and the log on every path.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { loadConfig } from '#src/config/load-config.js';
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from '../same-dialect-upstreams/replay-upstream.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traced = { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, tracestate: 'vendor=value' };
const untraced = { traceparent: undefined, tracestate: undefined };

let upstream: ScriptedUpstream;
let payload: ReplayUpstream;
let service: TestService;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
  payload = await startReplayUpstream();
  const dataDir = await mkdtemp(join(tmpdir(), 'trace-test-'));
  const models = [
    { name: 'm', provider: { kind: 'chat-completions', baseUrl: upstream.baseUrl } },
    { name: 'messages', provider: { kind: 'messages', baseUrl: payload.baseUrl } },
    { name: 'responses', provider: { kind: 'responses', baseUrl: payload.baseUrl } },
    {
      name: 'package',
      provider: {
        kind: 'ai-sdk',
        package: '@ai-sdk/openai-compatible',
        model: 'x',
        settings: { name: 'x', baseURL: upstream.baseUrl },
      },
    },
  ];
  await writeFile(join(dataDir, 'service.yaml'), JSON.stringify({ models }));
  service = await startTestService({ dataDir, config: { models: loadConfig({}, dataDir).models } });
});
afterEach(async () => {
  await service.close();
  await upstream.close();
  await payload.close();
});

const sentTraces = (): object[] =>
  upstream.records.map(({ headers: { traceparent, tracestate } }) => ({ traceparent, tracestate }));
const lines = (msg: string): unknown[] =>
  service.log.filter((line) => line['msg'] === msg).map(({ traceId: id }) => id);
const message = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'tokens=2' }] };
const response = { model: 'm', input: 'tokens=2' };

describe('the trace of a request', () => {
  it('is forwarded to the upstream and logged in both dialects', async () => {
    await (await service.post('/v1/messages', message, { ...service.messagesHeaders, ...traced })).text();
    await (
      await service.post('/v1/responses', { ...response, stream: true }, { ...service.responsesHeaders, ...traced })
    ).text();
    expect(sentTraces()).toEqual([traced, traced]);
    await eventually(() => lines('request').length === 2);
    expect(lines('request')).toEqual([traceId, traceId]);
  }, 30_000);

  it.each(['messages', 'responses'] as const)(
    'is forwarded to an upstream with the %s API, also on a capability request',
    async (model) => {
      const headers = { ...service.messagesHeaders, ...traced };
      await (await service.post('/v1/messages', { ...message, model }, headers)).text();
      await (await service.post('/v1/messages/count_tokens', { model, messages: message.messages }, headers)).text();
      expect(payload.requests.length).toBeGreaterThan(1);
      for (const asked of payload.requests)
        expect([asked.path, asked.headers]).toEqual([asked.path, expect.objectContaining(traced)]);
    },
    30_000,
  );

  it('is forwarded through an AI SDK provider package', async () => {
    await (
      await service.post('/v1/messages', { ...message, model: 'package' }, { ...service.messagesHeaders, ...traced })
    ).text();
    expect(sentTraces()).toEqual([traced]);
  }, 30_000);

  it('is not invented when missing and not forwarded when malformed', async () => {
    await (await service.post('/v1/messages', message)).text();
    await (
      await service.post('/v1/messages', message, {
        ...service.messagesHeaders,
        traceparent: '00-evil',
        tracestate: 'a=b',
      })
    ).text();
    expect(sentTraces()).toEqual([untraced, untraced]);
    await eventually(() => lines('request').length === 2);
    expect(lines('request')).toEqual([undefined, undefined]);
  }, 30_000);

  it('stays with a background response and a batch until they are made', async () => {
    await service.post('/v1/responses', { ...response, background: true }, { ...service.responsesHeaders, ...traced });
    await eventually(() => lines('job').length === 1);
    await service.post(
      '/v1/messages/batches',
      { requests: [{ custom_id: 'a', params: message }] },
      { ...service.messagesHeaders, ...traced },
    );
    await eventually(() => lines('job').length === 2);
    expect(sentTraces()).toEqual([traced, traced]);
    expect(lines('job')).toEqual([traceId, traceId]);
    expect(service.log.filter(({ jobId, msg }) => jobId !== undefined && msg === 'request')).toMatchObject([
      { traceId },
    ]);
  }, 30_000);

  it('is that of a frame, else that of its connection', async () => {
    const client = await openFrames(service.url, { ...service.responsesHeaders, ...traced });
    await client.ask({ type: 'response.create', ...response });
    const other = { traceparent: traced.traceparent.replace('4bf9', '0000'), tracestate: 'a=b' };
    await client.ask({
      type: 'response.create',
      ...response,
      client_metadata: {
        ws_request_header_traceparent: other.traceparent,
        ws_request_header_tracestate: other.tracestate,
      },
    });
    await client.ask({
      type: 'response.create',
      ...response,
      client_metadata: { ws_request_header_traceparent: 'bad' },
    });
    expect(sentTraces()).toEqual([traced, other, traced]);
    client.socket.close();
  }, 30_000);
});
