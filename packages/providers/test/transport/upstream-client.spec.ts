import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, Socket, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryObjects } from 'node:v8';
import type { PendingRequest } from '#src/transport/stream-with-retries.js';
import { EngineError } from '@org/engine';
import { buildContext } from '@org/engine/testing';
import type { UpstreamCall } from '#src/transport/upstream-call.js';
import { UpstreamClient } from '#src/transport/upstream-client.js';
import { startScriptedUpstream } from '#src/testing/scripted-upstream.js';

const pending = (body: () => object): PendingRequest => ({
  path: '/answers',
  body,
  createDecoder: () => ({
    done: false,
    stopped: false,
    push: () => undefined,
    end: () => undefined,
    pushDocument: () => undefined,
  }),
  patch: () => false,
  accepted: () => undefined,
  model: 'm',
  tools: [],
});

/** Sockets that are still referenced, counted after a garbage collection. */
const sockets = (): number => Number(queryObjects(Socket, { format: 'count' }));

it('an upstream is never sent half of a character, for which UTF-8 has no form', async () => {
  const upstream = await startScriptedUpstream();
  upstream.play((call) => call.reply(200, {}));
  const client = new UpstreamClient(
    { id: 'whole', baseUrl: upstream.baseUrl },
    { modelsPath: '/models', keyHeader: 'authorization' },
  );
  const messages = [{ role: 'user', content: 'cut \ud83d' }];
  const upstreamCall = await client.post(
    { ...pending(() => ({ model: 'm', stream: true, messages })), path: '/chat/completions' },
    buildContext(),
  );
  await upstreamCall.next();
  await client.query('/v1/chat/completions', { model: 'm', messages }, buildContext());
  expect(upstream.records.map(({ body }) => body['messages'])).toEqual([
    [{ role: 'user', content: 'cut \ufffd' }],
    [{ role: 'user', content: 'cut \ufffd' }],
  ]);
  await client.close();
  await upstream.close();
});

it('a long request is written unchanged while yielding to the event loop', async () => {
  const upstream = await startScriptedUpstream();
  upstream.play((call) => call.reply(200, {}));
  const client = new UpstreamClient(
    { id: 'long', baseUrl: upstream.baseUrl },
    { modelsPath: '/models', keyHeader: 'authorization' },
  );
  const messages = [{ role: 'user', content: 'a "long" \n text, cut \ud83d '.repeat(100_000) }];
  let others = 0;
  const turn = (): void => {
    others += 1;
    if (others < 1_000) setImmediate(turn);
  };
  setImmediate(turn);
  const upstreamCall = await client.post(
    { ...pending(() => ({ model: 'm', stream: true, messages })), path: '/chat/completions' },
    buildContext(),
  );
  expect(others).toBeGreaterThan(1);
  others = 1_000;
  await upstreamCall.next();
  const sent = [{ role: 'user', content: 'a "long" \n text, cut \ufffd '.repeat(100_000) }];
  expect(JSON.stringify(upstream.records[0]?.body['messages']) === JSON.stringify(sent)).toBe(true);
  await client.close();
  await upstream.close();
});

describe('the connections to an upstream', () => {
  it('stay free when a request cannot be written', async () => {
    const client = new UpstreamClient(
      { id: 'far', baseUrl: 'http://127.0.0.1:9/v1', maxConnections: 1 },
      { modelsPath: '/models', keyHeader: 'authorization' },
    );
    const tooLong = pending(() => {
      throw new RangeError('Invalid string length');
    });
    await expect(client.post(tooLong, buildContext())).rejects.toThrow(RangeError);
    const upstreamCall = await client.post(
      pending(() => ({})),
      buildContext(),
    );
    await upstreamCall.next();
    expect(upstreamCall.failure?.kind).toBe('connection');
    await client.close();
  });

  it('are not opened for a query that was aborted', async () => {
    const mute = createTcpServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    // It accepts connections and never sends a TLS byte.
    const client = new UpstreamClient(
      { id: 'mute', baseUrl: `https://127.0.0.1:${port}`, timeouts: { connect: 60_000 } },
      { modelsPath: '/models', keyHeader: 'authorization' },
    );
    const arrived = once(mute, 'connection');
    const leaving = new AbortController();
    const asked = client.query('/questions', {}, buildContext({ signal: leaving.signal }));
    const socket: unknown = (await arrived)[0];
    const closed = once((socket as Socket).resume(), 'close');
    leaving.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    await closed;
    await client.close();
    mute.close();
  });

  it.each([
    [
      'when its client leaves',
      {},
      (upstreamCall: UpstreamCall) => upstreamCall.stop(() => new EngineError('cancelled', 'gone')),
    ],
    ['when it takes too long to begin', { firstToken: 100 }, () => undefined],
  ])('are not opened for a response that was aborted, and its slot is free: %s', async (_, timeouts, stop) => {
    const mute = createTcpServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    const client = new UpstreamClient(
      {
        id: 'mute',
        baseUrl: `https://127.0.0.1:${port}`,
        maxConnections: 1,
        timeouts: { connect: 60_000, queue: 0, ...timeouts },
      },
      { modelsPath: '/models', keyHeader: 'authorization' },
    );
    for (let asked = 0; asked < 2; asked += 1) {
      const arrived = once(mute, 'connection');
      const upstreamCall = await client.post(
        pending(() => ({})),
        buildContext(),
      );
      const socket: unknown = (await arrived)[0];
      const closed = once((socket as Socket).resume(), 'close');
      stop(upstreamCall);
      await upstreamCall.next();
      await closed;
      expect(upstreamCall.failure?.kind).toBe('stopped');
    }
    await client.close();
    mute.close();
  });

  it('stay free after a query, and when a waiting request is aborted at the moment of its turn', async () => {
    const client = new UpstreamClient(
      { id: 'far', baseUrl: 'http://127.0.0.1:9/v1', maxConnections: 1, timeouts: { queue: 1_000 } },
      { modelsPath: '/models', keyHeader: 'authorization' },
    );
    for (let asked = 0; asked < 2; asked += 1)
      await expect(client.query('/questions', {}, buildContext())).rejects.toMatchObject({ code: 'upstream-failed' });
    const leaving = new AbortController();
    let waiting: Promise<unknown> | undefined;
    const failing = client.post(
      pending(() => {
        waiting = client.post(
          pending(() => ({})),
          buildContext({ signal: leaving.signal }),
        );
        throw new RangeError('Invalid string length');
      }),
      buildContext(),
    );
    leaving.abort();
    await expect(failing).rejects.toThrow(RangeError);
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    await (
      await client.post(
        pending(() => ({})),
        buildContext(),
      )
    ).next();
    await client.close();
  });

  it('leave a connection for a query when responses hold all of them', async () => {
    const upstream = await startScriptedUpstream();
    upstream.play(async (call) => {
      call.start();
      await call.pause(60_000);
    });
    const client = new UpstreamClient(
      { id: 'full', baseUrl: upstream.baseUrl, maxConnections: 1 },
      { modelsPath: '/models', keyHeader: 'authorization' },
    );
    const body = (): object => ({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] });
    const upstreamCall = await client.post({ ...pending(body), path: '/chat/completions' }, buildContext());
    while (upstream.open === 0) await sleep(5);
    await client.probe();
    expect(upstream.open).toBe(1);
    await client.close();
    await upstreamCall.next();
    while (upstream.sockets > 0) await sleep(5);
    await upstream.close();
  });

  it('are forgotten once they are closed', async () => {
    const server = createServer((_, response) => response.writeHead(400, { connection: 'close' }).end('{}')).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new UpstreamClient(
      { id: 'near', baseUrl: `http://127.0.0.1:${port}/v1` },
      { modelsPath: '/models', keyHeader: 'authorization' },
    );
    const ask = async (times: number): Promise<void> => {
      for (let asked = 0; asked < times; asked += 1)
        await (
          await client.post(
            pending(() => ({})),
            buildContext(),
          )
        ).next();
    };
    await ask(5);
    const before = sockets();
    await ask(50);
    for (const end = performance.now() + 15_000; sockets() > before && performance.now() < end;) await sleep(20);
    expect(sockets()).toBeLessThanOrEqual(before);
    await client.close();
    server.close();
  });
});
