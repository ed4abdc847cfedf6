import type { EngineError, GenerationEvent } from '@org/engine';
import { incompleteStreamError } from '../transport/incomplete-stream-error.js';
import type { StreamPartDecoder } from './stream-part-decoder.js';
import type { CallLimits } from './call-limits.js';
import type { StreamPart } from './language-model.js';
import { readCallError, type CallFailure } from './model-error.js';

/** Maximum time for the connection to end after the response, in milliseconds, before it is closed instead of reused. */
const closeGraceMs = 500;

export interface ModelCallOptions {
  readonly open: (signal: AbortSignal) => Promise<ReadableStream<StreamPart>>;
  readonly createDecoder: (emit: (event: GenerationEvent) => void) => StreamPartDecoder;
  readonly limits: CallLimits;
}

/** How a call ended: completely, or with a failure before or after the first event. */
export type CallEnd = { readonly delivered: boolean; readonly failure: CallFailure } | undefined;

/**
 * Calls a model once: yields the events of its response and returns its failure, if any. It ends in time even if the
 * package ignores its signal, and leaves nothing open.
 */
export async function* callModel({
  open,
  createDecoder,
  limits,
}: ModelCallOptions): AsyncGenerator<GenerationEvent, CallEnd> {
  const events: GenerationEvent[] = [];
  const decoder = createDecoder((event) => events.push(event));
  let delivered = false;
  let reader: ReadableStreamDefaultReader<StreamPart> | undefined;
  const failed = (failure: CallFailure): CallEnd => ({
    delivered,
    failure: limits.failure === undefined ? failure : { kind: 'broken', error: limits.failure },
  });
  try {
    try {
      reader = (await openInTime(open, limits)).getReader();
    } catch (thrown) {
      return failed(readCallError(thrown));
    }
    const cancel = (): void => void reader?.cancel(limits.failure).catch(() => undefined);
    limits.signal.addEventListener('abort', cancel, { once: true });
    while (!decoder.done) {
      let failure: EngineError | undefined;
      try {
        limits.waits();
        const { done, value } = await reader.read();
        limits.onEvent();
        if (limits.failure !== undefined || done) return failed(broken(incompleteStreamError()));
        decoder.push(value);
      } catch (thrown) {
        failure = readCallError(thrown).error;
      }
      if (decoder.started) limits.started();
      for (const event of events.splice(0)) {
        if (limits.failure !== undefined) return failed(broken(limits.failure));
        delivered = true;
        yield event;
      }
      if (failure !== undefined) return failed(broken(failure));
    }
    return undefined;
  } finally {
    if (decoder.done && reader !== undefined && limits.failure === undefined) void drain(reader, limits);
    else {
      void reader?.cancel().catch(() => undefined);
      limits.end();
    }
  }
}

/** Returns the stream or the failure that arrives first. A stream that arrives later is closed unread. */
async function openInTime(open: ModelCallOptions['open'], { signal }: CallLimits): Promise<ReadableStream<StreamPart>> {
  const opening = open(signal);
  const stopped = Promise.withResolvers<never>();
  const stop = (): void => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([opening, stopped.promise]);
  } catch (thrown) {
    opening.then((stream) => stream.cancel()).catch(() => undefined);
    throw thrown;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The response is complete. Only the end of the body can follow, after which its connection is reusable. */
async function drain(reader: ReadableStreamDefaultReader<StreamPart>, limits: CallLimits): Promise<void> {
  const timer = setTimeout(() => limits.end(), closeGraceMs).unref();
  try {
    while (!(await reader.read()).done);
  } catch {
    // The caller does not wait for this.
  } finally {
    clearTimeout(timer);
    limits.end();
  }
}

function broken(error: EngineError): CallFailure {
  return { kind: 'broken', error };
}
