import type { Server, Socket } from 'node:net';

/**
 * Connections on which nothing was ever sent: browsers and clients open some ahead. To Node they are busy until their first request is over, so
 * `closeIdleConnections` leaves them.
 */
export class SilentConnections {
  readonly #all = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#all.add(socket);
      socket.once('close', () => this.#all.delete(socket));
    });
  }

  close(): void {
    for (const socket of this.#all) if (socket.bytesRead === 0) socket.destroy();
  }
}
