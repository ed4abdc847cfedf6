// Ways to name what is not public, and names that lead there.
import * as fc from 'fast-check';
import type { Resolve } from '../web/guarded-connect.js';

const inside4 = fc.constantFrom(
  [0, 0, 0, 0],
  [10, 0, 0, 1],
  [100, 64, 0, 1],
  [100, 100, 100, 200],
  [127, 0, 0, 2],
  [127, 255, 255, 254],
  [169, 254, 169, 254],
  [172, 16, 0, 1],
  [172, 31, 255, 255],
  [192, 0, 0, 192],
  [192, 168, 1, 1],
  [198, 18, 0, 1],
  [168, 63, 129, 16],
  [224, 0, 0, 1],
  [255, 255, 255, 255],
);
const inside6 = fc.constantFrom(
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:2',
  '::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001:0:1::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
);
const writing = fc.constantFrom<(octets: readonly number[]) => string>(
  (octets) => octets.join('.'),
  (octets) => String(octets.reduce((sum, octet) => sum * 256 + octet, 0)),
  (octets) => `0x${octets.map((octet) => octet.toString(16).padStart(2, '0')).join('')}`,
  (octets) => octets.map((octet) => `0${octet.toString(8)}`).join('.'),
  (octets) => octets.map((octet, index) => (index % 2 === 0 ? `0x${octet.toString(16)}` : String(octet))).join('.'),
  (octets) => `${octets[0]}.${((octets[1] ?? 0) * 256 + (octets[2] ?? 0)) * 256 + (octets[3] ?? 0)}`,
  (octets) => `${octets.join('.')}.`,
  (octets) => octets.join('%2e'),
  (octets) => octets.join('\u3002'),
  (octets) => `${octets.join('-')}.inside.test`,
);
const host = fc.oneof(
  fc.tuple(inside4, writing).map(([octets, write]) => write(octets)),
  inside6.map((address) => `[${address}]`),
  fc.constantFrom('localhost', 'LOCALHOST.', 'metadata.inside.test', 'none.inside.test'),
);
const path = fc.constantFrom('', '/', '/latest/meta-data/', '/a.png?x=1#y', '\\@example.com/', '/%0d%0aHost:%20x');

/** Three hundred of them. */
export const privateUrls = fc.sample(
  fc
    .tuple(fc.constantFrom('http', 'https', 'HTTP'), host, path)
    .map(([scheme, name, rest]) => `${scheme}://${name}${rest}`),
  { numRuns: 300, seed: 20_260 },
);

/** Names below `inside.test` lead to the address they spell, `localhost` to this machine. */
export const resolvePrivate: Resolve = (name, done) => {
  const dottedAddress = /^([\d-]+)\.inside\.test\.?$/.exec(name)?.[1]?.replaceAll('-', '.');
  const address =
    dottedAddress ??
    (/^localhost\.?$/.test(name) ? '127.0.0.1' : name.startsWith('metadata') ? '169.254.169.254' : undefined);
  if (address === undefined) done(new Error('no such name'), []);
  else done(null, [{ address, family: 4 }]);
};
