import type { FastifyRequest } from 'fastify';

/**
 * The address under which the client reaches the service, as far as it can be told: addresses in answers must work from
 * where the client is. What proxies say is believed, because it goes back to nobody but who sent it.
 */
export function originOf({ headers, protocol, host }: Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : protocol;
  const forwarded = headers['x-forwarded-host'];
  const candidate = `${scheme}://${typeof forwarded === 'string' && forwarded !== '' ? forwarded : host}`;
  return URL.canParse(candidate) ? new URL(candidate).origin : `${scheme}://${host}`;
}
