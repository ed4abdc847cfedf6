import type { IncomingHttpHeaders } from 'node:http';

/** What a request says of the address that it was sent to. */
interface AddressedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly protocol: string;
  readonly host: string;
}

/**
 * The address under which the client reaches the service, as far as it can be told: addresses in answers must work from
 * where the client is. `publicUrl` is what the operator says of it. Else what proxies say is believed, because it goes back to
 * nobody but who sent it; each of them adds to the end of the list, so the first is the client's.
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
