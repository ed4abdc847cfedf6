import { LimitSettings } from '#src/config/service-file.js';
import { connectionLimits, isWithinDescriptors } from '#src/http/connections/connection-limits.js';
import { ConnectionTable } from '#src/http/connections/connection-table.js';
import { isPrivatePeer, peerAddress } from '#src/http/connections/peer-address.js';

interface Client {
  readonly name: string;
}

function table(max: number, maxOf: (address: string) => number = () => Infinity): ConnectionTable<Client> {
  return new ConnectionTable({ max, maxOf, maxSockets: max });
}

const clients = (count: number): Client[] => Array.from({ length: count }, (_, index) => ({ name: String(index) }));

describe('Connections at their limit', () => {
  it('replace the one that is idle for the longest time', () => {
    const [first, second, third, fourth] = clients(4) as [Client, Client, Client, Client];
    const open = table(2);
    for (const each of [first, second]) expect(open.open(each, 'a')).toEqual({ surplus: false });
    open.startRequest(first);
    open.endRequest(first);
    expect(open.open(third, 'a')).toEqual({ close: second, surplus: false });
    open.startRequest(first);
    expect(open.open(fourth, 'a')).toEqual({ close: third, surplus: false });
    expect(open.count).toBe(2);
  });

  it('stay open while they have a request', () => {
    const [busy, other] = clients(2) as [Client, Client];
    const open = table(1);
    open.open(busy, 'a');
    open.startRequest(busy);
    open.startRequest(busy);
    open.endRequest(busy);
    expect(open.open(other, 'a')).toEqual({ surplus: true });
    expect([open.isSurplus(busy), open.isSurplus(other)]).toEqual([false, true]);
  });

  it('of an address with its share give way to another one of that address, never to it those of others', () => {
    const [victim, ...attackers] = clients(20) as [Client, ...Client[]];
    const open = table(4);
    open.open(victim, 'victim');
    const closed = attackers.map((each) => open.open(each, 'attacker').close);
    expect(closed).not.toContain(victim);
    const newcomer = { name: 'another of the victim' };
    expect(attackers).toContain(open.open(newcomer, 'victim').close);
  });

  it('beyond it are few, and of one address fewer', () => {
    const [busy, ...others] = clients(100) as [Client, ...Client[]];
    const open = table(1);
    open.open(busy, 'a');
    open.startRequest(busy);
    const surplus = others.slice(0, 8);
    for (const each of surplus) expect(open.open(each, 'attacker')).toEqual({ surplus: true });
    const probe = { name: 'probe' };
    open.open(probe, 'supervisor');
    for (const each of others.slice(8)) open.open(each, 'attacker');
    expect(open.isSurplus(probe)).toBe(true);
    expect(others.filter((each) => open.isSurplus(each))).toEqual(others.slice(-8));
    for (const [index, each] of clients(100).entries()) open.open(each, `address ${index}`);
    expect(open.isSurplus(probe)).toBe(false);
  });

  it('of one address have a limit of their own', () => {
    const [first, second, third, other] = clients(4) as [Client, Client, Client, Client];
    const open = table(10, (address) => (address === 'a' ? 1 : Infinity));
    open.open(other, 'b');
    open.open(first, 'a');
    expect(open.open(second, 'a')).toEqual({ close: first, surplus: false });
    open.startRequest(second);
    expect(open.open(third, 'a')).toEqual({ surplus: true });
  });
});

describe('The limits of connections', () => {
  const limitsOf = (host: string, settings: Partial<LimitSettings> = {}, descriptors?: number) =>
    connectionLimits({ host, limits: Object.assign(new LimitSettings(), settings) }, descriptors);

  it('follow from the descriptors of the process, with one for the upstream of each and a reserve', () => {
    expect([undefined, 1_000_000, 1024, 64].map((each) => limitsOf('0.0.0.0', {}, each).max)).toEqual([
      10_000, 10_000, 464, 8,
    ]);
    expect(limitsOf('0.0.0.0', { maxConnections: 900 }, 1024).max).toBe(900);
    expect([isWithinDescriptors(464, 1024), isWithinDescriptors(900, 1024)]).toEqual([true, false]);
  });

  it('of one address have a default for public ones beyond loopback, because a proxy is all clients', () => {
    const { maxOf } = limitsOf('0.0.0.0');
    expect(['198.51.100.7', '10.0.0.1', '127.0.0.1', '172.20.0.1'].map(maxOf)).toEqual([
      512,
      Infinity,
      Infinity,
      Infinity,
    ]);
    expect(limitsOf('127.0.0.1').maxOf('198.51.100.7')).toBe(Infinity);
    expect(limitsOf('0.0.0.0', { maxConnectionsPerAddress: 5 }).maxOf('10.0.0.1')).toBe(5);
    expect(limitsOf('0.0.0.0', {}, 1024).maxOf('198.51.100.7')).toBe(232);
  });
});

it.each([
  ['::ffff:198.51.100.7', '198.51.100.7', false],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::', false],
  ['2001:db8::1', '2001:db8:0:0::', false],
  ['::1', '0:0:0:0::', true],
  ['fe80::1%eth0', 'fe80:0:0:0::', true],
  ['fd00::1', 'fd00:0:0:0::', true],
  ['::ffff:10.1.2.3', '10.1.2.3', true],
  [undefined, '', true],
])('counts the connections of %s under %s', (remote, address, isPrivate) => {
  expect([peerAddress(remote), isPrivatePeer(peerAddress(remote))]).toEqual([address, isPrivate]);
});
