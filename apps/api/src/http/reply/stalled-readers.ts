import type { Server } from 'node:http';
import { Socket } from 'node:net';

/** Milliseconds between two looks at all connections. */
const lookMs = 5000;

/** Looks in a row that find a connection where it was before it is cut: 25 to 30 seconds after its client stopped reading. */
export const maxStalledChecks = 6;

/** A connection that has something for its client, and the looks that found `flushedBytes` as it is. */
interface Standstill {
  readonly flushedBytes: number;
  readonly looks: number;
}

/**
 * Cuts connections of clients that take nothing at all of what is there for them, be it a stream or one large answer: they
 * would hold what it runs on for as long as they please. Who is only slow is left alone. One timer looks after all of them,
 * so that requests have nothing to do for it.
 */
export class StalledReaders {
  readonly #connections = new Map<Socket, Standstill | undefined>();

  /** To be called before the server listens. */
  watch(server: Server, everyMs = lookMs): void {
    // A WebSocket has a heartbeat of its own.
    server.on('upgrade', ({ socket }) => this.#connections.delete(socket));
    const timer = setInterval(() => this.look(), everyMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  /**
   * To be called with the connection of every request: a host of several addresses has several servers, all with one set of hooks. True
   * where the connection was not known before.
   */
  follow(socket: Socket): boolean {
    if (this.#connections.has(socket)) return false;
    if (socket.destroyed || !(socket instanceof Socket)) return true;
    this.#connections.set(socket, undefined);
    socket.once('close', () => this.#connections.delete(socket));
    return true;
  }

  look(): void {
    for (const [socket, before] of this.#connections) {
      const now = socket.writableLength === 0 ? undefined : standstillOf(before, countFlushedBytes(socket));
      if (now?.looks === maxStalledChecks) socket.destroy();
      else this.#connections.set(socket, now);
    }
  }
}

function standstillOf(before: Standstill | undefined, flushedBytes: number): Standstill {
  return { flushedBytes, looks: before?.flushedBytes === flushedBytes ? before.looks + 1 : 1 };
}

/**
 * Bytes that the system has taken of a connection to send. What `Socket` itself tells moves only when a whole write is out,
 * and a slow client may take minutes for a large one; so this looks where Node's own timer of idle sockets does.
 */
export function countFlushedBytes(socket: Socket): number {
  const handle: unknown = '_handle' in socket ? socket._handle : undefined;
  const written = numberIn(handle, 'bytesWritten');
  const queued = numberIn(handle, 'writeQueueSize');
  return written === undefined || queued === undefined ? socket.bytesWritten - socket.writableLength : written - queued;
}

function numberIn(holder: unknown, name: string): number | undefined {
  const value: unknown = typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
  return typeof value === 'number' ? value : undefined;
}
