import type { Part } from '../model/part.js';
import type { CapabilityToken, ForwardedError } from './forwarded-error.js';

/** All error codes of the engine. The list is closed: each dialect maps every code to a status and an error body. */
export const errorCodes = [
  'invalid-request',
  'unauthenticated',
  'forbidden',
  'not-found',
  'unknown-model',
  'previous-not-found',
  'method-not-allowed',
  'conflict',
  'too-large',
  'unsupported-media-type',
  'context-overflow',
  'rate-limited',
  'overloaded',
  'unsupported',
  'upstream-failed',
  'upstream-rejected',
  'mcp-server-failed',
  'timed-out',
  'cancelled',
  'internal',
] as const;

/** The code of an {@link EngineError}: one of {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];

/** Optional facts about an {@link EngineError}. */
export interface EngineErrorOptions {
  /**
   * Path of the field at fault, such as `messages.2.content.0.text`. A provider does not know the client's API, so it
   * sets `part` or a path in the neutral request, such as `tools.2.inputSchema`; see `turn/with-request-paths`.
   */
  readonly param?: string | undefined;
  /** The part of the conversation that is at fault. */
  readonly part?: Part | undefined;
  /** Seconds after which a retry may succeed. */
  readonly retryAfter?: number | undefined;
  /** `false`: a retry cannot succeed or would do the work twice. Absent: the code decides. */
  readonly retryable?: boolean | undefined;
  /** `true`: what the model wrote is at fault, not the server that ran it. */
  readonly byModel?: boolean | undefined;
  /** A more specific code of one dialect, such as `thread_unsupported_request`. */
  readonly detail?: string | undefined;
  /** What clients receive of the upstream's error instead of `message`. */
  readonly forwarded?: ForwardedError | undefined;
  /**
   * Returns the upstream's message without secrets, for operators who log it. It may quote the request. A function,
   * because removing secrets takes time.
   */
  readonly upstreamMessage?: (() => string | undefined) | undefined;
  /** The token by which clients detect what is unsupported. */
  readonly capability?: CapabilityToken | undefined;
  /** The upstream's retry and limit headers, by lower-case name, for the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly cause?: unknown;
}

/**
 * A failure that clients can act on. Clients and the log see `message`, so it never holds secrets, prompt text or
 * upstream messages. `cause` holds those, and `forwarded` what clients may see of them.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly retryAfter: number | undefined;
  readonly retryable: boolean | undefined;
  readonly byModel: boolean;
  readonly detail: string | undefined;
  readonly capability: CapabilityToken | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly #options: EngineErrorOptions;

  constructor(code: ErrorCode, message: string, options: EngineErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.param = options.param;
    this.retryAfter = options.retryAfter;
    this.retryable = options.retryable;
    this.byModel = options.byModel === true;
    this.detail = options.detail;
    this.capability = options.capability;
    this.headers = options.headers;
    this.#options = options;
  }

  /** Hidden from code that prints or stores the error, because it holds the client's own text or images. */
  get part(): Part | undefined {
    return this.#options.part;
  }

  /** Hidden in the same way, because the upstream may repeat the client's text in it. */
  get forwarded(): ForwardedError | undefined {
    return this.#options.forwarded;
  }

  /** Hidden in the same way. */
  get upstreamMessage(): string | undefined {
    return this.#options.upstreamMessage?.();
  }

  /** A copy of the error with other properties. */
  with({ message = this.message, ...changes }: EngineErrorOptions & { readonly message?: string }): EngineError {
    return new EngineError(this.code, message, { ...this.#options, ...changes });
  }
}

/** The message of an `internal` error that the service did not foresee: the log has the thrown value. */
export const unforeseenErrorMessage =
  'The service failed to process this request. Its log has the reason under the request id.';

/** Any thrown value as an EngineError; what we did not foresee is `internal` with a constant text. */
export function toEngineError(thrown: unknown): EngineError {
  if (thrown instanceof EngineError) return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return new EngineError('cancelled', 'The request was cancelled.', { cause: thrown });
  }
  return new EngineError('internal', unforeseenErrorMessage, { cause: thrown });
}
