// Accepts connections and never sends data, so that a TLS client stays in its handshake.
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Starts it on a free port of this machine. */
export async function startSilentServer() {
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .on('close', () => sockets.delete(socket))
      .resume();
  });
  server.listen(0, '127.0.0.1', 4096);
  await once(server, 'listening');
  return {
    baseUrl: `https://127.0.0.1:${server.address().port}/v1`,
    /** Connections that are open. */
    get open() {
      return sockets.size;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
