import { type ConnectionLimits, surplusConnections, surplusPerAddress } from './connection-limits.js';
import { IdleList, IdleNode } from './idle-list.js';

/** Connections, the longest idle ones, among which one is chosen by its address; a bound for the time of the choice. */
const maxCompared = 64;

/** The open connections of one address. */
interface Peer<Connection> {
  readonly address: string;
  count: number;
  /** Those without a request, the longest idle first. */
  readonly idle: IdleList<Connection>;
}

interface Entry<Connection> {
  readonly peer: Peer<Connection>;
  /** In the list of all. */
  readonly node: IdleNode<Connection>;
  /** In the list of its peer. */
  readonly peerNode: IdleNode<Connection>;
  /** Requests in progress; a pipelining client has several. */
  requests: number;
}

/** What becomes of a new connection. `close`: this one must be closed, which may be the new one itself. */
export interface Admission<Connection> {
  readonly close?: Connection;
  /** It is beyond the limits: it serves nothing but health. */
  readonly surplus: boolean;
}

/**
 * Decides which connections are open. A connection without a request has no right to stay: where the limit is reached,
 * a new one replaces the one that is idle for the longest time, of its own address if that has its share. Where all
 * have requests, it becomes one of a few surplus ones, so that health stays reachable.
 */
export class ConnectionTable<Connection extends object> {
  readonly #limits: ConnectionLimits;
  readonly #entries = new Map<Connection, Entry<Connection>>();
  readonly #peers = new Map<string, Peer<Connection>>();
  readonly #idle = new IdleList<Connection>();
  /** Their addresses, the oldest first. */
  readonly #surplus = new Map<Connection, string>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Number of open connections within the limits. */
  get count(): number {
    return this.#entries.size;
  }

  isSurplus(connection: Connection): boolean {
    return this.#surplus.has(connection);
  }

  /** The connection to close leaves the table at once. */
  open(connection: Connection, address: string): Admission<Connection> {
    const peer = this.#peers.get(address) ?? { address, count: 0, idle: new IdleList<Connection>() };
    const isFull = this.#entries.size >= this.#limits.max;
    if (!isFull && peer.count < this.#limits.maxOf(address)) {
      this.#add(connection, peer);
      return { surplus: false };
    }
    const close = this.#replaceable(peer, isFull);
    if (close === undefined) return this.#openSurplus(connection, address);
    this.close(close);
    this.#add(connection, peer);
    return { close, surplus: false };
  }

  /** A request of the connection has begun. False for a connection that is not in the table. */
  startRequest(connection: Connection): boolean {
    const entry = this.#entries.get(connection);
    if (entry === undefined) return this.#surplus.has(connection);
    entry.requests += 1;
    this.#idle.delete(entry.node);
    entry.peer.idle.delete(entry.peerNode);
    return true;
  }

  /** A request of the connection has ended. */
  endRequest(connection: Connection): void {
    const entry = this.#entries.get(connection);
    if (entry === undefined) return;
    entry.requests -= 1;
    if (entry.requests > 0) return;
    this.#idle.add(entry.node);
    entry.peer.idle.add(entry.peerNode);
  }

  close(connection: Connection): void {
    this.#surplus.delete(connection);
    const entry = this.#entries.get(connection);
    if (entry === undefined) return;
    const { peer } = entry;
    this.#entries.delete(connection);
    this.#idle.delete(entry.node);
    peer.idle.delete(entry.peerNode);
    peer.count -= 1;
    if (peer.count === 0) this.#peers.delete(peer.address);
  }

  #add(connection: Connection, peer: Peer<Connection>): void {
    this.#peers.set(peer.address, peer);
    peer.count += 1;
    const entry = { peer, node: new IdleNode(connection), peerNode: new IdleNode(connection), requests: 0 };
    peer.idle.add(entry.peerNode);
    this.#idle.add(entry.node);
    this.#entries.set(connection, entry);
  }

  /** An address with its share or more replaces its own connections; others replace those of the address with the most. */
  #replaceable(peer: Peer<Connection>, isFull: boolean): Connection | undefined {
    const hasShare = peer.count * this.#peers.size >= this.#entries.size;
    const own = hasShare || !isFull ? peer.idle.first?.value : undefined;
    return own ?? (isFull ? this.#idleOfLargestPeer() : undefined);
  }

  #idleOfLargestPeer(): Connection | undefined {
    let largest: { readonly connection: Connection; readonly count: number } | undefined;
    let node = this.#idle.first;
    for (let compared = 0; node !== undefined && compared < maxCompared; compared += 1, node = node.next) {
      const count = this.#entries.get(node.value)?.peer.count ?? 0;
      if (largest === undefined || count > largest.count) largest = { connection: node.value, count };
    }
    return largest?.connection;
  }

  #openSurplus(connection: Connection, address: string): Admission<Connection> {
    const all = [...this.#surplus.keys()];
    const own = all.filter((each) => this.#surplus.get(each) === address);
    const close = own.length >= surplusPerAddress ? own[0] : all[surplusConnections - 1] && all[0];
    if (close !== undefined) this.#surplus.delete(close);
    this.#surplus.set(connection, address);
    return { ...(close === undefined ? {} : { close }), surplus: true };
  }
}
