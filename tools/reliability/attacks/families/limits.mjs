// Attempts to exceed the limits of a key, and to exhaust what the service records of wrong ones.
import { randomBytes } from 'node:crypto';
import { attacksOf } from '../attack.mjs';

const limited = (limits) => ({ name: 'attacker', ...limits });

/** Sends `calls` as fast as it can. More than `max` successes are a fault. */
const beyond = (name, claim, attackerLimits, max, calls) => ({
  name,
  claim,
  attackerLimits,
  run: async (attacker) => {
    await attacker.flood(attacker.count(500), 100, (at) => calls[at % calls.length]);
    const accepted = attacker.statuses[200] ?? 0;
    if (accepted > max) attacker.fault(`${accepted} requests have status 200 of at most ${max}`);
  },
});

export const attacks = attacksOf('limits', [
  beyond(
    'reads-of-limited-key',
    'reads with a key of 2 requests a minute as fast as it can',
    limited({ requestsPerMinute: 2 }),
    160,
    [{ path: '/v1/models' }, { path: '/v1/files' }, { path: '/v1/models/fast' }],
  ),
  beyond(
    'requests-of-limited-key',
    'generates with a key of 2 requests a minute as fast as it can',
    limited({ requestsPerMinute: 2 }),
    4,
    [
      { path: '/v1/responses', body: { model: 'fast', input: 'Hello.' } },
      {
        path: '/v1/messages',
        body: { model: 'fast', max_tokens: 8, messages: [{ role: 'user', content: 'a' }] },
        headers: { 'anthropic-version': '2023-06-01' },
      },
      { path: '/v1/conversations', body: {} },
    ],
  ),
  {
    name: 'concurrency-of-limited-key',
    claim: 'holds more requests open than its key may have',
    attackerLimits: limited({ concurrentRequests: 2 }),
    async run(attacker) {
      await attacker.flood(attacker.count(100), 1_000, () => ({
        path: '/v1/responses',
        body: { model: 'slow', input: 'Hello.', store: false },
      }));
      const accepted = attacker.statuses[200] ?? 0;
      // Each takes 3 s, so a key with two at a time completes few.
      if (accepted > 12) attacker.fault(`${accepted} requests have status 200`);
    },
  },
  {
    name: 'random-keys',
    claim: 'tries another key with each request as fast as it can',
    run: (attacker) =>
      attacker.repeat(attacker.count(10, 100), async () => {
        const { status } = await attacker.send({ path: '/v1/models', key: randomBytes(24).toString('hex') });
        if (status === 200) attacker.fault('a random key is valid');
      }),
  },
  {
    name: 'long-keys',
    claim: 'tries keys of 15 KB',
    run: (attacker) =>
      attacker.flood(attacker.count(1_000), 100, () => ({ path: '/v1/models', key: 'k'.repeat(15_000) })),
  },
  {
    name: 'several-hosts',
    claim: 'sends requests with two host headers, a wrong length or both lengths',
    run: (attacker) => {
      const smuggled = 'GET /v1/models HTTP/1.1\r\nhost: a\r\n\r\n';
      const heads = [
        `GET /v1/models HTTP/1.1\r\nhost: a\r\nhost: b\r\nauthorization: Bearer ${attacker.keys.attacker}\r\n\r\n`,
        attacker.head('POST', '/v1/responses', { 'content-length': '5', 'transfer-encoding': 'chunked' }) +
          `0\r\n\r\n${smuggled}`,
        attacker.head('POST', '/v1/responses', { 'content-length': '-1' }) + smuggled,
        attacker.head('POST', '/v1/responses', { 'transfer-encoding': 'chunked, identity' }) + `0\r\n\r\n${smuggled}`,
      ];
      return attacker.repeat(20, async (at) => {
        const socket = attacker.openSocket();
        await socket.write(heads[at % heads.length]);
        const status = await Promise.race([socket.firstStatus(), attacker.end().then(() => 'unfinished')]);
        attacker.saw(status);
        if (status === 200) attacker.fault(`request ${at % heads.length} has status 200`);
        socket.destroy();
      });
    },
  },
]);
