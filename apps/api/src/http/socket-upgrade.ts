import type { IncomingMessage } from 'node:http';
import { pathOf } from './dialect-of-path.js';

/** The only path that accepts WebSocket connections. */
export const socketPath = '/v1/responses';

/** Whether a request opens a WebSocket on a supported path. */
export function isSocketUpgrade({ method, headers, url }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.trim().toLowerCase() === 'websocket' && pathOf(url ?? '') === socketPath;
}
