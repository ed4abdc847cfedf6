import { readSse, sseDone } from '@org/protocol/sse';
import { ApiError, StreamError } from './api-error.js';

/**
 * The events of one connection. Throws ApiError for what the service reports as an error, and StreamError when the connection
 * breaks off, holds no events, or is silent for `idleMs` milliseconds.
 */
export async function* readEvents(response: Response, idleMs: number): AsyncGenerator<unknown, void, undefined> {
  if (response.body === null) throw new StreamError('The answer has no body.');
  try {
    for await (const { data } of readSse(chunksOf(response.body, idleMs))) {
      if (data === sseDone) continue;
      const event: unknown = JSON.parse(data);
      if (isErrorEvent(event)) throw new ApiError(statusOf(event), response.headers, event);
      yield event;
    }
  } catch (cause) {
    if (cause instanceof ApiError || cause instanceof StreamError) throw cause;
    throw new StreamError('The stream broke off.', { cause });
  }
}

/** Closes the connection when it is left, and when nothing came for too long. */
async function* chunksOf(body: ReadableStream<Uint8Array>, idleMs: number): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(idleMs, reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StreamError(`The service was silent for ${milliseconds} ms.`)), milliseconds);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}

interface ErrorEvent {
  readonly type: 'error';
  readonly status?: unknown;
}

function isErrorEvent(event: unknown): event is ErrorEvent {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'error';
}

/** An error after the first byte has no HTTP status of its own. */
function statusOf(event: ErrorEvent): number {
  return typeof event.status === 'number' ? event.status : 500;
}
