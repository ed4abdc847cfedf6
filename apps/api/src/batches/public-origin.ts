import type { IncomingHttpHeaders } from 'node:http';

/** The parts of a request that contain the address that the client used. */
interface AddressedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly protocol: string;
  readonly host: string;
}

/**
 * The origin under which the client reaches the service, as far as known: URLs in responses must work for the client.
 * `publicUrl` is the operator's setting. Otherwise the headers of proxies are trusted, because the value returns only
 * to the client that sent it; each proxy appends to the list, so the first is the client's.
 */
export function publicOrigin({ headers, protocol, host }: AddressedRequest, publicUrl?: string): string {
  if (publicUrl !== undefined) return publicUrl;
  const scheme = firstOf(headers['x-forwarded-proto']).toLowerCase() === 'https' ? 'https' : protocol;
  const candidate = `${scheme}://${firstOf(headers['x-forwarded-host']) || host}`;
  return URL.canParse(candidate) ? new URL(candidate).origin : `${scheme}://${host}`;
}

function firstOf(header: string | readonly string[] | undefined): string {
  return (
    String(header ?? '')
      .split(',', 1)[0]
      ?.trim() ?? ''
  );
}
