// Tools of MCP servers as OpenAI's agents SDK requests them: it rejects calls of a deferred server that no search has
// found.
import { Agent, hostedMcpTool, Runner, setTracingDisabled } from '@openai/agents-core';
import { OpenAIResponsesModel, toolSearchTool } from '@openai/agents-openai';
import { defaultMcpServerLimits } from '@org/hosted-tools';
import OpenAI from 'openai';
import { callingModel } from '../kit/calling-model.js';
import { startMcpServer, type McpServer } from '../kit/mcp-server.js';
import { startTestService, type TestService } from '../kit/start-service.js';

// Tracing would report every run to OpenAI.
setTracingDisabled(true);

let mcp: McpServer;
let service: TestService;
let model: OpenAIResponsesModel;
const runner = new Runner({ tracingDisabled: true });

beforeAll(async () => {
  mcp = await startMcpServer({
    tools: [{ name: 'add', inputSchema: { type: 'object' } }],
    call: async (_, { a }) => ({ content: [{ type: 'text', text: `a is ${String(a)}` }] }),
  });
  const mcpServers = {
    servers: [{ name: 'sums', url: mcp.url, headers: {} }],
    anyPublicUrl: false,
    ports: [443],
    limits: defaultMcpServerLimits,
  };
  service = await startTestService({ models: { m: callingModel() }, config: { mcpServers } });
  model = new OpenAIResponsesModel(
    new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 }),
    'm',
  );
});
afterAll(async () => {
  await service.close();
  await mcp.close();
});

const sums = (deferLoading: boolean) =>
  hostedMcpTool({ serverLabel: 'sums', serverUrl: mcp.url, requireApproval: 'never', deferLoading });

describe('a server that OpenAI’s agents SDK names', () => {
  it.each([
    ['at once', () => [sums(false)], []],
    ['deferred', () => [sums(true), toolSearchTool()], ['tool_search_call_item', 'tool_search_output_item']],
  ])('is called where it is to be loaded %s, in a stream and in the turns that follow', async (_, tools, found) => {
    const agent = new Agent({ name: 'Clerk', model, tools: tools() });
    const { finalOutput, newItems, history } = await runner.run(agent, 'call add {"a":1}');
    expect(finalOutput).toBe('Heard: a is 1');
    expect(newItems.map(({ type }) => type)).toEqual([
      'tool_call_item',
      'message_output_item',
      ...found,
      'tool_call_item',
      'message_output_item',
    ]);
    const run = await runner.run(agent, [...history, { role: 'user', content: 'call add {"a":2}' }], { stream: true });
    await run.completed;
    expect(run.finalOutput).toBe('Heard: a is 2');
  });
});
