import type { Server } from 'node:http';
import { Socket } from 'node:net';

/** Interval between two checks of all connections, in milliseconds. */
const checkIntervalMs = 5000;

/**
 * Consecutive checks without progress before a connection is closed: 25 to 30 seconds after its client stopped
 * reading.
 */
export const maxStalledChecks = 6;

/** A connection with pending data, and the number of checks with unchanged `flushedBytes`. */
interface StallState {
  readonly flushedBytes: number;
  readonly checks: number;
}

/**
 * Closes connections of clients that read none of their pending data, a stream or one large response: they would hold
 * its resources indefinitely. Slow clients are not affected. One timer checks all connections, so that requests have
 * no overhead.
 */
export class StalledReaders {
  readonly #connections = new Map<Socket, StallState | undefined>();

  /** To be called before the server listens. */
  watch(server: Server, intervalMs = checkIntervalMs): void {
    // A WebSocket has its own heartbeat.
    server.on('upgrade', ({ socket }) => this.#connections.delete(socket));
    const timer = setInterval(() => this.check(), intervalMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  /**
   * Called with the connection of every request: a host with several addresses has several servers, all with one set
   * of hooks. True where the connection is new.
   */
  follow(socket: Socket): boolean {
    if (this.#connections.has(socket)) return false;
    if (socket.destroyed || !(socket instanceof Socket)) return true;
    this.#connections.set(socket, undefined);
    socket.once('close', () => this.#connections.delete(socket));
    return true;
  }

  check(): void {
    for (const [socket, before] of this.#connections) {
      const now = socket.writableLength === 0 ? undefined : stallStateOf(before, countFlushedBytes(socket));
      if (now?.checks === maxStalledChecks) socket.destroy();
      else this.#connections.set(socket, now);
    }
  }
}

function stallStateOf(before: StallState | undefined, flushedBytes: number): StallState {
  return { flushedBytes, checks: before?.flushedBytes === flushedBytes ? before.checks + 1 : 1 };
}

/**
 * Bytes that the system has accepted for sending on a connection. The counter of `Socket` changes only when a
 * complete write is flushed, and a slow client may take minutes for a large one; so this reads the value that Node's
 * own idle timer uses.
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
