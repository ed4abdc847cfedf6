import { traceIdOf } from '@org/engine';
import type { Logger } from 'pino';
import type { RequestContext } from './request-context.js';
import { failureFacts, isAlarming } from './failure-facts.js';
import { usageFacts } from './usage-facts.js';

/** The plain facts of one request and its reply. */
export interface RequestFacts {
  readonly method: string;
  /** The pattern and not the path: a path may hold anything. */
  readonly route: string | undefined;
  readonly status: number;
  readonly transport?: 'websocket';
}

/** The plain facts of a request that is part of a job: nobody sent it by itself. */
export interface JobPartFacts {
  readonly status: number;
  /** Id of the turn that the job makes. */
  readonly jobId: string;
}

/** Characters of a model's name at most: behind a pattern it is whatever the client wrote. */
const maxNameLength = 120;

/** What others call a request whose client left before an answer began: it has no status, and 200 would be a lie. */
export const clientClosedRequest = 499;

/** Writes the one line of a request: what happened and how long it took, and nothing that anybody said. */
export function logOutcome(
  log: Logger,
  requestContext: RequestContext,
  facts: Partial<RequestFacts & JobPartFacts>,
): void {
  const { failure, usage, warnings, model, pattern, backend, stream, firstTokenMs, clientAbort } = requestContext.log;
  // The log leaves out what is undefined.
  const line = {
    requestId: requestContext.requestId,
    traceId: requestContext.trace && traceIdOf(requestContext.trace),
    jobId: facts.jobId,
    keyId: requestContext.principal?.keyId,
    dialect: requestContext.dialect,
    method: facts.method,
    route: facts.route,
    status: facts.status,
    transport: facts.transport,
    totalMs: Math.round(performance.now() - requestContext.log.startedAt),
    stream,
    firstTokenMs,
    clientAbort,
    // The name of a model that does not exist is whatever the client wrote.
    model: failure?.code === 'unknown-model' ? undefined : model?.slice(0, maxNameLength),
    // By which it was found, where that says something else.
    pattern: pattern === model ? undefined : pattern,
    backend,
    ...usageFacts(usage),
    warnings: warnings === undefined || warnings.length === 0 ? undefined : warnings.length,
    ...(failure && failureFacts(failure)),
  };
  // Only what nobody foresaw comes with its cause: a foreseen one may hold an upstream's words, and those a prompt.
  if (failure?.code === 'internal') log.error({ ...line, err: failure.cause ?? failure }, 'request');
  else if (failure !== undefined && isAlarming(failure, facts.status)) log.warn(line, 'request');
  else log.info(line, 'request');
}
