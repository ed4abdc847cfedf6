import type { FastifyRequest } from 'fastify';
import type { Authenticator } from './authenticator.js';
import { credentialOf } from './credential-of.js';

/** Finds out who asks, once a request. Throws `unauthenticated`. */
export async function authenticate(request: FastifyRequest, authenticator: Authenticator): Promise<void> {
  const { exchange } = request;
  exchange.principal ??= await authenticator.principalOf(credentialOf(request.headers, exchange.dialect));
}
