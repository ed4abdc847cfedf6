import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { decompressBody } from '#src/http/body/decompress-body.js';

const text = Buffer.from('{"model":"demo"}');

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['GZIP', gzipSync(text)],
    ['identity', text],
    [undefined, text],
  ])('in %s is unpacked', async (coding, body) => {
    expect(await decompressBody(body, coding, 1000)).toEqual(text);
  });

  it('that unfolds beyond the limit is too large', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    await expect(decompressBody(bomb, 'gzip', 999_999)).rejects.toMatchObject({ code: 'too-large' });
    expect((await decompressBody(bomb, 'gzip', 1_000_000)).length).toBe(1_000_000);
  });

  it("rejects a corrupt one or an unknown coding by the header's name", async () => {
    await expect(decompressBody(text, 'gzip', 1000)).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'content-encoding',
    });
    await expect(decompressBody(text, 'gzip, br', 1000)).rejects.toMatchObject({
      code: 'unsupported-media-type',
      param: 'content-encoding',
    });
    await expect(decompressBody(text, 'constructor', 1000)).rejects.toMatchObject({ code: 'unsupported-media-type' });
  });
});
