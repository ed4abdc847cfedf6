import { readSseJson } from '@org/protocol/sse';
import { ApiError, StreamError } from '../api-error.js';
import { readChunks, type ReadLimits } from '../transport/read-chunks.js';
import type { OpenResponse } from './response-metadata.js';
import { announcesFailure, errorIn, eventOf, noEvent } from './event-of.js';
import { mediaTypeOf } from './media-type-of.js';
import { notTheWanted } from './not-the-wanted.js';

const eventStream = 'text/event-stream';

/**
 * The events of one connection. An error is not among them where the response that failed comes behind it, which says the same and has what there is of the
 * response. Throws ApiError for any other that the service reports, the reason of the signal when it is aborted, and StreamError when the
 * connection breaks off, holds what is no event, is no stream at all, or is silent for too long.
 */
export async function* readEvents(
  { body, head }: OpenResponse,
  limits: ReadLimits,
): AsyncGenerator<{ readonly type: string }, void, undefined> {
  if (body === null) throw new StreamError('The response has no body.');
  let announced: ApiError | undefined;
  let empty = true;
  try {
    for await (const value of readSseJson(readChunks(body, limits))) {
      empty = false;
      if (announced !== undefined && !isFailed(value)) break;
      announced = announcesFailure(value) ? errorIn(value, head.headers) : undefined;
      if (announced === undefined) yield eventOf(value, head.headers);
    }
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (announced === undefined) {
      if (cause instanceof ApiError || cause instanceof StreamError) throw cause;
      throw new StreamError(
        cause instanceof SyntaxError ? noEvent : 'The connection closed before the stream was complete.',
        { cause },
      );
    }
  }
  if (announced !== undefined) throw announced;
  // Servers of other make may call a stream something else, so what comes counts, not what it is called.
  if (empty && (mediaTypeOf(head.headers) ?? eventStream) !== eventStream)
    throw new StreamError(notTheWanted('a stream of events', eventStream, head.headers));
}

function isFailed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'response.failed';
}
