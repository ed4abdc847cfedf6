import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Store } from '@org/engine';
import type { Logger } from 'pino';
import type { ShutdownTimes } from './config/service-config.js';
import { LOG, STORE } from './engine/tokens.js';
import { ActiveRequests } from './request-context/active-requests.js';
import type { SilentConnections } from './http/silent-connections.js';
import { ResponseSockets } from './websocket/response-sockets.js';

/** Time to send the end of a response before its connection is closed. */
const closeGraceMs = 1000;
const sweepMs = 50;
/** Time that the store gets after that for the last that it was given. */
const lastWritesMs = 3000;

/**
 * Stops serving. Readiness turns false first; then the service accepts no more connections, while running work continues.
 * Running responses get `graceMs` to finish, then receive a shutdown error, and are aborted if their client does not
 * read it. Closes everything afterwards. Returns the amount of store work that is not done by the end: a stalled
 * database does not prevent the process from exiting.
 */
export async function drain(
  app: NestFastifyApplication,
  { announceMs, graceMs }: ShutdownTimes,
  silent: SilentConnections,
): Promise<number> {
  const open = app.get(ActiveRequests);
  const server = app.getHttpServer();
  open.startDraining();
  if (announceMs > 0) await pause(announceMs);
  open.startRefusing();
  const sockets = app.get(ResponseSockets);
  // Idle ones are notified at once to reconnect elsewhere.
  sockets.stop();
  // The framework closes its server only when the jobs of this process have ended; until then it would accept
  // requests of a load balancer.
  server.close();
  const abort = setTimeout(() => open.abortAll(), graceMs);
  const closeTimer = setTimeout(() => {
    server.closeAllConnections();
    sockets.disconnect();
  }, graceMs + closeGraceMs);
  let abandonedWrites = 0;
  const abandonTimer = setTimeout(
    () => {
      abandonedWrites = app.get<Store>(STORE).abandon();
      if (abandonedWrites > 0)
        app
          .get<Logger>(LOG)
          .error(
            { undone: abandonedWrites },
            'the store does not respond; the service stops waiting, and the last writes may be lost',
          );
    },
    graceMs + closeGraceMs + lastWritesMs,
  );
  // A connection that was busy when the server closed becomes idle later, and nothing else closes it then.
  const sweepTimer = setInterval(() => {
    server.closeIdleConnections();
    silent.close();
  }, sweepMs);
  try {
    await app.close();
  } finally {
    clearTimeout(abort);
    clearTimeout(closeTimer);
    clearTimeout(abandonTimer);
    clearInterval(sweepTimer);
  }
  return abandonedWrites;
}
