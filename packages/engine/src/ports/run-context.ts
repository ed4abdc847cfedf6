import type { EngineError } from '../errors/engine-error.js';
import type { Usage } from '../model/usage.js';
import type { Clock } from './clock.js';
import type { IdSource } from './id-source.js';
import type { StepLog } from './step-log.js';
import type { TraceContext } from './trace-context.js';

/**
 * Routing of a run by the names of the configuration, for the log. Each component that decides it records it; the
 * last decision wins.
 */
export interface RunLogFields {
  /** The name or pattern that matched the language model. */
  pattern?: string;
  /** Which of several backends was asked. */
  backend?: string;
  /** The run waits for a backend with free capacity, and no backend has started it. */
  isQueued?: boolean;
  /** Ids of the compat rules that changed the request after its upstream rejected it, in their order, each once. */
  fallbacks?: string[];
  /** Usage spent before the completion started. A completion that has started reports its own usage. */
  usage?: Usage;
}

/** Waits after failure number `attempts` and returns whether to retry the model. */
export type ShouldRetry = (failure: EngineError, attempts: number) => Promise<boolean>;

/** The context of one run: cancellation, time, ids and the name that the log uses for it. */
export interface RunContext {
  /** Aborts when no client waits for the completion any more. Every await and every upstream socket observes it. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** The request id that the reply's headers carry. */
  readonly requestId: string;
  /** The trace that the run belongs to; it is propagated to upstreams. Absent: none. */
  readonly trace?: TraceContext | undefined;
  /** The authenticated principal; caches are never shared between owners. */
  readonly owner: string;
  /** Bytes that the owner may store with the key of this run. Absent: unlimited. */
  readonly maxStoredBytes?: number | undefined;
  /** The completion is read only when it is complete, so an adapter may request it non-streaming. Default false. */
  readonly nonStreaming?: boolean;
  /** Ids of the items in the conversation, of a summary's items too. Absent: there is no conversation. */
  readonly usedItemIds?: ReadonlySet<string>;
  /** Absent: routing is not logged. */
  readonly logFields?: RunLogFields;
  /**
   * Retry policy for a multi-step completion that has already started. Absent: a client reads it and waits only
   * briefly.
   */
  readonly shouldRetry?: ShouldRetry | undefined;
  /** Stores the steps of a turn with server tools. Absent: the turn ends with its process. */
  readonly stepLog?: StepLog;
  /**
   * Reserves memory for this many more characters of output, until the run has ended. Returns undefined where it is
   * free, otherwise waits. Throws or rejects with `overloaded` after too long. Absent: output has no limit.
   */
  readonly reserveOutput?: (characters: number) => Promise<void> | undefined;
}
