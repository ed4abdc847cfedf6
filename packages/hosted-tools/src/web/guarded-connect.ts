import { type PendingConnections } from '@org/engine';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './public-address.js';

/** Resolves a name to all of its addresses. */
export type Resolve = (host: string, done: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

export interface GuardOptions {
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  /** Milliseconds. */
  readonly timeout: number;
  readonly pendingConnections: PendingConnections;
}

class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/**
 * Opens connections only to addresses that `policy` allows. It connects to exactly what it checked: it resolves a
 * name once, checks the addresses, connects the socket to one of them, and then checks the socket's own address. A
 * name with any disallowed address is rejected.
 */
export function guardedConnect({
  policy,
  resolve,
  timeout,
  pendingConnections,
}: GuardOptions): buildConnector.connector {
  const connect = pendingConnections.watch(
    buildConnector({ timeout, allowH2: false, lookup: guardedLookup(policy, resolve) }),
  );
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    // The resolver is never called for a literal address.
    if (isIP(host) !== 0 && !policy(host)) {
      return callback(new AddressRefused('the address is not public'), null);
    }
    return connect(options, (...[error, socket]) => {
      if (error !== null) {
        callback(error, null);
        return;
      }
      if (socket.remoteAddress !== undefined && policy(socket.remoteAddress)) {
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(new AddressRefused('the address of the connection is not public'), null);
    });
  };
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

function guardedLookup(policy: AddressPolicy, resolve: Resolve) {
  return (host: string, { all }: LookupOptions, callback: LookupCallback): void =>
    resolve(host, (error, addresses) => {
      if (error !== null) {
        callback(error, []);
        return;
      }
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => policy(address)))
        callback(new AddressRefused('the host name does not resolve to public addresses'), []);
      else if (all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
}
