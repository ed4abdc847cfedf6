import {
  type EngineError,
  type JobRun,
  type RunLogFields,
  type TraceContext,
  traceIdOf,
  type Usage,
} from '@org/engine';
import type { Logger } from 'pino';
import { failureFacts, isAlarming } from '../request-context/failure-facts.js';
import { usageFacts } from '../request-context/usage-facts.js';

/** What a job came to. Nothing that anybody said. */
export interface JobOutcome extends RunLogFields {
  readonly model?: string;
  readonly trace?: TraceContext | undefined;
  readonly usage?: Usage;
  readonly failure?: EngineError;
  /** It failed because the work on it was interrupted: its failure says all that there is to say, and its cause is what the store said, if that was it. */
  readonly interrupted?: true;
  /** It is back in its queue, because somebody waits who has less. */
  readonly yielded?: true;
  /** How many requests of a batch have ended how; each of those that ran has a line of its own. */
  readonly results?: Readonly<Record<string, number>>;
}

/** Writes the one line of a job, with the words of a request's line. Of a failure that nobody foresaw it is the only trace. */
export function logJob(
  log: Logger,
  { job, stopReason }: JobRun,
  { model, trace, pattern, backend, usage, failure, interrupted, yielded, results }: JobOutcome,
  totalMs: number,
): void {
  const line = {
    jobId: job.turnId,
    traceId: trace && traceIdOf(trace),
    attempt: job.attempt,
    stopped: stopReason ?? (yielded ? 'yielded' : undefined),
    totalMs: Math.round(totalMs),
    model,
    pattern: pattern === model ? undefined : pattern,
    backend,
    ...usageFacts(usage),
    results,
    ...(failure && failureFacts(failure)),
    ...(failure !== undefined && interrupted
      ? { reason: failure.message, ...(failure.cause === undefined ? {} : { err: failure.cause }) }
      : {}),
  };
  if (interrupted) log.warn(line, 'job');
  else if (failure?.code === 'internal') log.error({ ...line, err: failure.cause ?? failure }, 'job');
  else if (failure !== undefined && isAlarming(failure)) log.warn(line, 'job');
  else log.info(line, 'job');
}
