import { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { IntrusiveSet } from './intrusive-set.js';

/** One that is being made. */
interface PendingConnection {
  setIndex: number;
  readonly socket: Socket;
  /** It is there, or has failed. */
  made: boolean;
}

/**
 * The connections of a pool that are being made. Undici leaves those alone when the pool is closed, and a socket that is given a signal
 * keeps its listener there for good: whoever shares one signal between sockets keeps every socket there ever was.
 */
export class PendingConnections {
  readonly #pending = new IntrusiveSet<PendingConnection>();
  #stopped: Error | undefined;
  /** Those that are begun while somebody wants to know. */
  #started: PendingConnection[] | undefined;

  get size(): number {
    return this.#pending.size;
  }

  /** A connector that does what `connect`, which is one of undici's own, does: by the socket undici ends what nobody waits for any more. */
  watch(connect: buildConnector.connector): buildConnector.connector {
    return (options, callback) => {
      if (this.#stopped !== undefined) return callback(this.#stopped, null);
      let pending: PendingConnection | undefined;
      // Its types do not say so, but it gives the socket back (undici/lib/core/connect.js).
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
   * Runs `ask`, which asks a pool for something. What comes back gives the connection up that was begun for it alone, as long as it is not
   * there; `undefined` when none was: one was free, or another's is waited for.
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

  /** Gives all up, for the reason given, and makes no more. */
  stop(reason: Error): void {
    this.#stopped = reason;
    for (const { socket } of this.#pending) socket.destroy(reason);
  }

  #finish(pending: PendingConnection): void {
    this.#pending.delete(pending);
    pending.made = true;
  }
}
