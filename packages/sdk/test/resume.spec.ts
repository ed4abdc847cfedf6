// A background response continues after its connection ends.
import { loadFixtures } from '@org/protocol/fixtures';
import type { ServerResponse } from 'node:http';
import { ApiError, ConnectionError, ModelResponseClient, StreamError, type RequestOptions } from '#src/index.js';
import { listen, sendEvents, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const example = loadFixtures('responses').flatMap((stored) =>
  'response' in stored && stored.name === 'agents-sdk-turn' ? [stored] : [],
)[0];
/** The events of a stored case, of a response that is made in the background or is not. */
const events = (background: boolean): { type: string }[] =>
  (example?.events ?? []).map((event: object) =>
    'response' in event ? { ...event, response: { ...Object(event.response), background } } : event,
  ) as { type: string }[];

/** Sends the first `count` events and disconnects. */
function sendPart(response: ServerResponse, part: readonly { type: string }[]): void {
  sendEvents(response, part);
  response.write('', () => response.socket?.destroy());
}

const client = (options: RequestOptions = {}): ModelResponseClient =>
  new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', ...options });
const params = { model: 'm', input: 'hi', background: true };

/** The event that the service sends after this sequence number when it cannot continue a stream. */
function shutDown(sequence: number): { type: string } {
  const error = { type: 'server_error', code: 'server_overloaded', message: 'The service is shutting down.' };
  return Object.assign(
    { type: 'error' },
    { sequence_number: sequence, code: error.code, message: error.message, error },
  );
}

describe('a disconnected stream', () => {
  it('resumes after its last event, repeatedly if needed, without duplicates', async () => {
    const all = events(true);
    server = await listen((response, attempt) => {
      const after = Number(
        new URL(server.requests[attempt]?.url ?? '', 'http://x').searchParams.get('starting_after') ?? -1,
      );
      const rest = all.filter((event) => 'sequence_number' in event && Number(event.sequence_number) > after);
      if (attempt < 3) sendPart(response, rest.slice(0, 2));
      else {
        sendEvents(response, rest);
        response.end('data: [DONE]\n\n');
      }
    });
    const seen: unknown[] = [];
    const stream = client().responses.stream(params);
    for await (const event of stream) seen.push(event);
    expect(seen).toEqual(all);
    expect(await stream.finalResponse()).toEqual({ ...example?.response, background: true });
    expect(server.requests.slice(0, 3).map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/responses',
      `GET /v1/responses/${example?.response.id}?stream=true&starting_after=1`,
      `GET /v1/responses/${example?.response.id}?stream=true&starting_after=3`,
    ]);
  });

  it('resumes when the service ended it for a shutdown', async () => {
    const all = events(true);
    server = await listen((response, attempt) => {
      sendEvents(response, attempt === 0 ? [...all.slice(0, 3), shutDown(2)] : all.slice(3));
      response.end();
    });
    expect(await client().responses.stream(params).finalResponse()).toMatchObject({ status: 'completed' });
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/responses',
      `/v1/responses/${example?.response.id}?stream=true&starting_after=2`,
    ]);
  });

  it('is an error where the service ended a stream that cannot be resumed', async () => {
    server = await listen((response) => {
      sendEvents(response, [...events(false).slice(0, 3), shutDown(2)]);
      response.end();
    });
    await expect(
      client()
        .responses.stream({ ...params, background: false })
        .finalResponse(),
    ).rejects.toMatchObject({ name: 'ApiError', code: 'server_overloaded' });
    expect(server.requests).toHaveLength(1);
  });

  it('also resumes for a follower', async () => {
    const all = events(false);
    server = await listen((response, attempt) => {
      if (attempt === 0) return sendPart(response, all.slice(2, 4));
      sendEvents(response, all.slice(4));
      response.end();
    });
    expect(await client().responses.follow('resp_1', { startingAfter: 1 }).finalResponse()).toMatchObject({
      status: 'completed',
    });
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/responses/resp_1?stream=true&starting_after=1',
      '/v1/responses/resp_1?stream=true&starting_after=3',
    ]);
  });

  it('is an error when the response is not in the background', async () => {
    server = await listen((response) => sendPart(response, events(false).slice(0, 3)));
    await expect(
      client()
        .responses.stream({ ...params, background: false })
        .finalResponse(),
    ).rejects.toBeInstanceOf(StreamError);
    expect(server.requests).toHaveLength(1);
  });

  it('is an error when the rest does not arrive in time', async () => {
    server = await listen((response, attempt) =>
      attempt === 0 ? sendPart(response, events(true).slice(0, 3)) : sendPart(response, []),
    );
    await expect(client({ resumeMs: 700 }).responses.stream(params).finalResponse()).rejects.toBeInstanceOf(
      StreamError,
    );
    expect(server.requests).toHaveLength(3);
  });

  it('is an immediate error with resumeMs 0', async () => {
    server = await listen((response) => sendPart(response, events(true).slice(0, 3)));
    await expect(client({ resumeMs: 0 }).responses.stream(params).finalResponse()).rejects.toBeInstanceOf(StreamError);
    expect(server.requests).toHaveLength(1);
  });

  it('resumes after a proxy has repeatedly reported the service as unavailable', async () => {
    const all = events(true);
    server = await listen((response, attempt) => {
      if (attempt === 0) return sendPart(response, all.slice(0, 3));
      if (attempt < 4) return sendJson(response, 502, { error: { message: 'Bad Gateway' } });
      sendEvents(response, all.slice(3));
      response.end();
    });
    expect(await client({ maxRetries: 0 }).responses.stream(params).finalResponse()).toMatchObject({
      status: 'completed',
    });
    expect(server.requests).toHaveLength(5);
  }, 20_000);

  it('is an immediate error when the service does not know the response', async () => {
    server = await listen((response, attempt) =>
      attempt === 0
        ? sendPart(response, events(true).slice(0, 3))
        : sendJson(response, 404, { error: { message: 'gone' } }),
    );
    await expect(client().responses.stream(params).finalResponse()).rejects.toBeInstanceOf(ApiError);
    expect(server.requests).toHaveLength(2);
  });

  it('survives a restart of the service', async () => {
    const all = events(true);
    server = await listen((response, attempt) => {
      if (attempt === 0) return sendPart(response, all.slice(0, 3));
      if (attempt === 1) return response.socket?.destroy();
      sendEvents(response, all.slice(3));
      response.end();
    });
    expect(await client().responses.stream(params).finalResponse()).toMatchObject({ status: 'completed' });
  });

  it('is given up by its caller', async () => {
    server = await listen((response, attempt) => {
      if (attempt === 0) sendPart(response, events(true).slice(0, 3));
    });
    const controller = new AbortController();
    const waiting = client().responses.stream(params, { signal: controller.signal }).finalResponse();
    setTimeout(() => controller.abort(), 100);
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an idle connection', () => {
  it('counts as disconnected', async () => {
    const all = events(true);
    server = await listen((response, attempt) => {
      sendEvents(response, attempt === 0 ? all.slice(0, 3) : all.slice(3));
      if (attempt > 0) response.end();
    });
    expect(await client({ idleTimeoutMs: 50 }).responses.stream(params).finalResponse()).toMatchObject({
      status: 'completed',
    });
    await server.disconnected;
  });

  it('is an error where the rest is lost, and the service sees the disconnect', async () => {
    server = await listen((response) => sendEvents(response, events(false).slice(0, 3)));
    await expect(
      client({ idleTimeoutMs: 50 })
        .responses.stream({ ...params, background: false })
        .finalResponse(),
    ).rejects.toThrow('sent nothing for 50 ms');
    await server.disconnected;
  });

  it('is one without heartbeats', async () => {
    server = await listen((response) => {
      sendEvents(response, events(false).slice(0, 3));
      const beat = setInterval(() => response.write(': alive\n\n'), 20);
      setTimeout(() => {
        clearInterval(beat);
        sendEvents(response, events(false).slice(3));
        response.end();
      }, 300);
    });
    expect(
      await client({ idleTimeoutMs: 150 })
        .responses.stream({ ...params, background: false })
        .finalResponse(),
    ).toMatchObject({ status: 'completed' });
  });

  it('without a response counts as a failed connection', async () => {
    server = await listen((response) => response.socket?.destroy());
    await expect(client({ maxRetries: 0 }).responses.stream(params).finalResponse()).rejects.toBeInstanceOf(
      ConnectionError,
    );
  });
});
