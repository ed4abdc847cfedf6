import { readSseJson } from '@org/protocol/sse';
import { ApiError, StreamError } from '../api-error.js';
import { readChunks, type ReadLimits } from '../transport/read-chunks.js';
import type { OpenResponse } from './response-metadata.js';
import { announcesFailure, errorIn, eventOf, noEvent } from './event-of.js';
import { mediaTypeOf } from './media-type-of.js';
import { unexpectedContentMessage } from './unexpected-content-message.js';

const eventStream = 'text/event-stream';

/**
 * The events of one connection. It omits an error event that the failed response follows, because that response
 * carries the same error and the partial output. Throws ApiError for any other reported error, the reason of the
 * signal when it is aborted, and StreamError when the connection breaks, contains an invalid event, is not a stream,
 * or is idle for too long.
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
  // Other servers may send a stream with another content type, so the content decides instead of the header.
  if (empty && (mediaTypeOf(head.headers) ?? eventStream) !== eventStream)
    throw new StreamError(unexpectedContentMessage('a stream of events', eventStream, head.headers));
}

function isFailed(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'response.failed';
}
