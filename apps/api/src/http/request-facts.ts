import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientClosedRequest, type RequestFacts } from '../request-context/log-outcome.js';

/** The facts of an HTTP request. */
export function requestFacts(request: FastifyRequest, reply: FastifyReply): RequestFacts {
  const route = request.is404 ? undefined : request.routeOptions.url;
  return { method: request.method, route, status: reply.raw.headersSent ? reply.raw.statusCode : clientClosedRequest };
}
