import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/**
 * Pings every `periodMs` and disconnects a connection without any traffic since the previous ping: otherwise a
 * vanished peer would hold its work running. A slow reader responds late, because the ping waits after its unread
 * data; its reading counts as a heartbeat.
 */
export function startHeartbeat(socket: WebSocket, transport: Socket, periodMs: number): void {
  let alive = true;
  let backlogged = false;
  let flushed = 0;
  const sign = (): void => {
    alive = true;
  };
  const timer = setInterval(() => {
    const nowFlushed = transport.bytesWritten - transport.writableLength;
    if (!alive && !(backlogged && nowFlushed > flushed)) {
      socket.terminate();
      return;
    }
    alive = false;
    flushed = nowFlushed;
    backlogged = transport.writableLength > 0;
    socket.ping();
  }, periodMs);
  socket.on('pong', sign);
  socket.on('ping', sign);
  socket.on('message', sign);
  socket.once('close', () => clearInterval(timer));
}
