import { Transform, type Readable } from 'node:stream';

/** Counts the bytes of `body`: `count` receives the total after each chunk, and ends the body by throwing. */
export function countBody(body: Readable, count: (bytes: number) => void): Readable {
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length;
      try {
        count(bytes);
        next(null, chunk);
      } catch (thrown) {
        next(thrown instanceof Error ? thrown : new Error(String(thrown)));
      }
    },
  });
  body.once('error', (error) => counted.destroy(error));
  return body.pipe(counted);
}
