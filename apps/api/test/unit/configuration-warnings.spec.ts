import { LimitSettings } from '#src/config/service-file.js';
import { KeyLimitsSettings } from '#src/config/settings/key-limit-settings.js';
import { configurationWarnings } from '#src/config/configuration-warnings.js';

const short = [
  { name: 'alice', key: 'hunter2' },
  { name: 'bob', key: 'a-key-of-many-characters' },
];

describe('a key that is easily guessed', () => {
  it('is reported by name for a publicly reachable service', () => {
    expect(configurationWarnings({ host: '0.0.0.0', apiKeys: short }, {})).toEqual([
      'API_KEYS: the key of "alice" has 7 characters, and other machines can reach HOST 0.0.0.0; create one with: openssl rand -hex 32',
    ]);
  });

  it('may have one character', () => {
    expect(configurationWarnings({ host: '0.0.0.0', apiKeys: [{ name: 'alice', key: 'k' }] }, {})).toEqual([
      expect.stringContaining('has one character, and other machines'),
    ]);
  });

  it('is not reported on loopback', () => {
    expect(configurationWarnings({ host: '127.0.0.1', apiKeys: short }, {})).toEqual([]);
  });
});

describe('limits for a key that is not there', () => {
  const limits = Object.assign(new KeyLimitsSettings(), { named: [{ name: 'alise', requestsPerMinute: 5 }] });

  it('are reported where all keys are known', () => {
    expect(configurationWarnings({ host: '127.0.0.1', apiKeys: short, keyLimits: limits }, {})).toEqual([
      'keyLimits.named: API_KEYS has no key named "alise"',
    ]);
  });

  it('may be for a key that is made later, where keys are in the store', () => {
    expect(configurationWarnings({ host: '127.0.0.1', keyLimits: limits }, {})).toEqual([]);
  });
});

describe('a variable that is misspelled', () => {
  const doubts = (variables: Record<string, string>): readonly string[] =>
    configurationWarnings({ host: '127.0.0.1' }, variables);

  it.each([
    ['STORE_KEY', 'STORE_KEYS'],
    ['SERVER_SECERT', 'SERVER_SECRET'],
    ['STORE_URI', 'STORE_URL'],
    ['DATADIR', 'DATA_DIR'],
  ])('is reported: %s', (name, meant) => {
    expect(doubts({ [name]: 'a:hunter2' })).toEqual([
      `environment: ${name} is set, but is not a setting; did you mean ${meant}?`,
    ]);
  });

  it('may belong to another program when the correct one is set, too', () => {
    expect(doubts({ STORE_KEY: 'x', STORE_KEYS: 'y' })).toEqual([]);
  });

  it.each(['API_KEY', 'HOSTS', 'PATH', 'HOME', 'DATABASE_URL', 'LOG_LEVEL', 'NODE_ENV'])(
    'is not one with a faint similarity to a known variable: %s',
    (name) => {
      expect(doubts({ [name]: 'x' })).toEqual([]);
    },
  );
});

it.each(['\n', '\r\n'])(
  'reports a line break at the end of SERVER_SECRET, because a replica without it has another secret: %j',
  (end) => {
    expect(configurationWarnings({ host: '127.0.0.1' }, { SERVER_SECRET: `${'hunter2'.repeat(6)}${end}` })).toEqual([
      'environment: SERVER_SECRET ends with a line break, which is part of the secret; a replica whose secret lacks it has another secret',
    ]);
    expect(configurationWarnings({ host: '127.0.0.1' }, { SERVER_SECRET: 'hunter2'.repeat(6) })).toEqual([]);
  },
);

it.each(['"', "'"])(
  'reports quotes around SERVER_SECRET, because a replica without them has another secret: %s',
  (quote) => {
    expect(
      configurationWarnings({ host: '127.0.0.1' }, { SERVER_SECRET: `${quote}${'hunter2'.repeat(6)}${quote}` }),
    ).toEqual([
      'environment: SERVER_SECRET is in quotes, which are part of the secret; a replica whose secret lacks them has another secret',
    ]);
  },
);

it('reports quotes around a single key by its name', () => {
  expect(configurationWarnings({ host: '127.0.0.1', apiKeys: [{ name: 'alice', key: '"hunter2"' }] }, {})).toEqual([
    'API_KEYS: the key of "alice" is in quotes, which clients must send, too; remove them',
  ]);
});

describe('body limits that the memory budget cannot satisfy', () => {
  const doubts = (limits: { maxBodyBytes: number; maxMemoryBytes: number }): readonly string[] =>
    configurationWarnings({ host: '127.0.0.1', limits: Object.assign(new LimitSettings(), limits) }, {});

  it('are reported: one owner may use five twelfths of the total budget', () => {
    expect(doubts({ maxBodyBytes: 1_000_001, maxMemoryBytes: 12_000_000 })).toEqual([
      'limits.maxMemoryBytes: one owner gets five twelfths of it, and a body takes 5 times its bytes, so the service always rejects a body of more than 1000000 bytes (503), although limits.maxBodyBytes allows 1000001; set it to twelve times limits.maxBodyBytes, or reduce limits.maxBodyBytes',
    ]);
  });

  it('are none when the largest fits', () => {
    expect(doubts({ maxBodyBytes: 1_000_000, maxMemoryBytes: 12_000_000 })).toEqual([]);
    expect(doubts(new LimitSettings())).toEqual([]);
  });
});

describe('a limit that protects others and is off', () => {
  const warnings = (
    host: string,
    limits: Partial<LimitSettings> = {},
    keyLimits: Partial<KeyLimitsSettings> = {},
  ): readonly string[] =>
    configurationWarnings(
      {
        host,
        limits: Object.assign(new LimitSettings(), limits),
        keyLimits: Object.assign(new KeyLimitsSettings(), keyLimits),
      },
      {},
    );
  const all = { requestsPerMinute: 600, concurrentRequests: 64, connections: 64 };
  const effect = 'so that one client can take the service from others; set a number';

  it('is reported beyond loopback, each with the keys that it is off for', () => {
    expect(warnings('0.0.0.0', { profile: 'local' }, { requestsPerMinute: 60, concurrentRequests: Infinity })).toEqual([
      `keyLimits.concurrentRequests: off for every key, ${effect}`,
      `keyLimits.connections: off for every key, ${effect}`,
      `limits.maxConnectionsPerAddress: off, ${effect}`,
    ]);
    expect(warnings('0.0.0.0', {}, { ...all, named: [{ name: 'ci', connections: 2, concurrentRequests: 2 }] })).toEqual(
      [`keyLimits.requestsPerMinute: off for "ci", ${effect}`],
    );
    expect(warnings('0.0.0.0', { maxConnectionsPerAddress: Infinity }, all)).toEqual([
      `limits.maxConnectionsPerAddress: off, ${effect}`,
    ]);
  });

  it('is not reported on loopback, unless the profile is hardened', () => {
    expect(warnings('127.0.0.1')).toEqual([]);
    expect(warnings('127.0.0.1', { profile: 'hardened' })).toHaveLength(3);
    expect(warnings('0.0.0.0', {}, all)).toEqual([]);
  });
});
