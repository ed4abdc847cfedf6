import { isIP } from 'node:net';
import { isPublicAddress, type AddressPolicy } from './public-address.js';

/** Names that resolve to this machine, to a local network, or to the metadata service of a cloud. */
const localName = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|home\.arpa)$/;

/**
 * Whether `text` is an http or https URL whose host is public as far as its text shows: a public address, or a name
 * with a dot that is not reserved for local use. Names are not resolved: for a URL that another machine fetches, its
 * own resolver decides. Text that parsers of URLs read differently is not public.
 */
export function isPublicUrl(text: string, isAllowed: AddressPolicy = isPublicAddress): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
    return false;
  if (authorityOf(text) !== url.host) return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.+$/, '');
  if (isIP(host) !== 0) return isAllowed(host);
  return host.includes('.') && !localName.test(host);
}

/** The host and port as RFC 3986 reads them, in the form of a parsed URL. Another form of an address differs from it. */
function authorityOf(text: string): string | undefined {
  const [, scheme, authority] = /^(https?):\/\/([^/?#\\\s]*)(?![\\\s])/i.exec(text) ?? [];
  const port = scheme?.toLowerCase() === 'https' ? ':443' : ':80';
  return authority?.toLowerCase().replace(new RegExp(`${port}$`), '');
}
