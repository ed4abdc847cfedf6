// An upstream on loopback that plays what a test gives it and remembers what it was asked.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An upstream response: the bytes of a stream, or a JSON document. */
export interface ReplayedResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly events?: readonly object[];
  readonly document?: object;
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  /** The body as it was received. */
  readonly text: string;
}

export interface ReplayUpstream {
  /** Without `/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly ReceivedRequest[];
  /** Sets the response to all further requests, or the function that selects it. */
  replay(reply: ReplayedResponse | ((requests: ReceivedRequest) => ReplayedResponse)): void;
  close(): Promise<void>;
}

export async function startReplayUpstream(): Promise<ReplayUpstream> {
  const requests: ReceivedRequest[] = [];
  let reply: ReplayedResponse | ((requests: ReceivedRequest) => ReplayedResponse) = { status: 500, document: {} };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const call: ReceivedRequest = {
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
        text,
      };
      requests.push(call);
      const { status = 200, headers = {}, events, document } = typeof reply === 'function' ? reply(call) : reply;
      if (events === undefined) {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document));
        return;
      }
      response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
      for (const event of events)
        response.write(
          `event: ${'type' in event ? String(event.type) : 'message'}\ndata: ${JSON.stringify(event)}\n\n`,
        );
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    replay(next) {
      reply = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
