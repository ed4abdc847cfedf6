// Replies outside of the framework: only a socket is available.
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { standardHeaders } from './standard-headers.js';

/** Writes one complete reply with a JSON body and ends the connection. */
export function sendRawReply(
  socket: Duplex,
  status: number,
  body: object,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body);
  const all = {
    ...standardHeaders(requestId),
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const head = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${head}\r\n${text}`);
}
