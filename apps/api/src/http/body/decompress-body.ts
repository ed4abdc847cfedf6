import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { EngineError } from '@org/engine';

type Decompress = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const codings: ReadonlyMap<string, Decompress> = new Map<string, Decompress>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/** Decodes `content-encoding`. `limit` bounds the decoded bytes, so a small body cannot expand to a huge one. */
export async function decompressBody(body: Buffer, coding: string | undefined, limit: number): Promise<Buffer> {
  const name = coding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity' || name === '') return body;
  const decompress = codings.get(name);
  if (decompress === undefined) {
    throw new EngineError(
      'unsupported-media-type',
      `content-encoding: must be one of gzip, deflate, br, zstd or identity.`,
      { param: 'content-encoding' },
    );
  }
  try {
    return await decompress(body, { maxOutputLength: limit });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new EngineError('too-large', `The body is larger than ${limit} bytes after decoding.`);
    }
    throw new EngineError('invalid-request', `The body is not valid ${name} data.`, { param: 'content-encoding' });
  }
}
