import {
  YieldTimer,
  cancelled,
  type EngineError,
  type GenerationEvent,
  type RunContext,
  type RunLogFields,
  type ToolDefinition,
} from '@org/engine';
import type { ResponseDecoder, EmitEvent } from './response-decoder.js';
import { incompleteStreamError } from './incomplete-stream-error.js';
import type { ErrorForwarder } from '../errors/error-forwarder.js';
import { pauseBeforeRetry, retryDelay } from '../errors/retry-delay.js';
import type { UpstreamClient } from './upstream-client.js';
import type { UpstreamCallFailure } from './upstream-call.js';

/** One request in progress: what to send, how to decode the response, and what to change when the upstream rejects it. */
export interface PendingRequest {
  /** The model as the client named it. */
  readonly model: string;
  /** The tools that it offers, as the client has described them. */
  readonly tools: readonly ToolDefinition[];
  /** Below the base of the upstream. */
  readonly path: string;
  /** Headers of this request alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether to request a JSON document instead of a stream. Default false. */
  readonly nonStreaming?: boolean;
  /** The body to send. */
  body(): object;
  /** `errors` cleans what clients see of the upstream's own text. */
  createDecoder(emit: EmitEvent, errors: ErrorForwarder): ResponseDecoder;
  /**
   * Changes the request after `error`, and records how in `logFields`. True when it is worth another attempt: the
   * upstream has done no work yet.
   */
  patch(error: EngineError, logFields?: RunLogFields): boolean;
  /** Called when the response starts: the upstream accepts the request as sent. */
  accepted(): void;
  /** Maps a failure to the client's error. Absent: unchanged. */
  toClientError?(error: EngineError, errors: ErrorForwarder): EngineError;
}

/**
 * Sends a request and yields the events of its response. After a rejection that `patch` can fix, it sends the patched
 * request at once, without using up a retry or the budget. Any other failure before the first event is retried at most
 * `retries` times. A request on a connection that the upstream was just closing is also retried without retries, if
 * it fails first, and without the budget: any reused connection can end so, which does not depend on the upstream's
 * state. A failure after the first event is thrown, and so is an error of `prepare`. An abort of the context's signal
 * ends it in every phase.
 */
export async function* streamWithRetries(
  client: UpstreamClient,
  prepare: () => PendingRequest,
  context: RunContext,
  retries: number,
): AsyncGenerator<GenerationEvent> {
  const { signal } = context;
  const yieldTimer = new YieldTimer();
  const pending = prepare();
  if (yieldTimer.due) await yieldTimer.yieldToEventLoop();
  const { budget } = client;
  budget.deposit();
  let retried = 0;
  let overNew = false;
  for (;;) {
    const call = await client.post(pending, context, overNew);
    const stop = (): void => call.stop(cancelled);
    signal.addEventListener('abort', stop, { once: true });
    // A signal that is already aborted fires no event.
    if (signal.aborted) stop();
    let delivered = false;
    try {
      // Events that came before a failure are delivered before it is thrown.
      for (let events = await call.next(); events.length > 0; events = await call.next()) {
        for (const event of events) {
          if (signal.aborted) {
            // Only usage is delivered from now on.
            if (delivered && event.type !== 'generation-start' && 'usage' in event)
              yield { type: 'generation-usage', usage: event.usage };
            continue;
          }
          if (!delivered) pending.accepted();
          delivered = true;
          yield event;
          if (event.type === 'generation-end') return;
        }
      }
    } finally {
      signal.removeEventListener('abort', stop);
      stop();
    }
    if (signal.aborted) throw cancelled();
    const { failure } = call;
    if (failure === undefined) throw incompleteStreamError();
    if (delivered) throw toClientError(pending, failure, client);
    if (failure.kind === 'stale' && retried === 0) {
      overNew = true;
      retried += 1;
      continue;
    }
    if (pending.patch(failure.error, context.logFields)) continue;
    const delay = retried < retries ? retryDelay(failure) : undefined;
    if (delay === undefined || !budget.withdraw()) throw toClientError(pending, failure, client);
    retried += 1;
    await pauseBeforeRetry(delay, signal);
  }
}

function toClientError(pending: PendingRequest, { error }: UpstreamCallFailure, client: UpstreamClient): EngineError {
  return pending.toClientError?.(error, client.errors) ?? error;
}
