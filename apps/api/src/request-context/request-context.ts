import {
  type DialectId,
  EngineError,
  type Enrolled,
  type PersistResponse,
  type RunLogFields,
  type TraceContext,
  type Usage,
  type Waits,
  type Warning,
} from '@org/engine';
import type { Principal } from '../auth/principal.js';
import type { ResponseRecording } from './response-recording.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request before anything else runs. */
    requestContext: RequestContext;
  }
}

/** One request and its reply, as everything behind the HTTP edge sees them. */
export class RequestContext implements Enrolled {
  setIndex = -1;
  readonly requestId: string;
  readonly dialect: DialectId;
  /** What the version header said, if it was there. */
  readonly version: string | undefined;
  /** What the client's `anthropic-beta` or `openai-beta` header switched on. Nothing here asks for it; upstreams of that dialect do. */
  readonly betas: readonly string[];
  readonly startedAt = performance.now();
  readonly log: RequestLogFields = {};
  /** Which trace the client says that it belongs to. */
  trace: TraceContext | undefined;
  /** Set by authentication; a route that is not public is never reached without. */
  principal: Principal | undefined;
  /** How the limits of its key stand, for the client. */
  limitHeaders: Readonly<Record<string, string>> | undefined;
  /** Set where the client sent an idempotency key: then the answer is kept, and the work outlives the connection. */
  recording: ResponseRecording | undefined;
  /** Set where the answer is recorded and its turn may be stored: how both are kept in one step. Nothing runs before it is set. */
  persist: PersistResponse | undefined;
  /** Set where the request was sent before, and began a response that is followed: there is nothing to begin. */
  followed: string | undefined;
  /** Whether the answer goes out in one piece, so that nobody reads it before its end. Nothing runs before it is set. */
  nonStreaming = false;
  /** Set for work that has the time to wait for a busy model in the middle of an answer. */
  waits: Waits | undefined;
  /** Hash of the body's bytes, where somebody needs it. */
  bodyHash: string | undefined;
  readonly #abort = new AbortController();
  #running = 0;
  #onIdle: (() => void)[] = [];

  constructor(requestId: string, dialect: DialectId, version: string | undefined, betas: readonly string[] = []) {
    this.requestId = requestId;
    this.dialect = dialect;
    this.version = version;
    this.betas = betas;
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

/** What the log line of a request says beyond the plain facts of HTTP. Never anything of a prompt or an answer. */
export interface RequestLogFields extends RunLogFields {
  /** The name that the client asked for. */
  model?: string;
  stream?: boolean;
  /** Milliseconds from the request's arrival to the first generated token. */
  firstTokenMs?: number;
  usage?: Usage;
  warnings?: readonly Warning[];
  /** Why it failed, or how the client left. */
  failure?: EngineError;
  clientAbort?: boolean;
}
