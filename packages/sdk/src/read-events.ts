import { readSse, sseDone } from '@org/protocol/sse';
import type { OpenAnswer } from './answer-head.js';
import { ApiError, StreamError } from './api-error.js';
import { readChunks, type ReadLimits } from './read-chunks.js';

/**
 * The events of one connection. Throws ApiError for what the service reports as an error, the reason of the signal when it is
 * aborted, and StreamError when the connection breaks off, holds no events, or is silent for too long.
 */
export async function* readEvents({ body, head }: OpenAnswer, limits: ReadLimits): AsyncGenerator<unknown, void, undefined> {
  if (body === null) throw new StreamError('The answer has no body.');
  try {
    for await (const { data } of readSse(readChunks(body, limits))) {
      if (data === sseDone) continue;
      const event: unknown = JSON.parse(data);
      if (isErrorEvent(event)) throw new ApiError(statusOf(event), head.headers, event);
      yield event;
    }
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (cause instanceof ApiError || cause instanceof StreamError) throw cause;
    throw new StreamError('The stream broke off.', { cause });
  }
}

interface ErrorEvent {
  readonly type: 'error';
  readonly status?: unknown;
}

function isErrorEvent(event: unknown): event is ErrorEvent {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'error';
}

/** The status that the event names; most name none. */
function statusOf({ status }: ErrorEvent): number | undefined {
  return typeof status === 'number' ? status : undefined;
}
