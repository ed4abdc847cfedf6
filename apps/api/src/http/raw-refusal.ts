// Answers to what is not even a request: no URL and no headers are known, only a socket and the parser's complaint.
import type { Socket } from 'node:net';
import { EngineError } from '@org/engine/errors/engine-error';
import { renderError } from './render-error.js';
import { standardHeaders } from './standard-headers.js';

/** What Node's HTTP parser reports; `rawPacket` holds the bytes that it stumbled over. */
export interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

const refusals: Readonly<Record<string, readonly [status: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};
const malformed = ['400 Bad Request', 'The request is not valid HTTP.'] as const;

/** Writes one raw reply and ends the connection. */
export function refuseRaw(error: ClientError, socket: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = refusals[error.code ?? ''] ?? malformed;
  const dialect = /^[A-Z]+ \/v1\/messages[/? ]/.test(startOf(error.rawPacket)) ? 'messages' : 'responses';
  const body = JSON.stringify(renderError(new EngineError('invalid-request', message), dialect, requestId).body);
  const headers = { ...standardHeaders(requestId), 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n${body}`);
}

function startOf(packet: unknown): string {
  return Buffer.isBuffer(packet) ? packet.toString('latin1', 0, 64) : '';
}
