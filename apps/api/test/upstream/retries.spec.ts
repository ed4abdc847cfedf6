// An attempt that fails before its first output is retried once, which only the upstream can observe.
import { type ScriptedUpstream, startScriptedUpstream, type UpstreamCall } from '@org/providers/testing';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { eventually } from '../kit/eventually.js';
import { openPost } from '../kit/raw-request.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { requestForms, messagesBody, responsesBody, type RequestForm } from './request-forms.js';

let upstream: ScriptedUpstream;
let service: TestService;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
beforeEach(async () => {
  // A separate service for each test, because the retry budget is a share of earlier requests.
  service = await startTestService({
    config: { models: [{ name: 'm', provider: { kind: 'chat-completions', baseUrl: upstream.baseUrl } }] },
  });
});
afterEach(() => service.close());
afterAll(() => upstream.close());

/** Fails the first attempt with `fail` and completes all others. */
function failOnce(fail: (call: UpstreamCall) => void): { attempts(): number } {
  const before = upstream.records.length;
  const attempts = (): number => upstream.records.length - before;
  upstream.play((call) => {
    if (attempts() === 1) return fail(call);
    call.delta({ content: 'well' });
    call.finish('stop', { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 });
  });
  return { attempts };
}

const busyFor =
  (seconds: number) =>
  (call: UpstreamCall): void =>
    call.reply(503, {}, { 'retry-after': String(seconds) });
const busy = busyFor(1);
const asked = { tag: 'Hi', model: 'm' };
const bodyOf = (form: RequestForm): object => ({
  ...(form.dialect === 'messages' ? messagesBody(form, asked) : responsesBody(form, asked)),
  stream: form.stream,
});

const waited = requestForms.filter(({ background }) => !background);
const pathOf = ({ dialect }: RequestForm): string => (dialect === 'messages' ? '/v1/messages' : '/v1/responses');

describe.each(waited)('$name', (form) => {
  const path = pathOf(form);

  it.each<[string, (call: UpstreamCall) => void]>([
    ['a connection that breaks before the first byte', (call) => call.reset()],
    ['a rejection with retry-after', busy],
  ])('recovers from %s: one response, charged once, two upstream requests', async (_, fail) => {
    const { attempts } = failOnce(fail);
    const response = await service.post(path, bodyOf(form));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(attempts()).toBe(2);
    expect(text.split(form.stream ? /"type":"(?:message_start|response\.created)"/ : /"type":"message"/)).toHaveLength(
      2,
    );
    expect(text).not.toContain('"error":{');
    await eventually(() => service.log.some(({ msg }) => msg === 'request'));
    expect(service.log.find(({ msg }) => msg === 'request')).toMatchObject({
      status: 200,
      inputTokens: 5,
      outputTokens: 1,
    });
  });

  it('aborts the second attempt when its client disconnects', async () => {
    const before = upstream.records.length;
    upstream.play(async (call) => (upstream.records.length === before + 1 ? call.reset() : await call.pause(600_000)));
    const socket = openPost(service.url, path, service.messagesHeaders, bodyOf(form));
    await eventually(() => upstream.records.length === before + 2);
    // The upstream may be the last to detect its own reset.
    await eventually(() => upstream.open === 1);
    socket.destroy();
    await eventually(() => upstream.open === 0 && service.app.get(ActiveRequests).count === 0);
    expect(upstream.records.at(-1)?.abortedAt).toBeDefined();
    expect(upstream.records).toHaveLength(before + 2);
  });
});

it('makes no second attempt for clients that disconnect between two attempts, in any form', async () => {
  const before = upstream.records.length;
  // On a busy machine, the first attempt may be a second older than the last.
  upstream.play(busyFor(2));
  const sockets = waited.map((form) => openPost(service.url, pathOf(form), service.messagesHeaders, bodyOf(form)));
  await eventually(() => upstream.records.length === before + waited.length && upstream.open === 0);
  for (const socket of sockets) socket.destroy();
  await eventually(() => service.app.get(ActiveRequests).count === 0);
  await new Promise((resolve) => setTimeout(resolve, 2300));
  expect(upstream.records).toHaveLength(before + waited.length);
});

describe('a background response', () => {
  const form = requestForms.find(({ name }) => name === 'responses background, streamed');
  if (form === undefined) throw new Error('there is such a form');

  it('recovers, too', async () => {
    const { attempts } = failOnce((call) => call.reset());
    const created = await service.post('/v1/responses', bodyOf(form));
    const text = await created.text();
    expect(attempts()).toBe(2);
    expect(text).toContain('"type":"response.completed"');
  });

  it('makes no second attempt when it is cancelled between the attempts', async () => {
    const { attempts } = failOnce(busy);
    const created = (await (await service.post('/v1/responses', { ...bodyOf(form), stream: false })).json()) as {
      id: string;
    };
    await eventually(() => attempts() === 1 && upstream.open === 0);
    const cancelled = (await (await service.post(`/v1/responses/${created.id}/cancel`, {})).json()) as {
      status: string;
    };
    expect(cancelled.status).toBe('cancelled');
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(attempts()).toBe(1);
  });
});
