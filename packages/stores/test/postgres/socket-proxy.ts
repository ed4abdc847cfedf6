import { connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy between a store and PostgreSQL that breaks the traffic. */
export class SocketProxy {
  readonly #sockets = new Set<Socket>();
  readonly #lost = new Set<Socket>();
  #silent = false;
  #silenceMarker: string | undefined;
  #unanswered: string | undefined;

  private constructor(private readonly server: Server) {}

  static async start(listen: string, target: string): Promise<SocketProxy> {
    const server = createServer({ allowHalfOpen: true });
    const proxy = new SocketProxy(server);
    server.on('connection', (near) => proxy.#join(near, connect({ path: target, allowHalfOpen: true })));
    await new Promise<void>((resolve) => server.listen(listen, resolve));
    return proxy;
  }

  /** Drops all traffic from now on, in both directions, without a response, like a network that lost its route. */
  goSilent(): void {
    this.#silent = true;
  }

  /** Like `goSilent`, for existing connections; new ones pass. */
  loseConnections(): void {
    for (const socket of this.#sockets) this.#lost.add(socket);
  }

  /** Goes silent when this text is sent, before it is delivered. */
  goSilentAt(marker: string): void {
    this.#silenceMarker = marker;
  }

  /** Disconnects all connections as soon as the response to this text arrives, which is not delivered. */
  disconnectAfter(marker: string): void {
    this.#unanswered = marker;
  }

  /** Lets new connections pass again; those from the silent time are disconnected. */
  recover(): void {
    this.#silent = false;
    this.#silenceMarker = undefined;
    this.disconnect();
  }

  /** Closes all connections. */
  disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.disconnect();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  #join(near: Socket, far: Socket): void {
    let last = false;
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes: Buffer) => {
        if (this.#silenceMarker !== undefined && bytes.includes(this.#silenceMarker)) this.#silent = true;
        if (from === far && last) return this.disconnect();
        if (!this.#isSilent(from)) to.write(bytes);
        if (from === near && this.#unanswered !== undefined && bytes.includes(this.#unanswered)) {
          last = true;
          this.#unanswered = undefined;
        }
      });
      from.on('end', () => {
        if (!this.#isSilent(from)) to.end();
      });
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }

  #isSilent(socket: Socket): boolean {
    return this.#silent || this.#lost.has(socket);
  }
}
