import type { FastifyRequest } from 'fastify';
import type { Authenticator } from './authenticator.js';
import { auditedCredential } from './audited-credential.js';
import { credentialOf } from './credential-of.js';

/**
 * Authenticates the client once per request: synchronously where the key is cached, otherwise with a promise. Throws
 * `unauthenticated`.
 */
export function authenticate(
  { requestContext, headers, socket }: FastifyRequest,
  authenticator: Authenticator,
): Promise<void> | undefined {
  if (requestContext.principal !== undefined) return undefined;
  const key = auditedCredential(
    () => credentialOf(headers, requestContext.dialect),
    authenticator,
    () => socket.remoteAddress,
  );
  requestContext.principal = authenticator.knownPrincipalOf(key);
  if (requestContext.principal !== undefined) return undefined;
  return authenticator.principalOf(key, socket.remoteAddress).then((principal) => {
    requestContext.principal = principal;
  });
}
