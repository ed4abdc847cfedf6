import { BlockList, isIPv6 } from 'node:net';

const privateRanges = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  privateRanges.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateRanges.addSubnet(network, bits, 'ipv6');

const mappedPrefix = '::ffff:';

/**
 * The address of a client as the limits of connections count it, from `remoteAddress` of a socket: an IPv4 address, or
 * the network of 64 bits that one subscriber has of IPv6.
 */
export function peerAddress(remoteAddress = ''): string {
  const plain = remoteAddress.toLowerCase().split('%', 1)[0] ?? '';
  if (plain.startsWith(mappedPrefix) && plain.includes('.')) return plain.slice(mappedPrefix.length);
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => '0');
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::`;
}

/** Whether `address`, as `peerAddress` returns it, may be a proxy of the operator: loopback, private, or unknown. */
export function isPrivatePeer(address: string): boolean {
  // The network of ::1 is 0:0:0:0::.
  if (address === '' || address === '0:0:0:0::') return true;
  return privateRanges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
