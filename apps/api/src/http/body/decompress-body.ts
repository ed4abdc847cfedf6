import { pipeline, Transform, type Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { EngineError } from '@org/engine';

const chunkSize = 65_536;
/** A decoder has to support a window of 8 MiB (RFC 8878, section 3.1.1.1.2); a sender may request 2 GiB. */
const zstdParams = { [constants.ZSTD_d_windowLogMax]: 23 };

const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => createGunzip({ chunkSize })],
  ['x-gzip', () => createGunzip({ chunkSize })],
  ['deflate', () => createInflate({ chunkSize })],
  ['br', () => createBrotliDecompress({ chunkSize })],
  ['zstd', () => createZstdDecompress({ chunkSize, params: zstdParams })],
]);

/** Decoded bytes for each byte that arrived, beyond {@link freeBytes}: JSON compresses to a tenth or a twentieth. */
const maxRatio = 100;
/** Decoded bytes that may have any ratio. */
const freeBytes = 1_048_576;

/** Whether a body of this `content-encoding` is decoded. */
export function isCompressed(coding: string | undefined): boolean {
  const name = coding?.trim().toLowerCase() ?? '';
  return name !== '' && name !== 'identity';
}

/** The maximum bytes that a compressed body of `length` bytes may have after decoding. */
export function maxDecodedBytes(length: number): number {
  return Math.max(freeBytes, length * maxRatio);
}

/**
 * Decodes `content-encoding` as the body arrives. The result fails where it expands to far more than was sent. A reader
 * that stops early destroys it: that ends the decoder, and leaves the connection open for the response.
 */
export function decompressBody(body: Readable, coding: string | undefined): Readable {
  if (!isCompressed(coding)) return body;
  const name = String(coding).trim().toLowerCase();
  const decoder = decoders.get(name)?.();
  if (decoder === undefined) {
    throw new EngineError(
      'unsupported-media-type',
      `content-encoding: must be one of gzip, deflate, br, zstd or identity.`,
      { param: 'content-encoding' },
    );
  }
  let sent = 0;
  let decoded = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _, next) {
      sent += chunk.length;
      next(null, chunk);
    },
  });
  const bounded = new Transform({
    transform(chunk: Buffer, _, next) {
      decoded += chunk.length;
      if (decoded <= freeBytes || decoded <= sent * maxRatio) next(null, chunk);
      else
        next(new EngineError('too-large', `The body expands to more than ${maxRatio} times the bytes that were sent.`));
    },
  });
  decoder.once('error', () =>
    bounded.destroy(
      new EngineError('invalid-request', `The body is not valid ${name} data.`, { param: 'content-encoding' }),
    ),
  );
  // The connection outlives a body that cannot be decoded, so that the client receives the error: a pipeline from the
  // body would destroy it.
  body.pipe(counter);
  body.once('error', (error) => counter.destroy(error));
  body.once('close', () => {
    if (!body.readableEnded) counter.destroy(new Error('The client left.'));
  });
  // Failures reach the reader through `bounded`.
  return pipeline(counter, decoder, bounded, () => body.unpipe(counter));
}
