import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/**
 * Pings every `periodMs` and cuts a connection that gave no sign of life since the ping before: a peer that vanished
 * without a word would else keep its work running. A slow reader answers late, because the ping waits behind what it has
 * not read; that it reads at all is its sign.
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
