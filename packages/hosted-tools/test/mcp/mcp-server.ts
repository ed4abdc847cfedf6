// An MCP server on loopback, built with the protocol's official package, to represent real servers.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createMcpHandler,
  ProtocolError,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/server';
import { contractTools } from '@org/engine/testing';

/**
 * `streams` and `documents` have sessions of the older protocol and respond in one of its two ways; `modern` is the
 * protocol without sessions.
 */
export type ServerKind = 'streams' | 'documents' | 'modern';

export interface ReceivedRequest {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface McpServer {
  readonly url: string;
  readonly received: ReceivedRequest[];
  /** Sessions that are started and not ended. */
  readonly sessions: Set<string>;
  readonly sockets: Set<Socket>;
  /** Number of requests in progress. */
  running: number;
  /** Number of calls of `wait` that were cancelled. */
  calledOff: number;
  close(): Promise<void>;
}

type Call = (
  name: string,
  args: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<CallToolResult> | CallToolResult;

export interface ServerOptions {
  readonly tools?: readonly object[];
  readonly call?: Call;
}

export async function startMcpServer(
  kind: ServerKind,
  { tools = contractTools, call = contractCall }: ServerOptions = {},
): Promise<McpServer> {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const make = (): Server => {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: structuredClone(tools) as Tool[] }));
    server.setRequestHandler('tools/call', async ({ params }, context) => {
      context.mcpReq.signal.addEventListener('abort', () => (site.calledOff += 1));
      return await call(params.name, params.arguments ?? {}, context.mcpReq.signal);
    });
    return server;
  };
  const modern = createMcpHandler(make);
  const start = async (): Promise<WebStandardStreamableHTTPServerTransport> => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: kind === 'documents',
      onsessioninitialized: (id) => {
        transports.set(id, transport);
        site.sessions.add(id);
      },
      onsessionclosed: (id) => {
        transports.delete(id);
        site.sessions.delete(id);
      },
    });
    await make().connect(transport);
    return transport;
  };
  const respond = async (request: Request): Promise<Response> => {
    if (kind === 'modern') return await modern.fetch(request);
    const id = request.headers.get('mcp-session-id');
    const transport = id === null ? await start() : transports.get(id);
    return transport === undefined
      ? new Response('no such session', { status: 404 })
      : await transport.handleRequest(request);
  };
  const server = createServer((request, response) => {
    site.running += 1;
    response.on('close', () => (site.running -= 1));
    void serve(request, response, respond, site.received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: McpServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    received: [],
    sessions: new Set(),
    sockets: new Set(),
    running: 0,
    calledOff: 0,
    async close() {
      for (const socket of site.sockets) socket.destroy();
      await modern.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on('connection', (socket: Socket) => {
    site.sockets.add(socket);
    socket.on('close', () => site.sockets.delete(socket)).on('error', () => undefined);
  });
  return site;
}

async function contractCall(name: string, args: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult> {
  switch (name) {
    case 'echo':
      return { content: [{ type: 'text', text: JSON.stringify(args) }] };
    case 'fail':
      return { content: [{ type: 'text', text: 'no' }], isError: true };
    case 'wait':
      await sleep(60_000, undefined, { signal }).catch(() => undefined);
      return { content: [] };
    default:
      throw new ProtocolError(-32_602, `Unknown tool: ${name}`);
  }
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: Request) => Promise<Response>,
  received: ReceivedRequest[],
): Promise<void> {
  const leaving = new AbortController();
  outgoing.on('close', () => leaving.abort());
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const method = incoming.method ?? '';
    received.push({ method, headers: incoming.headers, body });
    const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method,
      headers,
      signal: leaving.signal,
      ...(body === '' ? {} : { body }),
    });
    const response = await respond(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.flushHeaders();
    if (response.body !== null) for await (const chunk of response.body) outgoing.write(chunk);
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
