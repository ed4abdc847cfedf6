import { readSseJson } from '@org/protocol/sse';
import type { OpenAnswer } from './answer-head.js';
import { ApiError, StreamError } from './api-error.js';
import { eventOf } from './event-of.js';
import { readChunks, type ReadLimits } from './read-chunks.js';

/**
 * The events of one connection. Throws ApiError for what the service reports as an error, the reason of the signal when it is
 * aborted, and StreamError when the connection breaks off, holds what is no event, or is silent for too long.
 */
export async function* readEvents({ body, head }: OpenAnswer, limits: ReadLimits): AsyncGenerator<{ readonly type: string }, void, undefined> {
  if (body === null) throw new StreamError('The answer has no body.');
  try {
    for await (const event of readSseJson(readChunks(body, limits))) {
      yield eventOf(event, head.headers);
    }
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (cause instanceof ApiError || cause instanceof StreamError) throw cause;
    throw new StreamError('The stream broke off.', { cause });
  }
}
