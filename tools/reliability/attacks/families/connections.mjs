// Connections that stay, that send slowly, or that have no right to a response.
import { setTimeout as pause } from 'node:timers/promises';
import { attacksOf } from '../attack.mjs';

const megabyte = 1_048_576;
const json = { 'content-type': 'application/json' };
/** Connections of one attack at most, so that the attacker's own descriptors suffice. */
const maxConnections = 8_000;

/** Opens many connections, at most 500 in the same moment, and runs `work` on each. */
async function openMany(attacker, count, work) {
  const all = [];
  for (let at = 0; at < count && !attacker.signal.aborted; at++) {
    const socket = attacker.openSocket();
    all.push(
      socket.connected.then(async (isConnected) => {
        if (isConnected) await work(socket, at);
        attacker.saw(socket.statuses[0] ?? (socket.isOpen ? 'open' : 'closed'));
        socket.destroy();
      }),
    );
    if (at % 500 === 499) await pause(50);
  }
  await Promise.all(all);
}

const untilClosed = (attacker, socket) => Promise.race([socket.closed, attacker.end()]);

/** Connections that send a head and then a byte a second. */
const slowly = (name, claim, headOf, byte) => ({
  name,
  claim,
  run: (attacker) =>
    openMany(attacker, attacker.count(1_000, maxConnections), async (socket) => {
      await socket.write(headOf(attacker));
      while (socket.isOpen && !attacker.signal.aborted) {
        await socket.write(byte);
        await Promise.race([pause(1_000), untilClosed(attacker, socket)]);
      }
    }),
});

/** Requests with a body of 1 MB that the service has to decline. */
const declined = (name, claim, expected, headOf) => ({
  name,
  claim,
  async run(attacker) {
    const body = Buffer.alloc(megabyte, 32);
    await openMany(attacker, attacker.count(600, maxConnections), async (socket) => {
      await socket.write(headOf(attacker, { ...json, 'content-length': String(body.length) }));
      await Promise.race([socket.write(body), socket.firstStatus()]);
      const status = await Promise.race([socket.firstStatus(), attacker.end().then(() => 'unfinished')]);
      if (typeof status === 'number' && !expected.includes(status)) attacker.fault(`a response has status ${status}`);
    });
  },
});

/** A flood of small requests on as many connections. */
const flood = (name, claim, number, callOf) => ({
  name,
  claim,
  run: (attacker) => attacker.flood(attacker.count(number), 200, (at) => callOf(attacker, at)),
});

const silent = (name, claim, settings) => ({
  name,
  claim,
  ...settings,
  run: (attacker) =>
    openMany(attacker, attacker.count(1_100, maxConnections), (socket) => untilClosed(attacker, socket)),
});

export const attacks = attacksOf('connections', [
  silent('silent-connections', 'opens connections and sends nothing, to a service with 1,024 descriptors', {
    descriptors: 1_024,
  }),
  silent('silent-connections-unlimited', 'opens connections and sends nothing', {}),
  {
    name: 'reconnecting-connections',
    claim: 'opens silent connections again whenever the service closes one',
    descriptors: 1_024,
    run: (attacker) =>
      attacker.repeat(attacker.count(110, 1_100), async () => {
        const socket = attacker.openSocket();
        await untilClosed(attacker, socket);
        attacker.saw('closed');
        await pause(5);
      }),
  },
  slowly(
    'slow-headers',
    'sends the headers of requests a line a second',
    (a) => `GET / HTTP/1.1\r\nhost: ${a.url.host}\r\n`,
    'x-a: b\r\n',
  ),
  slowly(
    'slow-bodies',
    'sends bodies of 32 MB a byte a second',
    (a) => a.head('POST', '/v1/responses', { ...json, 'content-length': '33000000' }),
    ' ',
  ),
  slowly(
    'slow-chunks',
    'sends chunked bodies a byte a second',
    (a) => a.head('POST', '/v1/responses', { ...json, 'transfer-encoding': 'chunked' }),
    '1\r\n \r\n',
  ),
  declined('unknown-path', 'sends 1 MB to a path that does not exist, without a key', [401, 404], (a, h) =>
    a.head('POST', '/v1/nothing', h, null),
  ),
  declined(
    'wrong-method',
    'sends 1 MB with a method that the path does not have, without a key',
    [401, 404, 405],
    (a, h) => a.head('PUT', '/v1/responses', h, null),
  ),
  declined('no-key', 'sends 1 MB without a key', [401], (a, h) => a.head('POST', '/v1/responses', h, null)),
  declined('wrong-key', 'sends 1 MB with a wrong key', [401], (a, h) =>
    a.head('POST', '/v1/responses', h, 'wrong-key'),
  ),
  declined('wrong-type', 'sends 1 MB of a type that the service does not accept', [415, 400], (a, h) =>
    a.head('POST', '/v1/responses', { ...h, 'content-type': 'text/xml' }),
  ),
  declined('too-large', 'announces bodies of 10 GB', [413], (a, h) =>
    a.head('POST', '/v1/responses', { ...h, 'content-length': '10737418240' }),
  ),
  {
    name: 'half-closed',
    claim: 'closes its direction of the connection after a request',
    run: (attacker) =>
      attacker.repeat(attacker.count(20, 200), async () => {
        const socket = attacker.openSocket();
        const body = '{"model":"slow","input":"Hello."}';
        await socket.write(
          attacker.head('POST', '/v1/responses', { ...json, 'content-length': String(body.length) }) + body,
        );
        socket.halfClose();
        await untilClosed(attacker, socket);
        attacker.saw(socket.statuses[0] ?? 'closed');
      }),
  },
  {
    name: 'pipelined-requests',
    claim: 'sends 10,000 requests on each connection without reading',
    run: (attacker) =>
      openMany(attacker, attacker.count(10, 200), async (socket) => {
        socket.pause();
        const requests = attacker.head('GET', '/v1/models').repeat(100);
        for (let n = 0; n < 100 && socket.isOpen && !attacker.signal.aborted; n++)
          await Promise.race([socket.write(requests), attacker.end()]);
        await untilClosed(attacker, socket);
      }),
  },
  {
    name: 'tiny-chunks',
    claim: 'sends chunked bodies of 1 byte a chunk',
    run: (attacker) =>
      openMany(attacker, attacker.count(4, 40), async (socket) => {
        await socket.write(attacker.head('POST', '/v1/responses', { ...json, 'transfer-encoding': 'chunked' }));
        const chunks = '1\r\n \r\n'.repeat(10_000);
        while (socket.isOpen && socket.statuses.length === 0 && !attacker.signal.aborted)
          await Promise.race([socket.write(chunks), attacker.end()]);
      }),
  },
  {
    name: 'chunk-extensions',
    claim: 'sends chunks with extensions of 1 MB',
    run: (attacker) =>
      openMany(attacker, attacker.count(10, 100), async (socket) => {
        await socket.write(attacker.head('POST', '/v1/responses', { ...json, 'transfer-encoding': 'chunked' }));
        const extension = `1;a=${'e'.repeat(megabyte)}\r\n \r\n`;
        while (socket.isOpen && socket.statuses.length === 0 && !attacker.signal.aborted)
          await Promise.race([socket.write(extension), attacker.end()]);
      }),
  },
  {
    name: 'endless-headers',
    claim: 'sends headers without an end',
    run: (attacker) =>
      openMany(attacker, attacker.count(50, 500), async (socket) => {
        await socket.write(`GET /v1/models HTTP/1.1\r\nhost: ${attacker.url.host}\r\n`);
        const lines = `x-${'n'.repeat(100)}: ${'v'.repeat(8_000)}\r\n`;
        while (socket.isOpen && socket.statuses.length === 0 && !attacker.signal.aborted)
          await Promise.race([socket.write(lines), attacker.end()]);
      }),
  },
  {
    name: 'expect-continue',
    claim: 'asks for permission to send 32 MB, and sends nothing',
    run: (attacker) =>
      openMany(attacker, attacker.count(100, 1_000), async (socket) => {
        await socket.write(
          attacker.head('POST', '/v1/responses', { ...json, expect: '100-continue', 'content-length': '33000000' }),
        );
        await untilClosed(attacker, socket);
      }),
  },
  flood('large-headers', 'sends requests with 15 KB of headers', 500, () => ({
    path: '/v1/models',
    headers: Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-header-${at}`, 'v'.repeat(230)])),
  })),
  flood('prototype-headers', 'sends headers with the names of object members', 500, () => ({
    path: '/v1/models',
    headers: { ['__proto__']: 'a', constructor: 'b', 'to-string': 'c' },
  })),
  flood('unknown-paths', 'requests a new path each time', 2_000, (_, at) => ({
    path: `/v1/${'p'.repeat(at % 2_000)}/${at}?q=${'%2e'.repeat(500)}`,
  })),
  flood('new-connections', 'opens a connection for each request', 1_000, () => ({
    path: '/v1/models',
    headers: { connection: 'close' },
  })),
]);
