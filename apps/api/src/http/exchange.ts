import type { DialectId } from '@org/engine/model/extensions';
import { EngineError } from '@org/engine/errors/engine-error';
import type { Usage } from '@org/engine/model/usage';
import type { Warning } from '@org/engine/model/warning';
import type { AnswerRecording } from './answer-recording.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request before anything else runs. */
    exchange: Exchange;
  }
}

/** Who asks, once the credential was found to be good. */
export interface Principal {
  /** Owns what it makes: every read and write of the store names it. */
  readonly owner: string;
  /** Names the key in the log; the key itself is nowhere. */
  readonly keyId: string;
}

/** One request and its reply, as everything behind the HTTP edge sees them. */
export class Exchange {
  readonly requestId: string;
  readonly dialect: DialectId;
  /** What the version header said, if it was there. */
  readonly version: string | undefined;
  readonly startedAt = performance.now();
  readonly log: ExchangeNotes = {};
  /** Set by authentication; a route that is not public is never reached without. */
  principal: Principal | undefined;
  /** Set where the client sent an idempotency key: then the answer is kept, and the work outlives the connection. */
  recording: AnswerRecording | undefined;
  /** Hash of the body's bytes, where somebody needs it. */
  bodyHash: string | undefined;
  readonly #abort = new AbortController();

  constructor(requestId: string, dialect: DialectId, version: string | undefined) {
    this.requestId = requestId;
    this.dialect = dialect;
    this.version = version;
  }

  /** Aborts when nobody waits for the answer any more, or when the service has to stop. */
  get signal(): AbortSignal {
    return this.#abort.signal;
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
export interface ExchangeNotes {
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
