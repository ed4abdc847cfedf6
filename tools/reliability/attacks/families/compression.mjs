// Compressed bodies that become large, or never end.
import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { attacksOf } from '../attack.mjs';
import { largeBytes, requestOf } from '../body-shapes/request-of.mjs';

const megabyte = 1_048_576;
const withText = (text) => Buffer.from(requestOf('responses', 'fast', { content: JSON.stringify(text) }));
const spaces = () => Buffer.from(`{"model":"fast","input":"Hello."${' '.repeat(largeBytes)}}`);
const compressed = (content, coding) => ({ path: '/v1/responses', content, headers: { 'content-encoding': coding } });

/** One body in many copies. */
const copies = (name, claim, number, width, callOf) => ({
  name,
  claim,
  prepare: callOf,
  run: (attacker, call) => attacker.flood(attacker.count(number), width, () => call),
});

/** Below the ratio that the service accepts, so it is unpacked completely. */
const accepted = (text) => gzipSync(withText(text), { level: 9, strategy: constants.Z_HUFFMAN_ONLY });

export const attacks = attacksOf('compression', [
  copies('gzip-bodies', 'sends gzip bodies of 32 KB that are 33 MB unpacked, all at once', 120, 1_200, () =>
    compressed(gzipSync(withText('a'.repeat(largeBytes - 1_024)), { level: 9 }), 'gzip'),
  ),
  copies('gzip-within-ratio', 'sends gzip bodies of 4 MB that are 32 MB unpacked, all at once', 24, 240, () =>
    compressed(accepted('a'.repeat(largeBytes - 1_024)), 'gzip'),
  ),
  {
    name: 'gzip-white-space',
    claim: 'sends 33 MB of white space in gzip, again and again',
    prepare: () => compressed(gzipSync(spaces(), { level: 9 }), 'gzip'),
    run: (attacker, call) => attacker.repeat(attacker.count(1, 8), () => attacker.send(call)),
  },
  {
    name: 'gzip-white-space-accepted',
    claim: 'sends 32 MB of white space in gzip that is accepted, again and again',
    prepare: () => compressed(gzipSync(spaces(), { strategy: constants.Z_HUFFMAN_ONLY }), 'gzip'),
    run: (attacker, call) => attacker.repeat(attacker.count(1, 8), () => attacker.send(call)),
  },
  copies('brotli-bodies', 'sends brotli bodies of 50 bytes that are 100 MB unpacked', 120, 400, () =>
    compressed(
      brotliCompressSync(Buffer.alloc(100 * megabyte, 32), { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      'br',
    ),
  ),
  copies('zstd-bodies', 'sends zstd bodies of 10 KB that are 100 MB unpacked', 120, 400, () =>
    compressed(zstdCompressSync(Buffer.alloc(100 * megabyte, 32)), 'zstd'),
  ),
  copies('zstd-long-window', 'sends zstd bodies that need a window of 128 MB', 60, 200, () =>
    compressed(
      zstdCompressSync(randomBytes(20 * megabyte), {
        params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_enableLongDistanceMatching]: 1 },
      }),
      'zstd',
    ),
  ),
  copies('deflate-bodies', 'sends deflate bodies of 100 KB that are 100 MB unpacked', 120, 400, () =>
    compressed(deflateSync(Buffer.alloc(100 * megabyte, 32)), 'deflate'),
  ),
  copies('nested-codings', 'sends gzip in gzip in gzip', 60, 200, () =>
    compressed(gzipSync(gzipSync(gzipSync(Buffer.alloc(100 * megabyte, 32)))), 'gzip, gzip, gzip'),
  ),
  copies('truncated-gzip', 'sends the first half of gzip bodies', 60, 200, () => {
    const body = accepted('a'.repeat(8 * megabyte));
    return compressed(body.subarray(0, body.length / 2), 'gzip');
  }),
  copies('gzip-members', 'sends gzip bodies of 30,000 members', 12, 50, () =>
    compressed(Buffer.concat(Array.from({ length: 30_000 }, () => gzipSync(' '.repeat(1_000)))), 'gzip'),
  ),
  copies('wrong-coding', 'sends 32 MB as gzip that is not', 12, 50, () =>
    compressed(Buffer.alloc(largeBytes, 1), 'gzip'),
  ),
  {
    name: 'endless-gzip',
    claim: 'sends gzip bodies without an end, in chunks',
    async run(attacker) {
      const member = gzipSync(Buffer.alloc(megabyte, 32), { level: 9 });
      const chunk = Buffer.concat([Buffer.from(`${member.length.toString(16)}\r\n`), member, Buffer.from('\r\n')]);
      await attacker.repeat(attacker.count(4, 40), async () => {
        const socket = attacker.openSocket();
        const headers = {
          'content-type': 'application/json',
          'content-encoding': 'gzip',
          'transfer-encoding': 'chunked',
        };
        await socket.write(attacker.head('POST', '/v1/responses', headers));
        while (socket.isOpen && socket.statuses.length === 0) await socket.write(chunk);
        attacker.saw(await socket.firstStatus());
        socket.destroy();
      });
    },
  },
  {
    name: 'gzip-then-silence',
    claim: 'announces gzip bodies of 32 MB, and sends a part',
    prepare: () => accepted('a'.repeat(largeBytes - 1_024)),
    run: async (attacker, body) => {
      await holdPart(attacker, attacker.count(12, 400), body, { 'content-encoding': 'gzip' });
    },
  },
  {
    name: 'body-then-silence',
    claim: 'announces bodies of 32 MB, and sends all but the last byte',
    run: (attacker) => holdPart(attacker, attacker.count(12, 120), spaces(), {}),
  },
]);

/** Sends all but the last bytes of a body on each of many connections. */
async function holdPart(attacker, count, body, headers) {
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = attacker.openSocket();
      const all = { 'content-type': 'application/json', 'content-length': String(body.length), ...headers };
      await socket.write(attacker.head('POST', '/v1/responses', all));
      await socket.write(body.subarray(0, body.length - 100));
      await Promise.race([socket.closed, attacker.end()]);
      attacker.saw(socket.statuses[0] ?? (socket.isOpen ? 'held' : 'closed'));
    }),
  );
}
