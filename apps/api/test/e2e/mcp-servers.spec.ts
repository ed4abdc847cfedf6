// What surrounds the tools of servers: limits, costs, leaving, secrets. A real MCP server, real sockets, both dialects.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Anthropic from '@anthropic-ai/sdk';
import type { Tool } from '@modelcontextprotocol/server';
import { defaultMcpServerLimits } from '@org/hosted-tools';
import OpenAI from 'openai';
import { eventually } from '../kit/eventually.js';
import { startMcpServer, type McpServer } from '../kit/mcp-server.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { callingModel } from '../kit/calling-model.js';

const tools: Tool[] = [
  {
    name: 'add',
    description: 'Adds',
    inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
    annotations: { readOnlyHint: true },
  },
  { name: 'erase', inputSchema: { type: 'object' } },
  { name: 'wait', inputSchema: { type: 'object' } },
];

let mcp: McpServer;
let model: ReturnType<typeof callingModel>;
let service: TestService;
let openai: OpenAI;
let anthropic: Anthropic;

beforeAll(async () => {
  mcp = await startMcpServer({
    tools,
    async call(name, args, signal) {
      if (name === 'wait') await sleep(60_000, undefined, { signal });
      return name === 'erase' && args['fail'] === true
        ? { content: [{ type: 'text', text: 'no such file' }], isError: true }
        : { content: [{ type: 'text', text: `${name} gave ${JSON.stringify(args)}` }] };
    },
  });
  model = callingModel();
  const mcpServers = {
    servers: [
      { name: 'sums', url: mcp.url, headers: {} },
      { name: 'gone', url: 'http://127.0.0.1:9/mcp', headers: {} },
    ],
    anyPublicUrl: false,
    ports: [443],
    limits: defaultMcpServerLimits,
  };
  service = await startTestService({ models: { m: model }, config: { mcpServers } });
  openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  anthropic = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
});
afterAll(async () => {
  await service.close();
  await mcp.close();
});
beforeEach(() => {
  mcp.calls.length = 0;
  mcp.headers.length = 0;
  mcp.listed = 0;
  mcp.calledOff = 0;
});

/** Creates an MCP tool with a token that must not appear anywhere. */
const sums = (over: Partial<OpenAI.Responses.Tool.Mcp> = {}): OpenAI.Responses.Tool.Mcp => ({
  type: 'mcp',
  server_label: 'sums',
  server_url: mcp.url,
  require_approval: 'never',
  authorization: 'CANARY-TOKEN',
  ...over,
});
const asked = (
  input: string,
  over: Partial<OpenAI.Responses.ResponseCreateParamsNonStreaming> = {},
): OpenAI.Responses.ResponseCreateParamsNonStreaming => ({ model: 'm', input, tools: [sums()], ...over });
const message = (
  text: string,
  over: Partial<Anthropic.Beta.MessageCreateParamsNonStreaming> = {},
): Anthropic.Beta.MessageCreateParamsNonStreaming => ({
  model: 'm',
  max_tokens: 100,
  messages: [{ role: 'user', content: text }],
  mcp_servers: [{ type: 'url', name: 'sums', url: mcp.url, authorization_token: 'CANARY-TOKEN' }],
  tools: [{ type: 'mcp_toolset', mcp_server_name: 'sums' }],
  betas: ['mcp-client-2025-11-20'],
  ...over,
});
const typesOf = (items: readonly { readonly type: string }[]): readonly string[] => items.map(({ type }) => type);

describe('A response with the tools of a server', () => {
  it('calls them, returns the results and charges all steps', async () => {
    const {
      output,
      output_text: text,
      usage,
      tools: shown,
      status,
    } = await openai.responses.create(asked('call add {"a":1.0}'));
    expect(status).toBe('completed');
    expect(typesOf(output)).toEqual(['mcp_list_tools', 'message', 'mcp_call', 'message']);
    expect(output[0]).toMatchObject({
      server_label: 'sums',
      tools: [{ name: 'add', annotations: { readOnlyHint: true } }, { name: 'erase' }, { name: 'wait' }],
    });
    expect(output[2]).toMatchObject({
      name: 'add',
      server_label: 'sums',
      arguments: '{"a":1.0}',
      output: 'add gave {"a":1}',
      error: null,
      status: 'completed',
    });
    expect(text).toBe('On it. Heard: add gave {"a":1}');
    expect(usage).toMatchObject({ input_tokens: 20, output_tokens: 10 });
    expect(JSON.stringify(shown)).not.toContain('CANARY');
    expect(mcp.headers[0]?.authorization).toBe('Bearer CANARY-TOKEN');
  });

  it('is continued by a client that stores its conversation itself', async () => {
    const first = await openai.responses.create(asked('call add {"a":1}', { store: false }));
    const input = [
      { role: 'user' as const, content: 'call add {"a":1}' },
      ...(first.output as OpenAI.Responses.ResponseInputItem[]),
      { role: 'user' as const, content: 'And now?' },
    ];
    await openai.responses.create({ ...asked(''), input, store: false });
    expect(mcp.listed).toBe(1);
    expect(model.requests.at(-1)?.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('is made in the background, too', async () => {
    const queued = await openai.responses.create(asked('call add {"a":1}', { background: true }));
    await eventually(async () => (await openai.responses.retrieve(queued.id)).status === 'completed');
    const ended = await openai.responses.retrieve(queued.id);
    expect(typesOf(ended.output)).toEqual(['mcp_list_tools', 'message', 'mcp_call', 'message']);
    expect(JSON.stringify(ended)).not.toContain('CANARY');
  });

  it('makes no more calls than max_tool_calls', async () => {
    const { output } = await openai.responses.create(asked('call add {"a":1} call add {"a":2}', { max_tool_calls: 1 }));
    expect(mcp.calls).toHaveLength(1);
    expect(output[3]).toMatchObject({ type: 'mcp_call', status: 'failed' });
  });

  it('calls off what its client no longer waits for', async () => {
    const leaving = new AbortController();
    const abandoned = openai.responses.create(asked('call wait {}'), { signal: leaving.signal }).catch(() => 'left');
    await eventually(() => mcp.calls.length === 1);
    leaving.abort();
    expect(await abandoned).toBe('left');
    await eventually(() => mcp.calledOff === 1);
  });

  it('is rejected up front when the server is not allowed or not reachable', async () => {
    await expect(
      openai.responses.create(asked('Hi', { tools: [sums({ server_url: 'http://127.0.0.1:9/' })] })),
    ).rejects.toMatchObject({ status: 400, param: 'tools.0' });
    await expect(
      openai.responses.create(asked('Hi', { tools: [sums({ server_url: 'http://127.0.0.1:9/mcp' })] })),
    ).rejects.toMatchObject({ status: 424, type: 'external_connector_error', param: 'tools.0' });
    const { server_url: _, ...named } = sums();
    await expect(
      openai.responses.create(asked('Hi', { tools: [{ ...named, connector_id: 'other' as never }] })),
    ).rejects.toMatchObject({ status: 400, param: 'tools.0' });
    await expect(openai.responses.create(asked('Hi', { tools: [sums(), sums()] }))).rejects.toMatchObject({
      status: 400,
    });
  });

  it('is counted with what the server offers', async () => {
    expect((await openai.responses.inputTokens.count({ model: 'm', input: 'Hi', tools: [sums()] })).input_tokens).toBe(
      3,
    );
  });
});

describe('A message with the tools of a server', () => {
  it('calls them and returns call and result', async () => {
    const { content, stop_reason: reason, usage } = await anthropic.beta.messages.create(message('call add {"a":1}'));
    expect(typesOf(content)).toEqual(['text', 'mcp_tool_use', 'mcp_tool_result', 'text']);
    expect(content[1]).toMatchObject({ name: 'add', server_name: 'sums', input: { a: 1 } });
    expect(content[2]).toMatchObject({ is_error: false, content: [{ type: 'text', text: 'add gave {"a":1}' }] });
    expect(reason).toBe('end_turn');
    expect(usage).toMatchObject({ input_tokens: 20, output_tokens: 10 });
  });

  it('names a server that may not be used', async () => {
    await expect(
      anthropic.beta.messages.create(
        message('Hi', { mcp_servers: [{ type: 'url', name: 'sums', url: 'https://127.0.0.1/' }] }),
      ),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('mcp_servers.0') });
  });
});

describe('What a client entrusts to the service for a server', () => {
  it('appears neither in responses nor in the log nor in the store', async () => {
    for (const name of await readdir(service.dataDir, { recursive: true })) {
      const content = await readFile(join(service.dataDir, name)).catch(() => Buffer.alloc(0));
      expect([name, content.includes('CANARY')]).toEqual([name, false]);
    }
    expect(JSON.stringify(service.log)).not.toContain('CANARY');
    expect(service.log.filter(({ msg }) => msg === 'mcp server')).not.toHaveLength(0);
  });
});

describe('Without servers in the configuration', () => {
  it('omits a server and reports it in a header', async () => {
    const plain = await startTestService({ models: { m: model } });
    try {
      const reply = await plain.post('/v1/responses', asked('call add {"a":1}'));
      expect(reply.status).toBe(200);
      expect([...reply.headers].join()).toContain('mcp');
      expect(mcp.headers).toEqual([]);
    } finally {
      await plain.close();
    }
  });
});
