import type { Server, Socket } from 'node:net';

/**
 * Connections without any data: browsers and clients preconnect some. Node treats them as busy until their first
 * request has ended, so `closeIdleConnections` skips them.
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
