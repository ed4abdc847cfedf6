import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Store } from '@org/engine';
import type { Logger } from 'pino';
import type { ShutdownTimes } from './config/service-config.js';
import { LOG, STORE } from './engine/tokens.js';
import { ActiveRequests } from './request-context/active-requests.js';
import type { SilentConnections } from './http/silent-connections.js';
import { ResponseSockets } from './websocket/response-sockets.js';

/** Time that an ended answer gets to say so before its connection is cut. */
const closeGraceMs = 1000;
const sweepMs = 50;
/** Time that the store gets after that for the last that it was given. */
const lastWritesMs = 3000;

/**
 * Stops serving. Readiness turns false first; then no connection is taken any more, whatever else is still at work. Running answers get `graceMs` to
 * finish, are then told that the service stops, and are cut if their client does not read that. Closes everything behind. Says how much
 * the store was given that it has not done by the end: a database that stands still keeps no process from ending.
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
  // Those on which nothing runs hear at once that they are to go elsewhere.
  sockets.stop();
  // Not left to the framework: it closes its server when the jobs of this process have ended, and until then a balancer would be answered.
  server.close();
  const abort = setTimeout(() => open.abortAll(), graceMs);
  const closeTimer = setTimeout(() => {
    server.closeAllConnections();
    sockets.disconnect();
  }, graceMs + closeGraceMs);
  let undone = 0;
  const abandon = setTimeout(
    () => {
      undone = app.get<Store>(STORE).abandon();
      if (undone > 0)
        app
          .get<Logger>(LOG)
          .error({ undone }, 'the store does not respond; the service stops waiting, and the last writes may be lost');
    },
    graceMs + closeGraceMs + lastWritesMs,
  );
  // A connection that was busy when the server closed becomes idle later, and nobody else looks after it then.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    silent.close();
  }, sweepMs);
  try {
    await app.close();
  } finally {
    clearTimeout(abort);
    clearTimeout(closeTimer);
    clearTimeout(abandon);
    clearInterval(sweep);
  }
  return undone;
}
