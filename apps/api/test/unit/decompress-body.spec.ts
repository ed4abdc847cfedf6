import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { decompressBody } from '#src/http/body/decompress-body.js';

const text = Buffer.from('{"model":"demo"}');

async function decoded(body: Buffer, coding?: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of decompressBody(Readable.from([body]), coding)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['GZIP', gzipSync(text)],
    ['identity', text],
    [undefined, text],
  ])('in %s is decoded', async (coding, body) => {
    expect(await decoded(body, coding)).toEqual(text);
  });

  it('is too large where it expands to more than 100 times what was sent', async () => {
    await expect(decoded(gzipSync(Buffer.alloc(2_000_000)), 'gzip')).rejects.toMatchObject({
      code: 'too-large',
      message: 'The body expands to more than 100 times the bytes that were sent.',
    });
    expect(await decoded(gzipSync(Buffer.alloc(1_000_000)), 'gzip')).toHaveLength(1_000_000);
  });

  it('is decoded no further when its reader stops, and its connection stays open', async () => {
    const body = new PassThrough();
    const reader = decompressBody(body, 'gzip');
    body.write(gzipSync(text));
    await once(reader, 'data');
    reader.destroy();
    await once(reader, 'close');
    body.write(gzipSync(Buffer.alloc(1_000_000)));
    expect(body.destroyed).toBe(false);
    expect(body.readableFlowing).toBe(false);
  });

  it("rejects a corrupt one or an unknown coding by the header's name", async () => {
    await expect(decoded(text, 'gzip')).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'content-encoding',
    });
    await expect(decoded(gzipSync(text).subarray(0, -4), 'gzip')).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'content-encoding',
    });
    await expect(decoded(text, 'gzip, br')).rejects.toMatchObject({
      code: 'unsupported-media-type',
      param: 'content-encoding',
    });
    await expect(decoded(text, 'constructor')).rejects.toMatchObject({ code: 'unsupported-media-type' });
  });
});
