import type { ServiceConfig } from '../../config/service-config.js';
import { isHardened } from '../../config/load-config.js';
import { isPrivatePeer } from './peer-address.js';

/** How many connections may be open. */
export interface ConnectionLimits {
  /** Of all clients. */
  readonly max: number;
  /** Of one address, as `peerAddress` returns it. */
  readonly maxOf: (address: string) => number;
  /** WebSockets, which stay open without a request. */
  readonly maxSockets: number;
}

/** Connections beyond the limits, which serve nothing but health. */
export const surplusConnections = 32;
/** Of these, of one address: others still reach health. */
export const surplusPerAddress = 8;

/** Descriptors for the store, logs, model files and the libraries of the process. */
const reservedDescriptors = 64 + surplusConnections;
/** A connection takes about 10 KB of memory, and as much as its request when it has one. */
const maxByDefault = 10_000;
const minByDefault = 8;
const perAddressByDefault = 512;

/** A request on a connection may need one more descriptor, for its upstream. */
const descriptorsPerConnection = 2;

/** `descriptors`: as many as the process may open; undefined where the system reports no limit. */
export function connectionLimits(
  { limits, host }: Pick<ServiceConfig, 'limits' | 'host'>,
  descriptors: number | undefined,
): ConnectionLimits {
  const max = limits.maxConnections ?? defaultMaxConnections(descriptors);
  const perAddress = isHardened(limits.profile, host) ? Math.min(perAddressByDefault, Math.ceil(max / 2)) : Infinity;
  const { maxConnectionsPerAddress } = limits;
  return {
    max,
    maxOf: (address) => maxConnectionsPerAddress ?? (isPrivatePeer(address) ? Infinity : perAddress),
    maxSockets: Math.floor(max / 2),
  };
}

export function defaultMaxConnections(descriptors = Infinity): number {
  const fitting = Math.floor((descriptors - reservedDescriptors) / descriptorsPerConnection);
  return Math.max(minByDefault, Math.min(maxByDefault, fitting));
}

/** Whether the process can open that many connections, and one for the upstream of each. */
export function isWithinDescriptors(maxConnections: number, descriptors = Infinity): boolean {
  return descriptorsPerConnection * maxConnections + reservedDescriptors <= descriptors;
}
