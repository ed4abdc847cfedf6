import { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { IntrusiveSet } from './intrusive-set.js';

/** A connection that is being established. */
interface PendingConnection {
  setIndex: number;
  readonly socket: Socket;
  /** The connection is established, or has failed. */
  made: boolean;
}

/**
 * The connections of a pool that are being established. Undici does not abort them when the pool is closed, and a
 * socket that receives a signal never removes its listener: a signal shared between sockets retains every socket ever
 * opened.
 */
export class PendingConnections {
  readonly #pending = new IntrusiveSet<PendingConnection>();
  #stopped: Error | undefined;
  /** Connections started while a caller records them. */
  #started: PendingConnection[] | undefined;

  get size(): number {
    return this.#pending.size;
  }

  /**
   * A connector that wraps `connect`, one of undici's own; through the socket undici aborts a connection that no
   * request waits for.
   */
  watch(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      if (this.#stopped !== undefined) return callback(this.#stopped, null);
      let pending: PendingConnection | undefined;
      // The types omit it, but `connect` returns the socket (undici/lib/core/connect.js).
      const socket: unknown = connect(options, (...made) => {
        if (pending !== undefined) this.#finish(pending);
        callback(...made);
      });
      if (!(socket instanceof Socket)) return socket;
      pending = { setIndex: 0, socket, made: false };
      this.#pending.add(pending);
      this.#started?.push(pending);
      return socket;
    };
  }

  /**
   * Runs `ask`, which requests something from a pool. The returned function aborts the connection that was started
   * for it alone, while that is not established; `undefined` when none was started, because a connection was free or
   * it waits for another's.
   */
  startedBy(ask: () => void): ((reason: Error) => void) | undefined {
    const started: PendingConnection[] = [];
    this.#started = started;
    try {
      ask();
    } finally {
      this.#started = undefined;
    }
    const [pending] = started;
    if (pending === undefined) return undefined;
    return (reason) => {
      if (!pending.made) pending.socket.destroy(reason);
    };
  }

  /** Aborts all connections with the given reason and establishes no more. */
  stop(reason: Error): void {
    this.#stopped = reason;
    for (const { socket } of this.#pending) socket.destroy(reason);
  }

  #finish(pending: PendingConnection): void {
    this.#pending.delete(pending);
    pending.made = true;
  }
}
