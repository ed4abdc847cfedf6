// Responses to invalid HTTP: there is no URL and no header, only a socket and the error of the parser.
import type { Socket } from 'node:net';
import { EngineError } from '@org/engine';
import { encodeErrorOfDialect } from '../../errors/encode-error-of-dialect.js';
import { dialectOf } from '../dialect-of-path.js';
import { sendRawReply } from './send-raw-reply.js';

/** The error of Node's HTTP parser; `rawPacket` holds the invalid bytes. */
export interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

/** The code of a body that has too many chunks. */
export const shortChunksCode = 'ERR_SHORT_CHUNKS';

const refusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
  [shortChunksCode]: [400, 'The body has thousands of chunks of a few bytes each. Send it in longer chunks.'],
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
    encodeErrorOfDialect(new EngineError('invalid-request', message), dialectOf(urlIn(error.rawPacket), {}), requestId)
      .body,
    requestId,
  );
}

/** The URL part of a request line; a long one is truncated. */
function urlIn(packet: unknown): string {
  return Buffer.isBuffer(packet) ? (packet.toString('latin1', 0, 64).split(' ', 2)[1] ?? '') : '';
}
