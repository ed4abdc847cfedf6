import { type DialectId, EngineError, type SetMember, type TraceContext, type ShouldRetry } from '@org/engine';
import type { Principal } from './principal.js';
import type { IdempotentWrite } from './idempotent-write.js';
import type { RequestMemory } from './request-memory.js';
import { RequestLog } from './request-log.js';

export interface RequestContextOptions {
  readonly requestId: string;
  readonly dialect: DialectId;
  /** Value of the version header, if present. */
  readonly version?: string | undefined;
  /** What the client's `anthropic-beta` or `openai-beta` header switched on. Default: nothing. */
  readonly betas?: readonly string[];
  /** The trace context of the client. */
  readonly trace?: TraceContext | undefined;
  /** Only for work that has the time to wait for a busy model in the middle of a response. */
  readonly waits?: ShouldRetry;
}

/** One request as the turn pipeline sees it, whatever it came in by: HTTP, a WebSocket, or a batch. */
export class RequestContext implements SetMember {
  setIndex = -1;
  readonly requestId: string;
  readonly dialect: DialectId;
  /** Value of the version header, if present. */
  readonly version: string | undefined;
  /**
   * Values of the client's `anthropic-beta` or `openai-beta` header. Upstreams of that dialect read them; for other
   * models the service warns of those that it does not know.
   */
  readonly betas: readonly string[];
  readonly log = new RequestLog();
  /** Set for work that can wait for a busy model in the middle of a response. */
  readonly waits: ShouldRetry | undefined;
  /** The trace context of the client. */
  trace: TraceContext | undefined;
  /** Set by authentication; a route that is not public is never reached without. */
  principal: Principal | undefined;
  /** The memory that the request has reserved; it is returned when the request is reported. */
  memory: RequestMemory | undefined;
  /** Set where the client sent an idempotency key. */
  idempotentWrite: IdempotentWrite | undefined;
  readonly #abort = new AbortController();
  #running = 0;
  #onIdle: (() => void)[] = [];

  constructor({ requestId, dialect, version, betas = [], trace, waits }: RequestContextOptions) {
    this.requestId = requestId;
    this.dialect = dialect;
    this.version = version;
    this.betas = betas;
    this.trace = trace;
    this.waits = waits;
  }

  /** Aborts when no client waits for the response any more, or when the service has to stop. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Marks the start of work on this request; the returned function marks its end, regardless of the client. */
  startWork(): () => void {
    this.#running += 1;
    return () => {
      this.#running -= 1;
      if (this.#running === 0) for (const then of this.#onIdle.splice(0)) then();
    };
  }

  /** Calls `then` once no work is left: only then is the outcome complete, and nothing more will be written. */
  whenIdle(then: () => void): void {
    if (this.#running === 0) then();
    else this.#onIdle.push(then);
  }

  /** The error for the client of a failure of the work: aborted work reports its abort reason. */
  failureOf(thrown: unknown): unknown {
    const reason: unknown = this.signal.reason;
    return reason instanceof EngineError ? reason : thrown;
  }

  /** Aborts the work on this request. A client that is still connected receives `reason`. */
  abort(reason: EngineError): void {
    this.#abort.abort(reason);
  }
}
