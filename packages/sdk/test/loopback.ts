// A server on loopback that responds from a script and records its requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Loopback {
  readonly url: string;
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
  /** Resolves when a connection was closed by the client. */
  readonly disconnected: Promise<void>;
  close(): Promise<void>;
}

export async function listen(respond: (response: ServerResponse, attempt: number) => void): Promise<Loopback> {
  const requests: Loopback['requests'] = [];
  const { promise: disconnected, resolve } = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    response.once('close', () => {
      if (!response.writableEnded) resolve();
    });
    respond(response, requests.length - 1);
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    disconnected,
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function sendEvents(response: ServerResponse, events: readonly { type: string }[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}
