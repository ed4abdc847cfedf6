// The log of a request whose upstream did or did not respond.
import { EngineError } from '@org/engine';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { BackendSettings } from '#src/config/settings/backend-settings.js';
import { ChatCompletionsSettings } from '#src/config/providers/chat-completions-settings.js';
import { RoutingSettings } from '#src/config/settings/routing-settings.js';
import type { ModelSettings } from '#src/config/settings/model-settings.js';
import { eventually } from '../kit/eventually.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const info = 30;
const warn = 40;

let upstream: ScriptedUpstream;
let service: TestService;

beforeEach(async () => {
  upstream = await startScriptedUpstream();
});
afterEach(async () => {
  await service.close();
  await upstream.close();
});

const providerAt = (baseUrl: string): ChatCompletionsSettings =>
  Object.assign(new ChatCompletionsSettings(), {
    kind: 'chat-completions' as const,
    profile: 'generic' as const,
    retries: 0,
    baseUrl,
  });

function groupOf(...named: readonly (readonly [name: string, baseUrl: string])[]): ModelSettings {
  const backends = named.map(([name, baseUrl]) =>
    Object.assign(new BackendSettings(), { name, provider: providerAt(baseUrl) }),
  );
  return { name: 'claude-*', backends, routing: Object.assign(new RoutingSettings(), { retries: 0 }) };
}

/** Returns the log line of one request to `model`. */
async function lineOf(model: string, path = '/v1/responses'): Promise<Record<string, unknown>> {
  const body =
    path === '/v1/responses'
      ? { model, input: 'Hi', store: false }
      : { model, max_tokens: 20, stream: true, messages: [{ role: 'user', content: 'Hi' }] };
  await (await service.post(path, body)).text();
  const lines = (): Record<string, unknown>[] => service.log.filter(({ msg }) => msg === 'request');
  await eventually(() => lines().length === 1);
  return lines()[0] ?? {};
}

describe('the log line of a request', () => {
  it('reports an unreachable upstream with the reason', async () => {
    service = await startTestService({
      config: { models: [{ name: 'claude-*', provider: providerAt('http://127.0.0.1:1/v1') }] },
    });
    expect(await lineOf('claude-x')).toMatchObject({
      level: warn,
      status: 502,
      model: 'claude-x',
      pattern: 'claude-*',
      error: 'upstream-failed',
      reason: 'The service could not reach the upstream.',
      cause: 'ECONNREFUSED',
    });
  });

  it('reports the rejecting backend and its status, but none of its text', async () => {
    service = await startTestService({ config: { models: [groupOf(['gpu-1', upstream.baseUrl])] } });
    upstream.play((call) => call.reply(401, { error: { message: 'bad key hunter2' } }));
    const line = await lineOf('claude-x', '/v1/messages');
    expect(line).toMatchObject({
      level: warn,
      model: 'claude-x',
      pattern: 'claude-*',
      backend: 'gpu-1',
      error: 'upstream-failed',
      reason: "The upstream rejected the service's own credentials.",
      upstreamStatus: 401,
    });
    expect(JSON.stringify(service.log)).not.toContain('hunter2');
  });

  it('is also a warning when a stream breaks off after status 200', async () => {
    service = await startTestService({ config: { models: [groupOf(['gpu-1', upstream.baseUrl])] } });
    upstream.play(async (call) => {
      call.delta({ content: 'one' });
      await call.pause(300);
      call.reset();
    });
    expect(await lineOf('claude-x', '/v1/messages')).toMatchObject({
      level: warn,
      status: 200,
      backend: 'gpu-1',
      reason: 'The upstream ended the response before it was complete.',
    });
  });

  it("names the client's model and the backend after a success", async () => {
    service = await startTestService({ config: { models: [groupOf(['gpu-1', upstream.baseUrl])] } });
    upstream.play((call) => {
      call.delta({ content: 'one' }, { model: 'name-of-the-upstream' });
      call.finish();
    });
    const line = await lineOf('claude-x');
    expect(line).toMatchObject({ level: info, status: 200, model: 'claude-x', pattern: 'claude-*', backend: 'gpu-1' });
    expect(line).not.toHaveProperty('reason');
  });

  it('names no pattern for a model that is listed by its name', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
    const line = await lineOf('m');
    expect(line).toMatchObject({ level: info, model: 'm' });
    expect(line).not.toHaveProperty('pattern');
  });

  it('omits parts of our own messages that may quote a request', async () => {
    const error = new EngineError(
      'upstream-failed',
      'The model did not follow the schema: the arguments of "hunter2", /secret must be number.',
    );
    service = await startTestService({ models: { m: scriptedModel({ type: 'throw', error }) } });
    expect(await lineOf('m')).toMatchObject({ level: warn, reason: 'The model did not follow the schema' });
    expect(JSON.stringify(service.log)).not.toContain('hunter2');
  });

  it('is no warning where the client was wrong', async () => {
    service = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
    const line = await lineOf('unknown');
    expect(line).toMatchObject({ level: info, error: 'unknown-model', model: 'unknown' });
    expect(line).toHaveProperty('reason');
  });
});
