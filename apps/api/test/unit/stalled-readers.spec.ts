import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { StalledReaders, countFlushedBytes, maxStalledChecks } from '#src/http/reply/stalled-readers.js';
import { eventually } from '../kit/eventually.js';

/** One write that exceeds the socket buffers of every system. */
const large = Buffer.alloc(100_000_000);
const seldom = 3_600_000;

let readers: StalledReaders;
let server: Server;
/** The connections as the server has them, and as their clients do. */
let accepted: Socket[];
let clients: Socket[];
beforeEach(() => {
  readers = new StalledReaders();
  accepted = [];
  clients = [];
  server = createServer((_, response) => void response.end(large));
  server.on('connection', (socket) => {
    accepted.push(socket);
    readers.follow(socket);
  });
  server.on('upgrade', (_, socket) => socket.write(large));
});
afterEach(() => {
  for (const socket of [...clients, ...accepted]) socket.destroy();
  server.close();
});

async function listen(everyMs: number): Promise<void> {
  readers.watch(server, everyMs);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

/** Opens a connection, sends `text` and reads nothing. Returns both ends. */
async function open(text: string): Promise<{ client: Socket; socket: Socket }> {
  const client = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  client
    .on('error', () => undefined)
    .on('data', () => undefined)
    .pause();
  clients.push(client);
  client.write(text);
  await eventually(() => accepted.length === clients.length);
  const socket = accepted.at(-1);
  if (socket === undefined) throw new Error('nothing was accepted');
  return { client, socket };
}

/** Returns a connection with an unread response, once the system's buffers are full. */
async function stall(headers = ''): Promise<{ client: Socket; socket: Socket }> {
  const ends = await open(`GET / HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
  let before = -1;
  await eventually(() => {
    const still = ends.socket.writableLength > 0 && countFlushedBytes(ends.socket) === before;
    before = countFlushedBytes(ends.socket);
    return still;
  });
  return ends;
}

/** Lets the client read until the system can take more for it. */
async function takeALittle(client: Socket, socket: Socket): Promise<void> {
  const before = countFlushedBytes(socket);
  const read = (): void => {
    if (countFlushedBytes(socket) > before) client.pause();
  };
  client.on('data', read).resume();
  await eventually(() => client.isPaused());
  client.off('data', read);
}

describe('a connection whose client reads nothing', () => {
  it('is closed at the last of several checks', async () => {
    await listen(seldom);
    const { socket } = await stall();
    for (let look = 1; look < maxStalledChecks; look++) readers.check();
    expect(socket.destroyed).toBe(false);
    readers.check();
    expect(socket.destroyed).toBe(true);
  });

  it('is checked automatically', async () => {
    await listen(10);
    const { socket } = await open('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => socket.destroyed);
    expect(socket.destroyed).toBe(true);
  });
});

describe('a connection is left open', () => {
  it('when its client reads a little between two checks, though never a complete write', async () => {
    await listen(seldom);
    const { client, socket } = await stall();
    for (let look = 0; look < 2 * maxStalledChecks; look++) {
      readers.check();
      await takeALittle(client, socket);
    }
    expect([socket.destroyed, socket.writableLength > 0]).toEqual([false, true]);
  });

  it('when it has nothing to read', async () => {
    await listen(seldom);
    const { socket } = await open('');
    for (let look = 0; look < 2 * maxStalledChecks; look++) readers.check();
    expect(socket.destroyed).toBe(false);
  });

  it('when it is closed, without state left over', async () => {
    await listen(seldom);
    const { socket } = await open('');
    expect(readers.follow(socket)).toBe(false);
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    expect(readers.follow(socket)).toBe(true);
  });

  it('when it was upgraded to another protocol, which checks it', async () => {
    await listen(seldom);
    const { socket } = await stall('connection: upgrade\r\nupgrade: websocket\r\n');
    for (let look = 0; look < 2 * maxStalledChecks; look++) readers.check();
    expect(socket.destroyed).toBe(false);
  });
});
