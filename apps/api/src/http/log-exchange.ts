import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Writes the one line of a request: what happened and how long it took, and nothing that anybody said. */
export function logExchange(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const { exchange } = request;
  const { failure, usage, warnings, ...notes } = exchange.log;
  const line = {
    requestId: exchange.requestId,
    keyId: exchange.principal?.keyId,
    dialect: exchange.dialect,
    method: request.method,
    // The pattern and not the path: a path may hold anything.
    route: request.is404 ? undefined : request.routeOptions.url,
    status: reply.raw.statusCode,
    totalMs: Math.round(performance.now() - exchange.startedAt),
    ...notes,
    ...(usage === undefined ? {} : { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens, cachedInputTokens: usage.cachedInputTokens }),
    ...(warnings === undefined || warnings.length === 0 ? {} : { warnings: warnings.length }),
    ...(failure === undefined ? {} : { error: failure.code }),
  };
  // Only what nobody foresaw comes with its cause: a foreseen one may hold an upstream's words, and those a prompt.
  if (failure?.code === 'internal') log.error({ ...line, err: failure.cause ?? failure }, 'request');
  else log.info(line, 'request');
}
