// Authenticates WebSocket connections. Pages in browsers cannot set headers, so their key is sent as the name of a
// sub-protocol.
import type { IncomingHttpHeaders } from 'node:http';
import { credentialOf } from '../auth/credential-of.js';

const keyPrefix = 'openai-insecure-api-key.';

/** The key of an upgrade request; headers win. Throws `unauthenticated` when there is none or it cannot be a key. */
export function socketCredential(headers: IncomingHttpHeaders): string {
  const named = protocolsOf(headers).find((protocol) => protocol.startsWith(keyPrefix));
  if (named === undefined || headers.authorization !== undefined || headers['x-api-key'] !== undefined)
    return credentialOf(headers, 'responses');
  return credentialOf({ authorization: `Bearer ${named.slice(keyPrefix.length)}` }, 'responses');
}

/**
 * The negotiated sub-protocol: the first that is not a key. A browser gives up when it offered some and none was
 * accepted, so a key that was offered alone is returned to the client, which knows it anyway.
 */
export function chooseProtocol(offered: ReadonlySet<string>): string | false {
  const [first] = offered;
  return [...offered].find((protocol) => !protocol.startsWith(keyPrefix)) ?? first ?? false;
}

function protocolsOf(headers: IncomingHttpHeaders): readonly string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
}
