import { EngineError } from '@org/engine';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { eventsOf } from '../kit/background.js';
import { eventually } from '../kit/eventually.js';
import { expectRepeatedNumbers } from '../kit/repeated-numbers.js';
import { beforeTheEnd, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const [start, ...rest] = textResponse('Hello, this is an answer.');
if (start === undefined) throw new Error('a response has a first event');
const failure = new EngineError('upstream-failed', 'The model broke off.');

const bodies = {
  '/v1/messages': { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] },
  '/v1/responses': { model: 'm', input: 'Hi', store: false },
} as const;
type Path = keyof typeof bodies;
const paths = Object.keys(bodies) as Path[];

let service: TestService;
afterEach(() => service.close());

async function stream(path: Path, model: string): Promise<{ response: Response; text: string }> {
  const response = await service.post(path, { ...bodies[path], model, stream: true });
  return { response, text: await response.text() };
}

/** Returns the log line of the only request. The service writes it after the response is sent. */
async function requestLine(): Promise<(typeof service.log)[number] | undefined> {
  const found = () => service.log.find(({ msg }) => msg === 'request');
  await eventually(() => found() !== undefined);
  return found();
}

describe.each(paths)('a stream of %s', (path) => {
  it('is an event stream that proxies do not buffer, with both request-id headers', async () => {
    service = await startTestService({ models: { m: scriptedModel(start, ...rest) } });
    const { response, text } = await stream(path, 'm');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    expect(response.headers.get('request-id')).toMatch(/^req_\w{20,}$/);
    expect(response.headers.get('x-request-id')).toBe(response.headers.get('request-id'));
    expect(text).toContain('event: ');
    expect(text.endsWith('\n\n')).toBe(true);
  });

  it('that fails before its first event is an HTTP error', async () => {
    service = await startTestService({ models: { m: scriptedModel({ type: 'throw', error: failure }) } });
    const { response, text } = await stream(path, 'm');
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(text).toContain('The model broke off.');
  });

  it('stays complete when the service stops right after its end', async () => {
    service = await startTestService({
      models: { m: beforeTheEnd(() => service.app.get(ActiveRequests).abortAll(), [start, ...rest]) },
    });
    const { text } = await stream(path, 'm');
    expect(text).toMatch(/event: (response\.completed|message_stop)\n/);
    expect(text).not.toMatch(/event: (response\.failed|error)\n/);
    expect((await requestLine())?.['error']).toBeUndefined();
  });

  it('reports a late failure in the stream and ends in order', async () => {
    service = await startTestService({
      models: {
        m: scriptedModel(start, ...rest.slice(0, 3), { type: 'delay', ms: 20 }, { type: 'throw', error: failure }),
      },
    });
    const { response, text } = await stream(path, 'm');
    expect(response.status).toBe(200);
    expect(text).toContain('The model broke off.');
    expect(text.endsWith('\n\n')).toBe(true);
    expect(await requestLine()).toMatchObject({ error: 'upstream-failed', status: 200 });
  });

  it('sends keep-alives during silence, even before the first event', async () => {
    service = await startTestService({
      models: { m: scriptedModel({ type: 'delay', ms: 600 }, start, ...rest) },
      config: { stream: { keepAliveSeconds: 0.1 } },
    });
    const { text } = await stream(path, 'm');
    const type = path === '/v1/messages' ? 'ping' : 'keepalive';
    const keepAlive = `event: ${type}\ndata: {"type":"${type}"`;
    expect(text.split(keepAlive).length).toBeGreaterThanOrEqual(3);
    if (type === 'keepalive') expectRepeatedNumbers(eventsOf(text));
    const first = path === '/v1/messages' ? 'message_start' : 'response.created';
    expect(text.match(new RegExp(`^event: ${first.replace('.', '\\.')}$`, 'gm'))).toHaveLength(1);
    // The OpenAI SDK rejects a keep-alive as the first event.
    expect(text.startsWith(path === '/v1/messages' ? keepAlive : 'event: response.created\n')).toBe(true);
  });

  it('reports a failure after only a keep-alive in the stream', async () => {
    service = await startTestService({
      models: { m: scriptedModel({ type: 'delay', ms: 250 }, { type: 'throw', error: failure }) },
      config: { stream: { keepAliveSeconds: 0.1 } },
    });
    const { response, text } = await stream(path, 'm');
    expect(response.status).toBe(200);
    expect(text).toContain('The model broke off.');
  });

  it('logs one line with tokens and times and no content', async () => {
    service = await startTestService({ models: { m: scriptedModel(start, ...rest) } });
    const { response } = await stream(path, 'm');
    const line = await requestLine();
    expect(line).toMatchObject({
      requestId: response.headers.get('request-id'),
      keyId: 'alice',
      dialect: path === '/v1/messages' ? 'messages' : 'responses',
      method: 'POST',
      route: path,
      status: 200,
      stream: true,
      inputTokens: 7,
      outputTokens: 5,
    });
    expect(line?.['firstTokenMs']).toEqual(expect.any(Number));
    expect(line?.['totalMs']).toEqual(expect.any(Number));
    expect(JSON.stringify(service.log)).not.toMatch(/Hello, this|"Hi"|test-key/);
  });
});
