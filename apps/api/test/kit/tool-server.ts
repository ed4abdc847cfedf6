// A server of tools on loopback: as much of the Model Context Protocol as it takes to list two tools and to call them.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ToolServer {
  readonly url: string;
  /** Methods that were asked for, with the names of tools, in their order. */
  readonly asked: string[];
  /** What the last request had as its `authorization`. */
  authorization(): string | undefined;
  close(): Promise<void>;
}

const tools = [
  { name: 'find_issue', description: 'Finds an issue.', inputSchema: { type: 'object', properties: { number: { type: 'number' } } }, annotations: { readOnlyHint: true } },
  { name: 'close_issue', description: 'Closes an issue.', inputSchema: { type: 'object', properties: { number: { type: 'number' } } } },
];

interface Asked {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly arguments?: { readonly number?: number }; readonly protocolVersion?: string };
}

export async function startToolServer(): Promise<ToolServer> {
  const asked: string[] = [];
  let authorization: string | undefined;
  const server = createServer((request, response) => {
    void readJson(request).then((message) => {
      ({ authorization } = request.headers);
      if (message?.id === undefined) return void response.writeHead(message === undefined ? 405 : 202).end();
      const { method, params } = message;
      asked.push(params?.name === undefined ? method : `${method} ${params.name}`);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answerTo(message) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    asked,
    authorization: () => authorization,
    close: () => new Promise((resolve) => void (server.close(() => resolve()), server.closeAllConnections())),
  };
}

function answerTo({ method, params }: Asked): object {
  switch (method) {
    case 'initialize':
      return { result: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'tracker', version: '1' } } };
    case 'tools/list':
      return { result: { tools } };
    case 'tools/call': {
      const number = params?.arguments?.number;
      return { result: number === 404 ? { content: [{ type: 'text', text: 'No such issue.' }], isError: true } : { content: [{ type: 'text', text: `Issue ${number}: door squeaks.` }] } };
    }
    default:
      return { error: { code: -32_601, message: 'Method not found' } };
  }
}

async function readJson(request: IncomingMessage): Promise<Asked | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return text === '' ? undefined : (JSON.parse(text) as Asked);
}
