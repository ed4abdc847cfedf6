import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a connection may be opened to an address. */
export type AddressPolicy = (address: string) => boolean;

/** Public by number, but reachable only by the machines of one cloud. */
const hostAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/** All addresses assigned for use on the Internet; all other ranges have a special meaning. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether `address`, as a socket or a resolver writes it, belongs to the public Internet. An IPv4 address embedded in
 * an IPv6 one is checked as its target where that is unambiguous, and rejected where a gateway would decide: NAT64,
 * 6to4, Teredo.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed === undefined) return false;
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast' && !hostAddresses.has(parsed.toString());
  return parsed.range() === 'unicast' && parsed.match(globalUnicast);
}

/** Parses only the forms that sockets and resolvers use, so that both sides interpret an address in the same way. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIPv4(address)) return ipaddr.IPv4.parse(address);
  if (!isIPv6(address) || address.includes('%')) return undefined;
  // The URL parser writes the end in dotted form, which ipaddr.js takes for an IPv4 address regardless of its prefix.
  const parsed = ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}
