import { type EngineError, type JobRun, type RunLogFields, traceIdOf, type Usage } from '@org/engine';
import type { Logger } from 'pino';
import { originFacts, type JobOrigin } from './job-origin.js';
import type { LogOptions } from '../request-context/log-outcome.js';
import { failureFacts, isServiceFault } from '../request-context/failure-facts.js';
import { usageFacts } from '../request-context/usage-facts.js';

/** The outcome of a job, without any message content. */
export interface JobOutcome extends RunLogFields {
  readonly model?: string;
  /** The request that created the job. */
  readonly origin?: JobOrigin | undefined;
  /** HTTP status that the response would have had in the foreground. */
  readonly status?: number;
  readonly usage?: Usage;
  readonly failure?: EngineError;
  /**
   * It failed because its work was interrupted: the failure is self-explanatory, and its cause is the store error, if
   * there was one.
   */
  readonly interrupted?: true;
  /** It returned to its queue, because an owner with less running work waits. */
  readonly yielded?: true;
  /** Number of batch requests by outcome; each executed request has its own log line. */
  readonly results?: Readonly<Record<string, number>>;
}

/** The attempt at a job that is logged. */
export interface LoggedRun {
  readonly job: Pick<JobRun['job'], 'turnId' | 'owner' | 'attempt'>;
  readonly stopReason?: JobRun['stopReason'];
}

/**
 * Writes the single log line of a job, with the fields of a request's line. It is the only trace of an unexpected
 * failure.
 */
export function logJob(
  log: Logger,
  { job, stopReason }: LoggedRun,
  outcome: JobOutcome,
  totalMs: number,
  { upstreamMessages = false }: LogOptions = {},
): void {
  const { model, origin, status, pattern, backend, fallbacks, usage, failure, interrupted, yielded, results } = outcome;
  const line = {
    jobId: job.turnId,
    requestId: origin?.requestId,
    traceId: origin?.trace && traceIdOf(origin.trace),
    ...originFacts(job.owner, origin),
    status,
    attempt: job.attempt,
    stopped: stopReason ?? (yielded ? 'yielded' : undefined),
    totalMs: Math.round(totalMs),
    model,
    pattern: pattern === model ? undefined : pattern,
    backend,
    responseId: status === undefined ? undefined : job.turnId,
    fallbacks,
    ...usageFacts(usage),
    results,
    ...(failure && failureFacts(failure, upstreamMessages)),
    ...(failure !== undefined && interrupted
      ? { reason: failure.message, ...(failure.cause === undefined ? {} : { err: failure.cause }) }
      : {}),
  };
  if (interrupted) log.warn(line, 'job');
  else if (failure?.code === 'internal') log.error({ ...line, err: failure.cause ?? failure }, 'job');
  else if (failure !== undefined && isServiceFault(failure)) log.warn(line, 'job');
  else log.info(line, 'job');
}
