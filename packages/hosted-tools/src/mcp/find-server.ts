import { type McpServerAddress } from '@org/engine';
import { checkUrl } from '../web/check-url.js';
import { MediaUrlError } from '../web/media-url-error.js';
import type { ConfiguredMcpServer, McpServerSettings } from './mcp-server-settings.js';

/** `configured`: absent for a server that is only known to be allowed at a public address. */
export interface FoundServer {
  readonly url: URL;
  readonly configured?: ConfiguredMcpServer;
}

/**
 * Finds the server that a client names, as far as its address identifies it; `undefined` for a server that clients
 * may not use.
 */
export function findServer(address: McpServerAddress, settings: McpServerSettings): FoundServer | undefined {
  if (address.type === 'name') {
    const configured = settings.servers.find(({ name }) => name === address.name);
    return configured === undefined ? undefined : { url: new URL(configured.url), configured };
  }
  const wanted = normalUrl(address.url);
  if (wanted === undefined) return undefined;
  const configured = settings.servers.find(({ url }) => normalUrl(url)?.href === wanted.href);
  if (configured !== undefined) return { url: wanted, configured };
  return settings.anyPublicUrl && wanted.protocol === 'https:' && isHostAllowed(wanted, settings)
    ? { url: wanted }
    : undefined;
}

/** A URL without what is not sent. */
function normalUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.username !== '' ||
    url.password !== ''
  )
    return undefined;
  url.hash = '';
  return url;
}

function isHostAllowed({ href }: URL, { ports, allowedHosts }: McpServerSettings): boolean {
  try {
    checkUrl(href, { ports, ...(allowedHosts === undefined ? {} : { allowedHosts }) });
    return true;
  } catch (thrown) {
    if (thrown instanceof MediaUrlError) return false;
    throw thrown;
  }
}
