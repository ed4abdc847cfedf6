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
  const { failure, usage, warnings, model, stream, firstTokenMs, clientAbort } = exchange.log;
  // One literal with all members: the log leaves out what is undefined, and putting objects together costs as much as writing the line.
  const line = {
    requestId: exchange.requestId,
    keyId: exchange.principal?.keyId,
    dialect: exchange.dialect,
    method: facts.method,
    route: facts.route,
    status: facts.status,
    transport: facts.transport,
    totalMs: Math.round(performance.now() - exchange.startedAt),
    stream,
    firstTokenMs,
    clientAbort,
    // The name of a model that does not exist is whatever the client wrote.
    model: failure?.code === 'unknown-model' ? undefined : model,
    inputTokens: usage?.inputTokens,
    outputTokens: usage?.outputTokens,
    cachedInputTokens: usage?.cachedInputTokens,
    reasoningTokens: usage?.reasoningTokens,
    usageEstimated: usage?.estimated === true ? true : undefined,
    warnings: warnings === undefined || warnings.length === 0 ? undefined : warnings.length,
    error: failure?.code,
    upstreamStatus: failure === undefined ? undefined : upstreamStatus(failure),
  };
  // Only what nobody foresaw comes with its cause: a foreseen one may hold an upstream's words, and those a prompt.
  if (failure?.code === 'internal') log.error({ ...line, err: failure.cause ?? failure }, 'request');
  else log.info(line, 'request');
}

/** With which status an upstream refused: all of its answer that is certain to hold nobody's words. */
function upstreamStatus({ cause }: EngineError): number | undefined {
  return typeof cause === 'object' && cause !== null && 'status' in cause && typeof cause.status === 'number' ? cause.status : undefined;
}
