// Answers to what is not even a request: no URL and no headers are known, only a socket and the parser's complaint.
import type { Socket } from 'node:net';
import { EngineError } from '@org/engine';
import { renderError } from '../../errors/render-error.js';
import { dialectOf } from '../dialect-of-path.js';
import { sendRawReply } from './send-raw-reply.js';

/** What Node's HTTP parser reports; `rawPacket` holds the bytes that it stumbled over. */
export interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};
const malformed = [400, 'The request is not valid HTTP.'] as const;

/** Writes one raw reply and ends the connection. */
export function refuseRaw(error: ClientError, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = refusals[error.code ?? ''] ?? malformed;
  sendRawReply(
    socket,
    status,
    renderError(new EngineError('invalid-request', message), dialectOf(urlIn(error.rawPacket), {}), requestId).body,
    requestId,
  );
}

/** What stands where a request line has its URL; a long one is cut. */
function urlIn(packet: unknown): string {
  return Buffer.isBuffer(packet) ? (packet.toString('latin1', 0, 64).split(' ', 2)[1] ?? '') : '';
}
