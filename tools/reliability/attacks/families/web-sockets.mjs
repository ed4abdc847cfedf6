// WebSocket connections: many, silent, with large or unfinished frames, with unread responses.
import { attacksOf } from '../attack.mjs';
import { frameOf, opcodes, openWebSocket } from '../raw-web-socket.mjs';

const create = (body) => JSON.stringify({ type: 'response.create', model: 'fast', input: 'Hello.', ...body });
const untilClosed = (attacker, socket) => Promise.race([socket.closed, attacker.end()]);

/** Opens `number` connections at scale 1 and runs `work` on each. */
const connections = (name, claim, number, max, work) => ({
  name,
  claim,
  run: (attacker) =>
    Promise.all(
      Array.from({ length: attacker.count(number, max) }, async () => {
        const socket = await openWebSocket(attacker);
        if (socket === undefined) return;
        await work(attacker, socket);
        if (!socket.isOpen) attacker.saw('closed');
        socket.destroy();
      }),
    ),
});

/** Writes the same bytes until the connection closes. */
async function writeOn(attacker, socket, bytes) {
  while (socket.isOpen && !attacker.signal.aborted) await Promise.race([socket.write(bytes), attacker.end()]);
}

export const attacks = attacksOf('web-sockets', [
  connections('websocket-connections', 'opens WebSocket connections and sends nothing', 500, 5_000, untilClosed),
  connections('websocket-large-frames', 'sends WebSocket frames of 32 MB', 4, 40, async (attacker, socket) => {
    await socket.write(frameOf(create({ input: 'a'.repeat(33_000_000) })));
    await untilClosed(attacker, socket);
  }),
  connections(
    'websocket-unfinished-frames',
    'sends all but the end of WebSocket frames of 32 MB',
    12,
    120,
    async (attacker, socket) => {
      await socket.write(frameOf(' '.repeat(33_000_000), { declaredBytes: 33_000_100 }));
      await untilClosed(attacker, socket);
    },
  ),
  connections(
    'websocket-fragments',
    'sends WebSocket messages in fragments of 1 byte without an end',
    10,
    100,
    async (attacker, socket) => {
      await socket.write(frameOf(' ', { isFinal: false }));
      const fragment = frameOf(' ', { opcode: opcodes.continuation, isFinal: false });
      await writeOn(attacker, socket, Buffer.concat(Array.from({ length: 2_000 }, () => fragment)));
    },
  ),
  connections('websocket-pings', 'sends WebSocket pings and reads no reply', 20, 200, async (attacker, socket) => {
    socket.pause();
    await writeOn(
      attacker,
      socket,
      Buffer.concat(Array.from({ length: 500 }, () => frameOf('p'.repeat(120), { opcode: opcodes.ping }))),
    );
  }),
  connections(
    'websocket-unread',
    'requests responses of 64 MB on WebSockets and does not read them',
    20,
    200,
    async (attacker, socket) => {
      socket.pause();
      for (let n = 0; n < 4; n++) await socket.write(frameOf(create({ model: 'long', store: false })));
      await untilClosed(attacker, socket);
    },
  ),
  connections(
    'websocket-many-requests',
    'sends requests on WebSockets without waiting for a response',
    10,
    100,
    async (attacker, socket) => {
      const requests = Buffer.concat(Array.from({ length: 20 }, () => frameOf(create({ store: false }))));
      await writeOn(attacker, socket, requests);
    },
  ),
  connections(
    'websocket-invalid-frames',
    'sends WebSocket messages that are not JSON',
    10,
    100,
    async (attacker, socket) => {
      await writeOn(
        attacker,
        socket,
        Buffer.concat(Array.from({ length: 100 }, () => frameOf(`{"a":${'['.repeat(2_000)}`))),
      );
    },
  ),
]);
