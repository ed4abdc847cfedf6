// Credentials of operators and clients reach only their own MCP server: never the log, the files or the responses,
// even if the server repeats them wherever it can.
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { LanguageModel } from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import { defaultMcpServerLimits } from '@org/hosted-tools';
import { startTestService, type TestService } from '../kit/start-service.js';

const operators = 'OPERATORS7f3a';
const clients = 'CLIENTS7f3a';

interface Echoing {
  readonly url: string;
  readonly seen: Set<string>;
  close(): Promise<void>;
}

/** Starts an MCP server that rejects requests and repeats their credentials; `fails` selects the methods. */
async function startEchoing(fails: (method: string) => boolean): Promise<Echoing> {
  const seen = new Set<string>();
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const sentHeaders = JSON.stringify(request.headers);
      for (const secret of [operators, clients]) if (sentHeaders.includes(secret)) seen.add(secret);
      const {
        id,
        method = '',
        params = {},
      } = body === '' ? {} : (JSON.parse(body) as { id?: number; method?: string; params?: Record<string, unknown> });
      if (fails(method))
        return void response
          .writeHead(401, { 'content-type': 'application/json', 'www-authenticate': sentHeaders })
          .end(sentHeaders);
      if (id === undefined) return void response.writeHead(202).end();
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: params['protocolVersion'],
          capabilities: { tools: {} },
          serverInfo: { name: 'echo', version: sentHeaders },
        },
        'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
      };
      const result = results[method];
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify({
          jsonrpc: '2.0',
          id,
          ...(result === undefined ? { error: { code: -32_601, message: 'no', data: sentHeaders } } : { result }),
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    seen,
    close: () => new Promise((resolve) => void (server.close(() => resolve()), server.closeAllConnections())),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Creates a model that calls the tool and then reports that it is done. */
function looking(): LanguageModel {
  const call = buildResult([
    { type: 'tool-call', callId: 'call_1', name: 'look', namespace: 'it', kind: 'function', argumentsText: '{}' },
  ]);
  return createScriptedModel({
    id: 'm',
    script: ({ messages }) => [
      ...replay(
        messages.some(({ parts }) => parts.some(({ type }) => type === 'tool-result')) ? buildResult(['done']) : call,
        3,
      ),
    ],
  });
}

async function serviceWith(site: Echoing): Promise<TestService> {
  return await startTestService({
    models: { m: looking() },
    config: {
      mcpServers: {
        servers: [
          { name: 'own', url: site.url, headers: { authorization: `Bearer ${operators}` } },
          { name: 'theirs', url: `${site.url}?theirs`, headers: {} },
        ],
        anyPublicUrl: false,
        ports: [443],
        limits: defaultMcpServerLimits,
      },
    },
  });
}

const askOf = (connector: string): object => ({
  model: 'm',
  input: 'Look.',
  tools: [
    {
      type: 'mcp',
      server_label: 'it',
      connector_id: connector,
      require_approval: 'never',
      authorization: clients,
      headers: { 'x-more': clients },
    },
  ],
});

it.each<[string, (method: string) => boolean, number]>([
  ['does its work', () => false, 200],
  ['refuses calls', (method) => method === 'tools/call', 200],
  ['refuses everything', () => true, 424],
])('are sent to a server that %s and to no other recipient', async (_, fails, status) => {
  const site = await startEchoing(fails);
  const service = await serviceWith(site);
  const responses: string[] = [];
  for (const [connector, secret] of [
    ['own', operators],
    ['theirs', clients],
  ] as const) {
    site.seen.clear();
    for (const rest of [{}, { stream: true }]) {
      const response = await service.post('/v1/responses', { ...askOf(connector), ...rest });
      responses.push(await response.text());
      expect(response.status).toBe(status);
    }
    expect([...site.seen]).toEqual([secret]);
  }
  await service.stop();
  const lines = service.log.filter(({ msg }) => msg === 'mcp server');
  expect(lines.length).toBeGreaterThanOrEqual(4);
  const files = (await readdir(service.dataDir)).map(async (name) =>
    (await readFile(join(service.dataDir, name))).toString('latin1'),
  );
  const everything = [JSON.stringify(service.log), ...responses, ...(await Promise.all(files))];
  expect(everything.filter((text) => text.includes(operators) || text.includes(clients))).toEqual([]);
  await service.close();
  await site.close();
});

it('are absent from the log, which records the request, server, operation and outcome of each call', async () => {
  const site = await startEchoing((method) => method === 'tools/call');
  const service = await serviceWith(site);
  const response = await service.post('/v1/responses', askOf('own'));
  await response.text();
  const requestId = response.headers.get('x-request-id');
  await service.stop();
  expect(service.log.filter(({ msg }) => msg === 'mcp server')).toMatchObject([
    { requestId, mcpServer: { server: 'own', operation: 'list', outcome: 'completed' } },
    {
      requestId,
      mcpServer: { server: 'own', operation: 'call', outcome: 'failed', failure: { kind: 'http', code: 401 } },
    },
  ]);
  await service.close();
  await site.close();
});
