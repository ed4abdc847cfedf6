import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The encodings that {@link readBounded} unpacks, for the header `accept-encoding`. */
export const acceptedEncodings = 'gzip, deflate, br';

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/**
 * The unpacked bytes of a response. It counts what arrives after unpacking, whatever the response declares, and stops
 * at the first byte too many. `unsupported-encoding`: it cannot unpack them.
 */
export async function readBounded(
  body: Readable,
  encoding: string,
  maxBytes: number,
): Promise<Buffer | 'too-large' | 'unsupported-encoding'> {
  const content = decoded(body, encoding.trim().toLowerCase());
  if (content === undefined) {
    discard(body);
    return 'unsupported-encoding';
  }
  const chunks: Buffer[] = [];
  let length = 0;
  const received: AsyncIterable<Buffer> = content;
  for await (const chunk of received) {
    length += chunk.length;
    if (length > maxBytes) {
      discard(body);
      return 'too-large';
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

/** Ends a body that is not read. */
export function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

function decoded(body: Readable, encoding: string): Readable | undefined {
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = decoders[encoding]?.();
  // Errors of both streams arrive at the reader of the last one.
  return decoder === undefined ? undefined : pipeline(body, decoder, () => undefined);
}
