// Invalid bodies: the service rejects each with a 4xx in the error shape of its path, which names the fault.
import { deflateSync, gzipSync } from 'node:zlib';
import { startFuzzedService, type FuzzedService, type Reply } from './fuzzed-service.js';
import { paths, type Path } from './inputs.js';
import { checkReply } from './check-reply.js';
import { Random } from './random.js';

const seed = Number(process.env['FUZZ_SEED'] ?? (process.env['CI'] === 'true' ? 1 : Math.trunc(Date.now() / 1000)));
/** Number of truncations and bit flips per path. */
const runs = 400;
/** Milliseconds. Quadratic work takes minutes for the large bodies here; a busy machine needs a fraction of a second. */
const tooLong = 5_000;

const good: Readonly<Record<Path, string>> = {
  '/v1/messages':
    '{"model":"m","max_tokens":50,"messages":[{"role":"user","content":"Hé \u{1f600}"}],"metadata":{"user_id":"u"}}',
  '/v1/messages/count_tokens': '{"model":"m","messages":[{"role":"user","content":"Hé \u{1f600}"}]}',
  '/v1/responses':
    '{"model":"m","store":false,"input":[{"role":"user","content":"Hé \u{1f600}"}],"metadata":{"k":"v"}}',
  '/v1/responses/input_tokens': '{"model":"m","input":"Hé \u{1f600}"}',
};

let service: FuzzedService;
beforeAll(async () => {
  service = await startFuzzedService();
});
afterAll(() => service.close());

const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe.each(paths)('%s', (path) => {
  async function send(text: string | Buffer, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const reply = await service.send({
      path,
      headers: {
        authorization: service.authorization,
        'content-type': 'application/json',
        'anthropic-version': '2023-06-01',
        ...headers,
      },
      text,
    });
    checkReply(path, reply);
    expect(reply.took).toBeLessThan(tooLong);
    return reply;
  }
  const errorMessageOf = ({ body }: Reply): string =>
    (JSON.parse(body) as { error: { message: string } }).error.message;

  it('accepts the valid body', async () => {
    expect((await send(good[path])).status).toBe(200);
  });

  it.each([
    ['nothing', '', /empty/],
    ['blanks', ' \n\t', /not valid JSON: expected a value/],
    ['a NUL', '\0', /not valid JSON: expected a value at line 1, column 1/],
    ['only a byte order mark', bytes([0xef, 0xbb, 0xbf]), /not valid JSON: expected a value/],
    ['a byte order mark twice', bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], good[path]), /not valid JSON/],
    ['UTF-16', Buffer.from(good[path], 'utf16le'), /UTF-8|not valid JSON/],
    ['a lone continuation byte', bytes('{"model":"', [0x80], '"}'), /not valid UTF-8/],
    ['a truncated sequence', bytes('{"model":"', [0xf0, 0x9f, 0x98], '"}'), /not valid UTF-8/],
    ['an overlong sequence', bytes('{"model":"', [0xc0, 0xaf], '"}'), /not valid UTF-8/],
    ['a surrogate as UTF-8', bytes('{"model":"', [0xed, 0xa0, 0x80], '"}'), /not valid UTF-8/],
    ['Latin-1', Buffer.from('{"model":"caf\u00e9"}', 'latin1'), /not valid UTF-8/],
    ['a form', 'model=m&input=Hi', /not valid JSON: expected a value at line 1, column 1/],
    ['two documents', `${good[path]}\n${good[path]}`, /expected the end of the body at line 2, column 1/],
    ['a trailing comma', good[path].replace(/\}$/, ',}'), /expected a quoted name/],
    ['single quotes', "{'model':'m'}", /expected a quoted name at line 1, column 2/],
    ['a comment', '// hi\n{}', /expected a value/],
    ['NaN', '{"model":NaN}', /expected a value/],
    ['hexadecimal', '{"model":0x10}', /expected "," or "}"/],
    ['a leading zero', '{"model":01}', /expected "," or "}"/],
    ['a raw line feed in a string', '{"model":"a\nb"}', /escape|character/],
    ['a bad escape', '{"model":"\\x41"}', /escape/],
    ['half an escape', '{"model":"\\u12"}', /escape/],
    ['an array', '[]', /object/],
    ['null', 'null', /object/],
    ['a number', '1e999', /object/],
    ['a text', '"{}"', /object/],
    ['arrays 129 deep', '['.repeat(129) + ']'.repeat(129), /deeper than 128/],
    ['arrays 5,000,000 deep', '['.repeat(5_000_000), /deeper than 128/],
    ['objects 100,000 deep', '{"a":'.repeat(100_000), /deeper than 128/],
    ['a million values', `[${'0,'.repeat(1_000_000)}0]`, /more than \d+ values/],
    [
      'a million names',
      `{${Array.from({ length: 300_000 }, (_, at) => `"${at}":0`).join(',')}}`,
      /an object with more than 10000 members/,
    ],
    ['a string that never ends', `{"model":"${'x'.repeat(1_000_000)}`, /expected a closing quote/],
    ['a million backslashes', `{"model":"${'\\'.repeat(1_000_001)}`, /not valid JSON/],
    ['a million digits', `{"model":${'9'.repeat(1_000_000)}}`, /a number of more than 65536 characters/],
  ])('rejects %s with an error that names it', async (_, text, expected) => {
    const reply = await send(text);
    expect(reply.status).toBe(400);
    expect(errorMessageOf(reply)).toMatch(expected);
  });

  it.each([
    'text/plain',
    'text/json',
    'application/jsonl',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
    'json',
    '',
    '*/*',
  ])('rejects the content type %j by its name', async (type) => {
    const reply = await send(good[path], { 'content-type': type });
    expect(reply.status).toBe(415);
    expect(errorMessageOf(reply)).toMatch(/^content-type: /);
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
    'application/json; odata=verbose',
  ])('takes the content type %j', async (type) => {
    expect((await send(good[path], { 'content-type': type })).status).toBe(200);
  });

  it.each([
    ['an unknown coding', 'compress', good[path], 415, /^content-encoding: /],
    ['two codings', 'gzip, br', good[path], 415, /^content-encoding: /],
    ['a coding named like a member of objects', 'constructor', good[path], 415, /^content-encoding: /],
    ['gzip that is none', 'gzip', good[path], 400, /not valid gzip data/],
    ['truncated gzip', 'gzip', gzipSync(good[path]).subarray(0, 40), 400, /not valid gzip data/],
    ['deflate that is none', 'deflate', good[path], 400, /not valid deflate data/],
    ['brotli that is none', 'br', good[path], 400, /not valid br data/],
    ['zstd that is none', 'zstd', good[path], 400, /not valid zstd data/],
    ['gzip under the name of zstd', 'zstd', gzipSync(good[path]), 400, /not valid zstd data/],
    ['deflate of nothing', 'deflate', deflateSync(''), 400, /empty/],
  ])('rejects %s with an error that names it', async (_, coding, text, status, expected) => {
    const reply = await send(text, { 'content-encoding': coding });
    expect(reply.status).toBe(status);
    expect(errorMessageOf(reply)).toMatch(expected);
  });

  it('accepts one byte order mark', async () => {
    expect((await send(bytes([0xef, 0xbb, 0xbf], good[path]))).status).toBe(200);
  });

  it('uses the last of members with one name, at any depth', async () => {
    expect((await send(good[path].replace('{', '{"model":7,"model":"nobody",'))).status).toBe(200);
    const reply = await send(good[path].replace(/\}$/, ',"model":7}'));
    expect(reply.status).toBe(400);
    expect(errorMessageOf(reply)).toMatch(/^model: /);
  });

  it('takes members that could reach a prototype for what they are: members', async () => {
    const reply = await send(
      good[path].replace('{', '{"__proto__":{"stream":"yes","a":1},"constructor":{"prototype":{"a":1}},'),
    );
    expect(reply.status).toBe(200);
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });

  it('rejects every truncation of a valid body and tolerates a flipped byte', async () => {
    const random = new Random(seed, paths.indexOf(path));
    const complete = Buffer.from(good[path]);
    for (let run = 0; run < runs; run += 1) {
      const at = random.below(complete.length);
      expect({ seed, at, status: (await send(complete.subarray(0, at))).status }).toEqual({ seed, at, status: 400 });
      const flipped = Buffer.from(complete);
      flipped[at] = random.below(256);
      await send(flipped);
    }
  });

  it('is not upset by random bytes', async () => {
    const random = new Random(seed, 100 + paths.indexOf(path));
    for (let run = 0; run < runs; run += 1) {
      const reply = await send(Buffer.from(Array.from({ length: random.below(64) }, () => random.below(256))));
      expect(reply.status).toBe(400);
    }
  });
});
