import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { attacks, findAttack } from '../reliability/attacks/index.mjs';
import { faultsOf, maxVictimMs } from '../reliability/attacks/limits.mjs';
import { RawSocket } from '../reliability/attacks/raw-socket.mjs';
import { frameOf } from '../reliability/attacks/raw-web-socket.mjs';
import { lineOf, tableOf } from '../reliability/attacks/report.mjs';
import { replaceSection } from '../reliability/attacks/write-page.mjs';
import { root } from '../setup/install.mjs';
import { shortAttacks } from './kit/short-attacks.mjs';

const page = readFileSync(join(root, 'docs/measurements/attacks.md'), 'utf8');

describe('the attacks of check:attacks', () => {
  it('are at least 60, each with its own name', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60);
    expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  });

  it('are all in the families of the folder', () => {
    const files = globSync(join(root, 'tools/reliability/attacks/families/*.mjs')).map((file) =>
      file.split(/[\\/]/).at(-1).replace('.mjs', ''),
    );
    expect([...new Set(attacks.map(({ family }) => family))].toSorted()).toEqual(files.toSorted());
  });

  it('state in a claim what the client does', () => {
    expect(attacks.filter(({ claim }) => !/^[a-z]+,? /.test(claim)).map(({ name }) => name)).toEqual([]);
  });

  /** PostgreSQL differs only where an attack uses the store. */
  const families = { postgres: ['reading', 'unread-responses', 'writing', 'work'] };

  it.each(['sqlite', 'postgres'])('are in the page of measurements: %s', (store) => {
    const section = page.slice(page.indexOf(`<!-- ${store}: start -->`), page.indexOf(`<!-- ${store}: end -->`));
    const missing = attacks.filter(
      ({ name, family }) => (families[store]?.includes(family) ?? true) && !section.includes(`\`${name}\``),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it('have a short form, which npm test runs', () => {
    const names = Object.values(shortAttacks).flatMap((rows) => rows.map(([name]) => name));
    expect(names.length).toBeGreaterThanOrEqual(10);
    for (const name of names) expect(findAttack(name).name).toBe(name);
    const run = globSync(join(root, 'tools/test/attacks-*.spec.mjs')).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/itWithstands\(shortAttacks\.(\w+)\)/g)].map(([, name]) => name),
    );
    expect(run.toSorted()).toEqual(Object.keys(shortAttacks).toSorted());
  });
});

const figures = (times) => ({ count: 100, p50: 1, p99: 10, max: 20, failures: {}, ...times });
const withstood = {
  name: 'an-attack',
  claim: 'sends much',
  seconds: 1,
  idleMb: 100,
  treePeakMb: 600,
  loopMs: 5,
  loopCpuMs: 4,
  quiet: figures(),
  victim: figures({ p99: 12 }),
  health: { slowestMs: 20, failures: [] },
  statuses: { 200: 3 },
  found: [],
};

describe('the limits of an attack', () => {
  it('are met when no other client has a disadvantage', () => {
    expect(faultsOf(withstood, 20)).toEqual([]);
  });

  it.each([
    ['memory', { treePeakMb: 701 }, '701 MB of 700'],
    ['an exit', { exit: 'SIGABRT' }, 'the service ended: SIGABRT'],
    ['slow health', { health: { slowestMs: 1_001, failures: [] } }, 'health took 1001 ms'],
    [
      'failed health',
      { health: { slowestMs: 1, failures: ['/health/live has status 503'] } },
      '/health/live has status 503',
    ],
    ['a slow victim', { victim: figures({ p99: 31 }) }, 'victim p99 31 ms of 30'],
    [
      'failed requests of the victim',
      { victim: figures({ failures: { 503: 2 } }) },
      "victim's requests failed: 2 with 503",
    ],
    ['what the attack found', { found: ['the upstream received a key'] }, 'the upstream received a key'],
  ])('are exceeded by %s', (_, change, fault) => {
    expect(faultsOf({ ...withstood, ...change }, 20)).toEqual([fault]);
  });

  it('allow the higher of one and a half times the quiet p99 and the noise of the machine', () => {
    expect(maxVictimMs(10, 20)).toBe(30);
    expect(maxVictimMs(100, 20)).toBe(150);
  });

  it('give more time where other programs use the machine, but no more memory', () => {
    const slow = { ...withstood, treePeakMb: 701, health: { slowestMs: 1_500, failures: [] } };
    expect(faultsOf(slow, 20, 2)).toEqual(['701 MB of 700']);
  });
});

describe('the report of an attack', () => {
  it('has the figures and the reasons in one line', () => {
    expect(lineOf({ ...withstood, faults: [] })).toMatch(/^passed an-attack .*100 -> 600 MB of 700.*3 x 200$/);
    expect(lineOf({ ...withstood, faults: ['too slow'] })).toMatch(/^FAILED an-attack .*; too slow$/);
  });

  it('has a row in the table of the page', () => {
    expect(tableOf([{ ...withstood, faults: ['too slow'] }])).toContain(
      '| `an-attack` | sends much | 600 | 4 | 10, 12 | 3 x 200 | **failed**: too slow |',
    );
  });

  it('replaces only its own section of the page', () => {
    const text = 'a\n<!-- x: start -->\nold\n<!-- x: end -->\nb';
    expect(replaceSection(text, 'x', 'new')).toBe('a\n<!-- x: start -->\n\nnew\n<!-- x: end -->\nb');
    expect(() => replaceSection(text, 'y', 'new')).toThrow('no section for y');
  });
});

describe('the connections of an attack', () => {
  it('read each status once, also when a status line is divided', async () => {
    const stream = Object.assign(new PassThrough(), { setNoDelay: () => undefined });
    const socket = new RawSocket(stream);
    for (const chunk of ['HTTP/1.1 200 OK\r\n\r\nHTT', 'P/1.1 40', '4 Not Found\r\n\r\nH', 'TTP/1.1 503 Busy\r\n\r\n'])
      stream.write(chunk);
    await new Promise((resolve) => setImmediate(resolve));
    expect(socket.statuses).toEqual([200, 404, 503]);
    socket.destroy();
  });

  it('send WebSocket frames of every length, with a mask that changes no byte', () => {
    expect(frameOf('ab')).toEqual(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 97, 98]));
    expect([...frameOf('a'.repeat(300)).subarray(0, 4)]).toEqual([0x81, 0xfe, 1, 44]);
    expect(frameOf('a', { declaredBytes: 70_000 }).readBigUInt64BE(2)).toBe(70_000n);
  });
});
