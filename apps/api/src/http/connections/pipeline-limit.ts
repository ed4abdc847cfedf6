import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { EngineError } from '@org/engine';

/** Requests of one connection that may be in progress at a time; a client that pipelines at all sends a few. */
export const maxPipelined = 16;

/**
 * Bounds the requests of a connection that are in progress at a time. Node parses up to 2 MB of pipelined requests
 * before the first of them has a response.
 */
export class PipelineLimit {
  readonly #requests = new WeakMap<Socket, number>();

  /** Drops requests that `enter` would ignore before the framework spends time on them. */
  watch(server: Server): void {
    const listeners = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response) => {
      if ((this.#requests.get(request.socket) ?? 0) > maxPipelined) return;
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    });
  }

  /**
   * A request of the connection has begun. `reject`: it is the first one beyond the limit, and must be the last of its
   * connection, which reads no more. `ignore`: it follows that one.
   */
  enter(socket: Socket): 'accept' | 'reject' | 'ignore' {
    const requests = this.#requests.get(socket) ?? 0;
    if (requests > maxPipelined) return 'ignore';
    this.#requests.set(socket, requests + 1);
    if (requests < maxPipelined) return 'accept';
    // Earlier requests let Node read again.
    socket.on('resume', () => socket.pause());
    socket.pause();
    return 'reject';
  }

  /** An accepted request has ended. The count of a connection beyond the limit stays: it is about to close. */
  leave(socket: Socket): void {
    const requests = this.#requests.get(socket) ?? 0;
    if (requests > maxPipelined) return;
    this.#requests.set(socket, requests - 1);
  }
}

/** The error of a request beyond the limit. */
export function tooManyPipelined(): EngineError {
  return new EngineError(
    'overloaded',
    `The connection has ${maxPipelined} requests without a response. Wait for their responses, or use more connections.`,
    { retryAfter: 1 },
  );
}
