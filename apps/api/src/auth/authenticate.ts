import type { FastifyRequest } from 'fastify';
import type { Authenticator } from './authenticator.js';
import { credentialOf } from './credential-of.js';

/** Finds out who asks, once a request: at once where the key is known already, else with a promise. Throws `unauthenticated`. */
export function authenticate(
  { exchange, headers }: FastifyRequest,
  authenticator: Authenticator,
): Promise<void> | undefined {
  if (exchange.principal !== undefined) return undefined;
  const key = credentialOf(headers, exchange.dialect);
  exchange.principal = authenticator.knownPrincipalOf(key);
  if (exchange.principal !== undefined) return undefined;
  return authenticator.principalOf(key).then((principal) => {
    exchange.principal = principal;
  });
}
