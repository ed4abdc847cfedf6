import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ResponseSockets } from './response-sockets.js';

/** Opens the server of `app` to WebSocket connections; to be called once, before it listens. */
export function acceptSockets(app: NestFastifyApplication): void {
  const sockets = app.get(ResponseSockets);
  const server = app.getHttpAdapter().getInstance();
  server.server.on('upgrade', (request, transport, head) => sockets.accept(request, transport, head));
}
