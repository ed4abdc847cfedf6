import type { EngineError } from '../errors/engine-error.js';
import type { Usage } from '../model/usage.js';
import type { Clock } from './clock.js';
import type { IdSource } from './id-source.js';
import type { TraceContext } from './trace-context.js';

/** Where a run went, by the names of the configuration: for the log. Whoever decides it notes it; the last decision stands. */
export interface RunLogFields {
  /** The name or pattern that led to the generator. */
  pattern?: string;
  /** Which of several backends was asked. */
  backend?: string;
  /** It waits for a backend that has room, and none has begun with it. */
  isQueued?: boolean;
  /** What was spent before the answer began. An answer that has begun tells all that it has cost itself. */
  usage?: Usage;
}

/** Waits after failure number `tries`, and says whether the model is to be asked again. */
export type Waits = (failure: EngineError, tries: number) => Promise<boolean>;

/** What surrounds one run: cancellation, time, ids and the name under which the log speaks of it. */
export interface RunContext {
  /** Aborts when nobody waits for the answer any more. Every await and every upstream socket hangs on it. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The request id that the reply's headers carry. */
  readonly requestId: string;
  /** To which trace the run belongs; it goes on to upstreams. Absent: to none. */
  readonly trace?: TraceContext | undefined;
  /** The authenticated principal; caches are never shared between owners. */
  readonly owner: string;
  /** Nobody reads the answer before it is whole, so an adapter may ask for it in one piece. Default false. */
  readonly nonStreaming?: boolean;
  /** Absent: nobody wants to know where it goes. */
  readonly logFields?: RunLogFields;
  /** Where an answer of several steps goes on that has begun. Absent: somebody reads it, and waits for a moment. */
  readonly waits?: Waits | undefined;
}
