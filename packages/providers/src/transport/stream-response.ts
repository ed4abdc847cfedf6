import {
  YieldTimer,
  cancelled,
  type EngineError,
  type GenerationEvent,
  type RunContext,
  type ToolDefinition,
} from '@org/engine';
import type { ResponseDecoder, EmitEvent } from './response-decoder.js';
import { incompleteStreamError } from './incomplete-stream-error.js';
import { refusedSchema } from '../errors/rejected-schema.js';
import { namingModel } from '../errors/missing-ability.js';
import { pauseBeforeRetry, retryDelay } from '../errors/retry-delay.js';
import type { UpstreamClient } from './upstream-client.js';
import type { UpstreamCallFailure } from './upstream-call.js';

/** One request on its way to an answer: what to send, how to read what comes back, and what to change where the upstream rejects it. */
export interface PendingRequest {
  /** The model as the client named it. */
  readonly model: string;
  /** The tools that it offers, as the client has described them. */
  readonly tools: readonly ToolDefinition[];
  /** Below the base of the upstream. */
  readonly path: string;
  /** Headers of this request alone. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the answer is asked for in one JSON document and not as a stream. Default false. */
  readonly nonStreaming?: boolean;
  /** The body to send. */
  body(): object;
  createDecoder(emit: EmitEvent): ResponseDecoder;
  /** Changes the request after `error`. True when it is worth another attempt: the upstream has done no work yet. */
  patch(error: EngineError): boolean;
  /** Its answer began: the upstream takes it as it was sent. */
  accepted(): void;
  /** How the client is told of a failure. Absent: as it is. */
  toClientError?(error: EngineError): EngineError;
}

/**
 * Sends a request and yields the events of its answer. What failed before the first event is sent again, at most
 * `retries` times. What met a connection that the upstream was just closing is so also without retries, if it is the first to fail, and without a look at
 * the budget: such an end comes with every kept connection and says nothing about how the upstream is. What failed after the first event is
 * thrown, and so is what `prepare` throws. An abort of the context's signal ends it in every phase.
 */
export async function* streamResponse(
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
  budget.earn();
  let retried = 0;
  let overNew = false;
  for (;;) {
    const call = await client.post(pending, context, overNew);
    const stop = (): void => call.stop(cancelled);
    signal.addEventListener('abort', stop, { once: true });
    // A signal that aborted just before says so nowhere else.
    if (signal.aborted) stop();
    let delivered = false;
    try {
      // Events that came before a failure are delivered before it is thrown.
      for (let events = await call.next(); events.length > 0; events = await call.next()) {
        for (const event of events) {
          if (signal.aborted) {
            // Nothing more is delivered but what it has cost.
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
    if (delivered) throw toClientError(pending, failure);
    if (failure.kind === 'stale' && retried === 0) {
      overNew = true;
      retried += 1;
      continue;
    }
    if (pending.patch(failure.error)) continue;
    const delay = retried < retries ? retryDelay(failure) : undefined;
    if (delay === undefined || !budget.spend()) throw toClientError(pending, failure);
    retried += 1;
    await pauseBeforeRetry(delay, signal);
  }
}

function toClientError(pending: PendingRequest, { error }: UpstreamCallFailure): EngineError {
  return refusedSchema(error, pending.tools) ?? namingModel(pending.toClientError?.(error) ?? error, pending.model);
}
