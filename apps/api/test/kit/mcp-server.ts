// A server of tools on loopback, made with the protocol's official package.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, Server, type CallToolResult, type Tool } from '@modelcontextprotocol/server';

export interface McpServer {
  readonly url: string;
  /** The headers of all requests. */
  readonly headers: IncomingMessage['headers'][];
  /** The calls, in this order. */
  readonly calls: { readonly name: string; readonly args: Record<string, unknown> }[];
  /** How often tools were listed. */
  listed: number;
  /** Calls that were called off. */
  calledOff: number;
  close(): Promise<void>;
}

export interface McpServerOptions {
  readonly tools: readonly Tool[];
  call(name: string, args: Record<string, unknown>, signal: AbortSignal): CallToolResult | Promise<CallToolResult>;
}

export async function startMcpServer({ tools, call }: McpServerOptions): Promise<McpServer> {
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => {
      site.listed += 1;
      return { tools: [...tools] };
    });
    server.setRequestHandler(
      'tools/call',
      async ({ params: { name, arguments: args = {} } }, { mcpReq: { signal } }) => {
        site.calls.push({ name, args });
        signal.addEventListener('abort', () => (site.calledOff += 1));
        return await call(name, args, signal);
      },
    );
    return server;
  });
  const http = createServer((request, response) => {
    site.headers.push(request.headers);
    void respond(request, response, (asked) => handler.fetch(asked)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const site: McpServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    headers: [],
    calls: [],
    listed: 0,
    calledOff: 0,
    async close() {
      http.closeAllConnections();
      await handler.close();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return site;
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const leaving = new AbortController();
  outgoing.on('close', () => leaving.abort());
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const { method = 'GET', url = '/' } = incoming;
  const response = await fetch(
    new Request(`http://127.0.0.1${url}`, {
      method,
      headers,
      signal: leaving.signal,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    }),
  );
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  if (response.body !== null) for await (const chunk of response.body) outgoing.write(chunk);
  outgoing.end();
}
