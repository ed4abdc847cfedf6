import { pipeline, Transform, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { EngineError } from '@org/engine';

const chunkSize = 65_536;

const decoders: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => createGunzip({ chunkSize })],
  ['x-gzip', () => createGunzip({ chunkSize })],
  ['deflate', () => createInflate({ chunkSize })],
  ['br', () => createBrotliDecompress({ chunkSize })],
  ['zstd', () => createZstdDecompress({ chunkSize })],
]);

/** Decoded bytes for each byte that arrived, beyond {@link freeBytes}: JSON compresses to a tenth or a twentieth. */
const maxRatio = 100;
/** Decoded bytes that may have any ratio. */
const freeBytes = 1_048_576;

/** Decodes `content-encoding` as the body arrives. The result fails where it expands to far more than was sent. */
export function decompressBody(body: Readable, coding: string | undefined): Readable {
  const name = coding?.trim().toLowerCase() ?? 'identity';
  if (name === 'identity' || name === '') return body;
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
  // Failures reach the reader through `bounded`.
  return pipeline(body, counter, decoder, bounded, () => undefined);
}
