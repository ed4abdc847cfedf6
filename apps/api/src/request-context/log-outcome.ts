import { traceIdOf } from '@org/engine';
import type { Logger } from 'pino';
import type { OriginFacts } from './origin-facts.js';
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
  /** Id of the request that opened the WebSocket connection. */
  readonly originRequestId?: string | undefined;
}

/** The basic facts of a request that is part of a job rather than sent by a client. */
export interface JobPartFacts extends OriginFacts {
  readonly status: number;
  /** Id of the request that created the job. */
  readonly originRequestId: string | undefined;
  /** Id of the turn that the job makes. */
  readonly jobId: string;
}

/** Maximum length of a model name in characters: for a pattern it is any text of the client. */
const maxNameLength = 120;

/** A name that no model of the configuration has is logged only where it cannot be a sentence or a key. */
const modelName = /^(?!sk-)[\w.:@/+-]{1,120}$/;

/** Path of the probes of supervisors, which ask every few seconds. */
const probes = '/health/';

/**
 * The usual code for a request whose client disconnected before the response started: it has no status, and 200 would
 * be wrong.
 */
export const clientClosedRequest = 499;

/** What the log records beyond the default. */
export interface LogOptions {
  /** Whether failures have the message of the upstream. Default: false. */
  readonly upstreamMessages?: boolean;
}

/** Writes the single log line of a request: its outcome and duration, without any content. */
export function logOutcome(
  log: Logger,
  requestContext: RequestContext,
  facts: Partial<RequestFacts & JobPartFacts>,
  { upstreamMessages = false }: LogOptions = {},
): void {
  const isProbe = facts.route?.startsWith(probes) === true;
  if (isProbe && !log.isLevelEnabled('debug')) return;
  const { failure, usage, warnings, pattern, backend, stream, firstTokenMs, clientAbort } = requestContext.log;
  const { principal, log: fields } = requestContext;
  const model = modelOf(fields);
  // The log omits undefined fields.
  const line = {
    requestId: requestContext.requestId,
    traceId: requestContext.trace && traceIdOf(requestContext.trace),
    jobId: facts.jobId,
    originRequestId: facts.originRequestId,
    owner: principal?.owner ?? facts.owner,
    keyId: principal?.keyId ?? facts.keyId,
    keyName: principal?.keyName ?? facts.keyName,
    dialect: requestContext.dialect,
    method: facts.method,
    route: facts.route,
    status: facts.status,
    transport: facts.transport,
    totalMs: Math.round(performance.now() - requestContext.log.startedAt),
    stream,
    firstTokenMs,
    clientAbort,
    model,
    // The matching pattern, where it differs from the model.
    pattern: pattern === fields.model ? undefined : pattern,
    backend,
    responseId: fields.responseId,
    fallbacks: fields.fallbacks,
    ...usageFacts(usage),
    warnings: warnings === undefined || warnings.length === 0 ? undefined : warnings.length,
    ...(failure && failureFacts(failure, upstreamMessages)),
  };
  // Only unexpected failures include their cause: an expected one may contain text of an upstream, and thereby a
  // prompt.
  if (failure?.code === 'internal') log.error({ ...line, err: failure.cause ?? failure }, 'request');
  else if (failure !== undefined && isServiceFault(failure, facts.status)) log.warn(line, 'request');
  else if (isProbe) log.debug(line, 'request');
  else log.info(line, 'request');
}

/** The name of a model that was found, or one that has the form of a name. */
function modelOf({ model, pattern, failure }: RequestContext['log']): string | undefined {
  if (model === undefined) return undefined;
  const isFound = pattern !== undefined || failure === undefined;
  return isFound || modelName.test(model) ? model.slice(0, maxNameLength) : undefined;
}
