import { readSseJson } from '@org/protocol/sse';
import type { OpenAnswer } from './answer-head.js';
import { ApiError, StreamError } from './api-error.js';
import { readChunks, type ReadLimits } from './read-chunks.js';

/**
 * The events of one connection. Throws ApiError for what the service reports as an error, the reason of the signal when it is
 * aborted, and StreamError when the connection breaks off, holds what is no event, or is silent for too long.
 */
export async function* readEvents({ body, head }: OpenAnswer, limits: ReadLimits): AsyncGenerator<{ readonly type: string }, void, undefined> {
  if (body === null) throw new StreamError('The answer has no body.');
  try {
    for await (const event of readSseJson(readChunks(body, limits))) {
      if (isError(event)) throw new ApiError(statusOf(event), head.headers, event);
      if (!hasType(event)) throw new StreamError('What the service sent is no event.');
      yield event;
    }
  } catch (cause) {
    limits.signal?.throwIfAborted();
    if (cause instanceof ApiError || cause instanceof StreamError) throw cause;
    throw new StreamError('The stream broke off.', { cause });
  }
}

function hasType(event: unknown): event is { readonly type: string } {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}

interface ErrorEvent {
  readonly status?: unknown;
}

/** An `error` event, or what llama.cpp and others send in its place: an error without a type. */
function isError(event: unknown): event is ErrorEvent {
  if (typeof event !== 'object' || event === null) return false;
  return 'type' in event ? event.type === 'error' : 'error' in event;
}

/** The status that the event names; most name none. */
function statusOf({ status }: ErrorEvent): number | undefined {
  return typeof status === 'number' ? status : undefined;
}
