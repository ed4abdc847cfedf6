import { StreamError } from '../api-error.js';
import type { FetchedBody } from './fetch.js';
import { readChunks, type ReadLimits } from './read-chunks.js';

/**
 * The bytes of a body, which are all that its headers promise. Leaving the loop closes the connection. Throws StreamError when the body
 * breaks off or is silent for too long, and the reason of the signal when it is aborted.
 */
export async function* readBytes(
  body: FetchedBody,
  limits: ReadLimits,
  headers: Headers,
): AsyncGenerator<Uint8Array, void, undefined> {
  // A compressed body is longer than its content-length after decoding.
  const promised = headers.get('content-encoding') === null ? headers.get('content-length') : null;
  let length = 0;
  try {
    for await (const chunk of readChunks(body, limits)) {
      length += chunk.length;
      yield chunk;
    }
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (cause instanceof StreamError) throw cause;
    throw new StreamError('The connection closed before the response was complete.', { cause });
  }
  if (promised !== null && Number(promised) !== length)
    throw new StreamError('The connection closed before the response was complete.');
}
