// A handwritten MCP server: it performs the handshake correctly, and a test controls the rest.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface ReceivedRequest {
  readonly http: IncomingMessage;
  readonly message: Message;
  readonly body: string;
}

/** Responds for a test; `false` delegates to the default behavior. */
export type RequestHandler = (
  requests: ReceivedRequest,
  response: ServerResponse,
) => boolean | void | Promise<boolean | void>;

export interface RawMcpServer {
  readonly url: string;
  readonly port: number;
  readonly requests: ReceivedRequest[];
  readonly sockets: Set<Socket>;
  /** Connections that were accepted. */
  connections: number;
  close(): Promise<void>;
}

export async function startRawMcpServer(
  behave: RequestHandler = () => false,
  address = '127.0.0.1',
): Promise<RawMcpServer> {
  const http = createServer((request, response) => void reply(request, response));
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks).toString();
    const message = body === '' ? {} : (JSON.parse(body) as Message);
    const requests: ReceivedRequest = { http: request, message, body };
    server.requests.push(requests);
    if ((await behave(requests, response)) === false) respondToInitialize(requests, response);
  };
  await new Promise<void>((resolve) => http.listen(0, address, resolve));
  const { port } = http.address() as AddressInfo;
  const server: RawMcpServer = {
    url: `http://${address}:${port}/mcp`,
    port,
    requests: [],
    sockets: new Set(),
    connections: 0,
    async close() {
      for (const socket of server.sockets) socket.destroy();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  http.on('connection', (socket: Socket) => {
    server.connections += 1;
    server.sockets.add(socket);
    socket.on('close', () => server.sockets.delete(socket)).on('error', () => undefined);
  });
  return server;
}

export function json(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

export function result(response: ServerResponse, { id }: Message, reply: object): void {
  json(response, { jsonrpc: '2.0', id, result: reply });
}

export function stream(response: ServerResponse): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  return response;
}

export function event(message: object, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`;
}

export const oneTool = { name: 'do', inputSchema: { type: 'object' } };

/** What a server of the older protocol does, without sessions. */
export function respondToInitialize({ http, message }: ReceivedRequest, response: ServerResponse): void {
  if (http.method !== 'POST') return void response.writeHead(405).end();
  if (message.id === undefined) return void response.writeHead(202).end();
  switch (message.method) {
    case 'initialize':
      return result(response, message, {
        protocolVersion: message.params?.['protocolVersion'],
        capabilities: { tools: {} },
        serverInfo: { name: 'hand-made', version: '1' },
      });
    case 'tools/list':
      return result(response, message, { tools: [oneTool] });
    case 'tools/call':
      return result(response, message, { content: [{ type: 'text', text: 'done' }] });
    default:
      return json(response, { jsonrpc: '2.0', id: message.id, error: { code: -32_601, message: 'Method not found' } });
  }
}
