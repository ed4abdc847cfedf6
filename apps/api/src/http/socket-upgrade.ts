import type { IncomingMessage } from 'node:http';
import { pathOf } from './dialect-of-path.js';

/** The one path that takes WebSocket connections. */
export const socketPath = '/v1/responses';

/** Whether a request asks for a WebSocket where there is one. */
export function isSocketUpgrade({ method, headers, url }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.trim().toLowerCase() === 'websocket' && pathOf(url ?? '') === socketPath;
}
