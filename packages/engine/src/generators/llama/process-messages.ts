import { EngineError, errorCodes, type ErrorCode } from '../../errors/engine-error.js';
import type { GenerationEvent } from '../../model/generation-event.js';
import type { GenerationRequest } from '../../model/generation-request.js';

/** How the model is loaded. Every value is a setting of the installation, none comes from a request. */
export interface RuntimeSettings {
  readonly modelPath: string;
  /** Tokens of prompt and answer together. */
  readonly contextLength: number;
  readonly slots: number;
  readonly threads: number;
  readonly gpu: boolean;
  /** Used when a request names no temperature. */
  readonly defaultTemperature: number;
}

/** What the service asks of the model process. */
export type ToWorker =
  | { readonly type: 'load'; readonly settings: RuntimeSettings }
  | { readonly type: 'generate'; readonly id: number; readonly owner: string; readonly request: GenerationRequest }
  | { readonly type: 'count'; readonly id: number; readonly owner: string; readonly request: GenerationRequest }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'ping' };

/**
 * What the model process answers. Every `generate` and `count` is ended by exactly one `done`, `counted` or `failed`;
 * from then on the process holds nothing for that id.
 */
export type FromWorker =
  | { readonly type: 'ready' }
  | { readonly type: 'load-failed'; readonly reason: string; readonly stack?: string }
  | { readonly type: 'pong' }
  | { readonly type: 'replies'; readonly replies: readonly WorkerReply[] };

export type WorkerReply =
  | { readonly type: 'events'; readonly id: number; readonly events: readonly GenerationEvent[] }
  | { readonly type: 'done'; readonly id: number }
  | { readonly type: 'counted'; readonly id: number; readonly tokens: number }
  | { readonly type: 'failed'; readonly id: number; readonly failure: Failure };

/** An EngineError on its way between processes. `reason` is for the log only. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly retryAfter?: number;
  readonly retryable?: boolean;
  readonly byModel?: boolean;
  readonly reason?: string;
}

export function toFailure(error: EngineError): Failure {
  return {
    code: error.code,
    message: error.message,
    ...(error.param === undefined ? {} : { param: error.param }),
    ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    ...(error.retryable === undefined ? {} : { retryable: error.retryable }),
    ...(error.byModel ? { byModel: true } : {}),
    ...(error.cause === undefined ? {} : { reason: describe(error.cause) }),
  };
}

export function fromFailure(failure: Failure): EngineError {
  const code = errorCodes.includes(failure.code) ? failure.code : 'internal';
  return new EngineError(code, failure.message, {
    ...(failure.param === undefined ? {} : { param: failure.param }),
    ...(failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter }),
    ...(failure.retryable === undefined ? {} : { retryable: failure.retryable }),
    ...(failure.byModel === undefined ? {} : { byModel: failure.byModel }),
    ...(failure.reason === undefined ? {} : { cause: failure.reason }),
  });
}

function describe(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
