// A model that reads the results of some calls before before it makes the next: its prompt cache has the messages of each step.
import Anthropic from '@anthropic-ai/sdk';
import type { LanguageModel, Message, Part } from '@org/engine';
import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import { defaultMcpServerLimits } from '@org/hosted-tools';
import OpenAI from 'openai';
import { startMcpServer, type McpServer } from '../kit/mcp-server.js';
import { scriptedTools } from '../kit/scripted-tools.js';
import { startTestService, type TestService } from '../kit/start-service.js';

function call(name: string, args: object, namespace?: string): Part {
  const argumentsText = JSON.stringify(args);
  const group = namespace === undefined ? {} : { namespace };
  return { type: 'tool-call', callId: `${name}-${argumentsText}`, name, kind: 'function', argumentsText, ...group };
}

/** What the model does in each step, by the number of messages with results that it has read. */
const steps: readonly (readonly (Part | string)[])[] = [
  [call('web_search', { query: 'doors' }), call('web_search', { query: 'oak' })],
  ['Now the hinges. ', call('web_search', { query: 'hinges' })],
  [call('add', { a: 1 }, 'sums'), call('add', { a: 2 }, 'sums')],
  [call('add', { a: 3 }, 'sums')],
  [call('lookup', { id: 7 })],
  ['Done.'],
];

/** The messages of each request, as a model reads them. */
const requests: (readonly Message[])[] = [];
const model: LanguageModel = createScriptedModel({
  id: 'm',
  script(request) {
    requests.push(request.messages.map(readByModel));
    const parts = steps[request.messages.filter(({ role }) => role === 'tool').length] ?? ['Done.'];
    const calls = parts.some((part) => typeof part !== 'string');
    return [...replay(buildResult(parts, { finishReason: { unified: calls ? 'tool-calls' : 'stop' } }), 4)];
  },
});

function readByModel({ parts, ...message }: Message): Message {
  return {
    ...message,
    parts: parts.map((part) => {
      if (part.type !== 'tool-result') return part;
      const { hosted: _, ...read } = part;
      return read;
    }),
  };
}

let mcp: McpServer;
let service: TestService;
beforeAll(async () => {
  mcp = await startMcpServer({
    tools: [{ name: 'add', inputSchema: { type: 'object' } }],
    call: async (name) => ({ content: [{ type: 'text', text: `${name} gave a sum` }] }),
  });
  const mcpServers = {
    servers: [{ name: 'sums', url: mcp.url, headers: {} }],
    ...{ anyPublicUrl: false, ports: [443], limits: defaultMcpServerLimits },
  };
  service = await startTestService({ models: { m: model }, hostedTools: scriptedTools(), config: { mcpServers } });
});
afterAll(async () => {
  await service.close();
  await mcp.close();
});

/** The messages of the last request. Every request begins with those of the one before. */
function conversation(): readonly Message[] {
  for (const [index, messages] of requests.slice(1).entries())
    expect(messages.slice(0, requests[index]?.length)).toEqual(requests[index]);
  return requests.splice(0).at(-1) ?? [];
}

const calls = (count: number): readonly unknown[] => Array<unknown>(count).fill({ type: 'tool-call' });
const results = (count: number): unknown => ({ role: 'tool', parts: Array(count).fill({ type: 'tool-result' }) });
const inSteps = [
  { role: 'user' },
  { role: 'assistant', parts: calls(2) },
  results(2),
  { role: 'assistant', parts: [{ type: 'text' }, ...calls(1)] },
  results(1),
  { role: 'assistant', parts: calls(2) },
  results(2),
  { role: 'assistant', parts: calls(1) },
  results(1),
  { role: 'assistant', parts: calls(1) },
  results(1),
];

describe('A response whose calls follow one another, the last of them to the client', () => {
  it('keeps the messages of each step in the next, and in the next turn, in the responses dialect', async () => {
    const openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    const tools: OpenAI.Responses.Tool[] = [
      { type: 'web_search' },
      { type: 'mcp', server_label: 'sums', server_url: mcp.url, require_approval: 'never' },
      { type: 'function', name: 'lookup', parameters: { type: 'object' }, strict: false },
    ];
    const first = await openai.responses.create({ model: 'm', input: 'Go', tools });
    const asked = first.output.find(({ type }) => type === 'function_call');
    if (asked?.type !== 'function_call') throw new Error('The model did not call the client.');
    await openai.responses.create({
      ...{ model: 'm', tools, previous_response_id: first.id },
      input: [{ type: 'function_call_output', call_id: asked.call_id, output: 'seven' }],
    });
    expect(conversation()).toMatchObject(inSteps);
    const read = [await openai.responses.retrieve(first.id), await openai.responses.inputItems.list(first.id)];
    expect(JSON.stringify(read)).not.toContain('service_result');
  });

  it('keeps the messages of each step in the next, and in the next turn, in the messages dialect', async () => {
    const anthropic = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
    const params = {
      model: 'm',
      max_tokens: 1000,
      tools: [
        { type: 'web_search_20250305', name: 'web_search' } as const,
        { type: 'mcp_toolset', mcp_server_name: 'sums' } as const,
        { name: 'lookup', input_schema: { type: 'object' } } as const,
      ],
      mcp_servers: [{ type: 'url', name: 'sums', url: mcp.url } as const],
      betas: ['mcp-client-2025-11-20' as const],
    };
    const first = await anthropic.beta.messages.create({ ...params, messages: [{ role: 'user', content: 'Go' }] });
    const asked = first.content.find(({ type }) => type === 'tool_use');
    if (asked?.type !== 'tool_use') throw new Error('The model did not call the client.');
    const messages: Anthropic.Beta.BetaMessageParam[] = [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: first.content as Anthropic.Beta.BetaContentBlockParam[] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: asked.id, content: 'seven' }] },
    ];
    await anthropic.beta.messages.create({ ...params, messages });
    expect(conversation()).toMatchObject(inSteps);
  });
});
