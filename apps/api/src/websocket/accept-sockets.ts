import type { Server } from 'node:http';
import type { ResponseSockets } from './response-sockets.js';

/** Opens `server` to WebSocket connections; to be called once, before it listens. */
export function acceptSockets(server: Server, sockets: ResponseSockets): void {
  server.on('upgrade', (request, transport, head) => sockets.accept(request, transport, head));
}
