import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether a connection may be opened to an address. */
export type AddressPolicy = (address: string) => boolean;

/** Public by their numbers, and yet only there for the machines of one cloud. */
const hostAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/** All that is handed out for use on the Internet; what else there is has a meaning of its own. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether `address`, as a socket or a resolver writes it, belongs to the public Internet. An IPv4 address inside of an IPv6
 * one is judged as what it leads to where that is plain, and refused where a gateway would decide: NAT64, 6to4, Teredo.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parse(address);
  if (parsed === undefined) return false;
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast' && !hostAddresses.has(parsed.toString());
  return parsed.range() === 'unicast' && parsed.match(globalUnicast);
}

/** Only the forms that sockets and resolvers use, so that nothing is read here in another way than there. */
function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIPv4(address)) return ipaddr.IPv4.parse(address);
  if (!isIPv6(address) || address.includes('%')) return undefined;
  // The URL parser writes out the end in dots, which ipaddr.js takes for an IPv4 address whatever stands before it.
  const parsed = ipaddr.IPv6.parse(new URL(`http://[${address}]`).hostname.slice(1, -1));
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address() : parsed;
}
