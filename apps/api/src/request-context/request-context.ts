import { type DialectId, EngineError, type Enrolled, type TraceContext, type Waits } from '@org/engine';
import type { Principal } from '../auth/principal.js';
import type { IdempotentWrite } from './idempotent-write.js';
import { RequestLog } from './request-log.js';

export interface RequestContextOptions {
  readonly requestId: string;
  readonly dialect: DialectId;
  /** What the version header said, if it was there. */
  readonly version?: string | undefined;
  /** What the client's `anthropic-beta` or `openai-beta` header switched on. Default: nothing. */
  readonly betas?: readonly string[];
  /** Which trace the client says that it belongs to. */
  readonly trace?: TraceContext | undefined;
  /** Only for work that has the time to wait for a busy model in the middle of an answer. */
  readonly waits?: Waits;
}

/** One request as the turn pipeline sees it, whatever it came in by: HTTP, a WebSocket, or a batch. */
export class RequestContext implements Enrolled {
  setIndex = -1;
  readonly requestId: string;
  readonly dialect: DialectId;
  /** What the version header said, if it was there. */
  readonly version: string | undefined;
  /** What the client's `anthropic-beta` or `openai-beta` header switched on. Nothing here asks for it; upstreams of that dialect do. */
  readonly betas: readonly string[];
  readonly log = new RequestLog();
  /** Set for work that has the time to wait for a busy model in the middle of an answer. */
  readonly waits: Waits | undefined;
  /** Which trace the client says that it belongs to. */
  trace: TraceContext | undefined;
  /** Set by authentication; a route that is not public is never reached without. */
  principal: Principal | undefined;
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

  /** Aborts when nobody waits for the answer any more, or when the service has to stop. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Says that work on this request begins; what it returns says that it has ended, whatever became of the client. */
  startWork(): () => void {
    this.#running += 1;
    return () => {
      this.#running -= 1;
      if (this.#running === 0) for (const then of this.#onIdle.splice(0)) then();
    };
  }

  /** Calls `then` once no work is left: only then is all of the outcome known, and nothing will be written any more. */
  whenIdle(then: () => void): void {
    if (this.#running === 0) then();
    else this.#onIdle.push(then);
  }

  /** What a failure of the work means to the client: work that was ended says why it was. */
  failureOf(thrown: unknown): unknown {
    const reason: unknown = this.signal.reason;
    return reason instanceof EngineError ? reason : thrown;
  }

  /** Ends the work on this request. `reason` is what the client is told, if it is still there. */
  abort(reason: EngineError): void {
    this.#abort.abort(reason);
  }
}
