import type { EngineError } from '@org/engine/errors/engine-error';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Exchange } from './exchange.js';

/** The plain facts of one request and its reply. */
export interface ExchangeFacts {
  readonly method: string;
  /** The pattern and not the path: a path may hold anything. */
  readonly route: string | undefined;
  readonly status: number;
  readonly transport?: 'websocket';
}

/** The facts of an HTTP request. */
export function factsOf(request: FastifyRequest, reply: FastifyReply): ExchangeFacts {
  const route = request.is404 ? undefined : request.routeOptions.url;
  return { method: request.method, route, status: reply.raw.statusCode };
}

/** Writes the one line of a request: what happened and how long it took, and nothing that anybody said. */
export function logOutcome(log: Logger, exchange: Exchange, facts: ExchangeFacts): void {
  const { failure, usage, warnings, model, ...notes } = exchange.log;
  const line = {
    requestId: exchange.requestId,
    keyId: exchange.principal?.keyId,
    dialect: exchange.dialect,
    ...facts,
    totalMs: Math.round(performance.now() - exchange.startedAt),
    ...notes,
    // The name of a model that does not exist is whatever the client wrote.
    ...(model === undefined || failure?.code === 'unknown-model' ? {} : { model }),
    ...(usage === undefined ? {} : { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, cachedInputTokens: usage.cachedInputTokens, reasoningTokens: usage.reasoningTokens, ...(usage.estimated === true && { usageEstimated: true }) }),
    ...(warnings === undefined || warnings.length === 0 ? {} : { warnings: warnings.length }),
    ...(failure === undefined ? {} : { error: failure.code, ...upstreamStatus(failure) }),
  };
  // Only what nobody foresaw comes with its cause: a foreseen one may hold an upstream's words, and those a prompt.
  if (failure?.code === 'internal') log.error({ ...line, err: failure.cause ?? failure }, 'request');
  else log.info(line, 'request');
}

/** With which status an upstream refused: all of its answer that is certain to hold nobody's words. */
function upstreamStatus({ cause }: EngineError): { readonly upstreamStatus?: number } {
  return typeof cause === 'object' && cause !== null && 'status' in cause && typeof cause.status === 'number' ? { upstreamStatus: cause.status } : {};
}
