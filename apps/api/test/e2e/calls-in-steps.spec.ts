// A model that reads the results of some calls before it makes the next: a cache of prompts serves it in each step.
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
  [call('web_search', { query: 'hinges' })],
  [call('add', { a: 1 }, 'sums'), call('add', { a: 2 }, 'sums')],
  [call('add', { a: 3 }, 'sums')],
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

const inSteps = [
  { role: 'user' },
  ...[2, 1, 2, 1].flatMap((calls) => [
    { role: 'assistant', parts: Array(calls).fill({ type: 'tool-call' }) },
    { role: 'tool', parts: Array(calls).fill({ type: 'tool-result' }) },
  ]),
  { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] },
  { role: 'user' },
];

describe('A response whose calls follow one another', () => {
  it('keeps the messages of each step in the next, and in the next turn, in the responses dialect', async () => {
    const openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
    const tools: OpenAI.Responses.Tool[] = [
      { type: 'web_search' },
      { type: 'mcp', server_label: 'sums', server_url: mcp.url, require_approval: 'never' },
    ];
    const first = await openai.responses.create({ model: 'm', input: 'Go', tools });
    await openai.responses.create({ model: 'm', input: 'On', tools, previous_response_id: first.id });
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
      ],
      mcp_servers: [{ type: 'url', name: 'sums', url: mcp.url } as const],
      betas: ['mcp-client-2025-11-20' as const],
    };
    const first = await anthropic.beta.messages.create({ ...params, messages: [{ role: 'user', content: 'Go' }] });
    const messages: Anthropic.Beta.BetaMessageParam[] = [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: first.content as Anthropic.Beta.BetaContentBlockParam[] },
      { role: 'user', content: 'On' },
    ];
    await anthropic.beta.messages.create({ ...params, messages });
    expect(conversation()).toMatchObject(inSteps);
  });
});
