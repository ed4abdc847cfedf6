import { traceIdOf } from '@org/engine';
import type { Logger } from 'pino';
import type { RequestContext } from './request-context.js';
import { failureFacts, isServiceFault } from './failure-facts.js';
import { usageFacts } from './usage-facts.js';

/** The basic facts of one request and its reply. */
export interface RequestFacts {
  readonly method: string;
  /** The pattern and not the path, because a path may contain anything. */
  readonly route: string | undefined;
  readonly status: number;
  readonly transport?: 'websocket';
}

/** The basic facts of a request that is part of a job rather than sent by a client. */
export interface JobPartFacts {
  readonly status: number;
  /** Id of the turn that the job makes. */
  readonly jobId: string;
}

/** Maximum length of a model name in characters: for a pattern it is any text of the client. */
const maxNameLength = 120;

/**
 * The usual code for a request whose client disconnected before the response started: it has no status, and 200 would
 * be wrong.
 */
export const clientClosedRequest = 499;

/** Writes the single log line of a request: its outcome and duration, without any content. */
export function logOutcome(
  log: Logger,
  requestContext: RequestContext,
  facts: Partial<RequestFacts & JobPartFacts>,
): void {
  const { failure, usage, warnings, model, pattern, backend, stream, firstTokenMs, clientAbort } = requestContext.log;
  // The log omits undefined fields.
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
    // The name of an unknown model is text of the client.
    model: failure?.code === 'unknown-model' ? undefined : model?.slice(0, maxNameLength),
    // The matching pattern, where it differs from the model.
    pattern: pattern === model ? undefined : pattern,
    backend,
    ...usageFacts(usage),
    warnings: warnings === undefined || warnings.length === 0 ? undefined : warnings.length,
    ...(failure && failureFacts(failure)),
  };
  // Only unexpected failures include their cause: an expected one may contain text of an upstream, and thereby a
  // prompt.
  if (failure?.code === 'internal') log.error({ ...line, err: failure.cause ?? failure }, 'request');
  else if (failure !== undefined && isServiceFault(failure, facts.status)) log.warn(line, 'request');
  else log.info(line, 'request');
}
