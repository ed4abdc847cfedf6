import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '@org/engine';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../../config/service-config.js';
import { descriptorLimit } from '../../descriptor-limit.js';
import { connectionLimits, isWithinDescriptors } from './connection-limits.js';
import { ConnectionTable } from './connection-table.js';
import { peerAddress } from './peer-address.js';

const logIntervalMs = 60_000;

export interface OpenConnectionsOptions {
  readonly config: Pick<ServiceConfig, 'limits' | 'host'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The connections of clients, WebSockets included, within the limits of the settings. */
export class OpenConnections {
  /** Maximum number of WebSockets among them. */
  readonly maxSockets: number;
  readonly #table: ConnectionTable<Socket>;
  readonly #clock: Clock;
  readonly #log: Logger;
  #closed = 0;
  #loggedAt = -Infinity;

  constructor({ config, clock, log }: OpenConnectionsOptions) {
    const descriptors = descriptorLimit();
    const limits = connectionLimits(config, descriptors);
    if (config.limits.maxConnections !== undefined && !isWithinDescriptors(limits.max, descriptors))
      log.warn(
        { maxConnections: limits.max, descriptors },
        'limits.maxConnections is more than the file descriptors of the process allow; raise ulimit -n, or reduce it',
      );
    this.maxSockets = limits.maxSockets;
    this.#table = new ConnectionTable(limits);
    this.#clock = clock;
    this.#log = log;
  }

  /** To be called before the server listens. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#open(socket));
    // A WebSocket has no idle time: its own limits and its heartbeat apply.
    server.on('upgrade', ({ socket }) => this.startRequest(socket));
  }

  get count(): number {
    return this.#table.count;
  }

  /** Connections that were closed because of the limits. */
  get closed(): number {
    return this.#closed;
  }

  /** A request on `socket` has begun. A host with several addresses has servers that `watch` does not see. */
  startRequest(socket: Socket): void {
    if (this.#table.startRequest(socket)) return;
    this.#open(socket);
    this.#table.startRequest(socket);
  }

  endRequest(socket: Socket): void {
    this.#table.endRequest(socket);
  }

  /** Whether `socket` is beyond the limits: it serves nothing but health. */
  isSurplus(socket: Socket): boolean {
    return this.#table.isSurplus(socket);
  }

  #open(socket: Socket): void {
    if (socket.destroyed) return;
    const { close, surplus } = this.#table.open(socket, peerAddress(socket.remoteAddress));
    socket.once('close', () => this.#table.close(socket));
    if (close === undefined && !surplus) return;
    if (close !== undefined) {
      this.#closed += 1;
      close.destroy();
    }
    this.#report();
  }

  #report(): void {
    const now = this.#clock.now();
    if (now - this.#loggedAt < logIntervalMs) return;
    this.#loggedAt = now;
    this.#log.warn(
      { connections: this.#table.count },
      'connections have reached their limit: new ones replace idle ones, or serve only health',
    );
  }
}
