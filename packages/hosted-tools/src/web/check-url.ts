import type { FetchSettings } from './fetch-settings.js';
import { MediaUrlError } from './media-url-error.js';

const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Parses `text` as a URL and checks it against the fetch rules; the address of its host is checked on connect. The
 * connection uses the same parser, so both interpret the URL in the same way. Throws a {@link MediaUrlError}.
 */
export function checkUrl(
  text: string,
  { ports, allowedHosts }: Pick<FetchSettings, 'ports' | 'allowedHosts'>,
  base?: URL,
): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  const defaultPort = url === undefined ? undefined : defaultPorts[url.protocol];
  if (url === undefined || defaultPort === undefined) throw new MediaUrlError(text, 'must be an http or https URL');
  if (url.username !== '' || url.password !== '') throw new MediaUrlError(text, 'must not contain credentials');
  if (!ports.includes(url.port === '' ? defaultPort : Number(url.port)))
    throw new MediaUrlError(text, `must use port ${ports.join(' or ')}`);
  if (allowedHosts !== undefined && !allowedHosts.some((allowed) => isHost(url.hostname, allowed))) {
    throw new MediaUrlError(text, 'has a host that this installation does not allow');
  }
  return url;
}

function isHost(host: string, allowed: string): boolean {
  const wanted = allowed.toLowerCase();
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1 : host === wanted;
}
