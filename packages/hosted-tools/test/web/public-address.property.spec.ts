// Compares the public address check with a second list that Node builds from the entries of the registries.
import { BlockList } from 'node:net';
import * as fc from 'fast-check';
import { checkUrl } from '#src/web/check-url.js';
import { isPublicAddress } from '#src/web/public-address.js';

/** What is not for the Internet at large, from the special-purpose registries. */
const special4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32],
] as const)
  special4.addSubnet(net, bits, 'ipv4');
const special6 = new BlockList();
for (const [net, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  special6.addSubnet(net, bits, 'ipv6');

const octets = (value: number): readonly number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
const dotted = (value: number): string => octets(value).join('.');
const anyIPv4 = fc.oneof(
  fc.integer({ min: 0, max: 0xffff_ffff }),
  // Where the borders are.
  fc
    .constantFrom(
      0x0a00_0000,
      0x6440_0000,
      0x7f00_0000,
      0xa9fe_0000,
      0xac10_0000,
      0xc0a8_0000,
      0xc612_0000,
      0xe000_0000,
      0xf000_0000,
    )
    .chain((net) => fc.integer({ min: -2, max: 2 }).map((step) => (net + step) >>> 0)),
);
const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const anyIPv6 = fc
  .oneof(
    groups,
    groups.map(([, ...rest]) => [0x2001, ...rest]),
    groups.map(([, ...rest]) => [0xfe80, ...rest]),
  )
  .map((parts) => parts.map((part) => part.toString(16)).join(':'));

/** The ways in which URLs write an IPv4 address. */
const forms: readonly ((value: number) => string)[] = [
  dotted,
  (value) => String(value),
  (value) => `0x${value.toString(16)}`,
  (value) => `0${value.toString(8)}`,
  (value) =>
    octets(value)
      .map((octet) => `0x${octet.toString(16)}`)
      .join('.'),
  (value) =>
    octets(value)
      .map((octet) => `0${octet.toString(8)}`)
      .join('.'),
  (value) => `${value >>> 24}.${value & 0xff_ffff}`,
  (value) => `${value >>> 24}.${(value >>> 16) & 255}.${value & 0xffff}`,
  (value) => `${dotted(value)}.`,
  (value) => dotted(value).replaceAll('1', '\uff11'),
  (value) => dotted(value).replaceAll('.', '%2E'),
];

describe('an address', () => {
  it('is public exactly when no registry gives it another meaning', () => {
    fc.assert(
      fc.property(anyIPv4, (value) =>
        expect([dotted(value), isPublicAddress(dotted(value))]).toEqual([
          dotted(value),
          !special4.check(dotted(value), 'ipv4'),
        ]),
      ),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(anyIPv6, (address) =>
        expect([address, isPublicAddress(address) && special6.check(address, 'ipv6')]).toEqual([address, false]),
      ),
      { numRuns: 2000 },
    );
  });

  it('is classified in the same way in every form of a URL', () => {
    fc.assert(
      fc.property(anyIPv4, fc.constantFrom(...forms), (value, form) => {
        const { hostname } = checkUrl(`http://${form(value)}/`, { ports: [80] });
        expect([hostname, isPublicAddress(hostname)]).toEqual([hostname, isPublicAddress(dotted(value))]);
      }),
      { numRuns: 2000 },
    );
  });

  it('rejects a non-public address embedded in an IPv6 address', () => {
    const hex = (value: number): string => `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
    fc.assert(
      fc.property(anyIPv4, (value) => {
        expect(isPublicAddress(`::ffff:${dotted(value)}`)).toBe(isPublicAddress(dotted(value)));
        expect(isPublicAddress(`::ffff:${hex(value)}`)).toBe(isPublicAddress(dotted(value)));
        for (const address of [
          `::${dotted(value)}`,
          `64:ff9b::${hex(value)}`,
          `64:ff9b:1::${hex(value)}`,
          `2002:${hex(value)}::1`,
          `2001:0:${hex(value)}::1`,
          `::ffff:0:${hex(value)}`,
        ]) {
          expect([address, isPublicAddress(address)]).toEqual([address, false]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['127.0.0.1'],
    ['0.0.0.0'],
    ['169.254.169.254'],
    ['100.100.100.200'],
    ['168.63.129.16'],
    ['192.0.0.192'],
    ['255.255.255.255'],
    ['::1'],
    ['::'],
    ['fe80::1'],
    ['fe80::1%eth0'],
    ['fec0::1'],
    ['fd00:ec2::254'],
    ['ff02::1'],
    ['::ffff:127.0.0.1'],
    ['100::1'],
    ['2001:db8::1'],
    [''],
    ['localhost'],
    ['127.1'],
    ['0x7f.1'],
    ['1.2.3'],
    ['example.com'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ['1.1.1.1'],
    ['8.8.8.8'],
    ['172.15.255.255'],
    ['172.32.0.0'],
    ['::ffff:8.8.8.8'],
    ['2606:4700:4700::1111'],
    ['2a00:1450:4001:830::200e'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});
