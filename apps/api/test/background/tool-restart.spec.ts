// What becomes of the tool calls of background responses when the process that makes them goes away.
import { setTimeout as pause } from 'node:timers/promises';
import { checkResponseStream, type ResponseStreamEvent } from '@org/protocol/responses';
import { emptyUsage, type GenerationRequest, type LanguageModel, type Part, type Store } from '@org/engine';
import { buildResult, createScriptedModel, replay, ScriptedHostedTools, type ScriptStep } from '@org/engine/testing';
import { defaultMcpServerLimits } from '@org/hosted-tools';
import { STORE } from '#src/engine/tokens.js';
import { createBackground, eventsOf, get, hasEnded, pollUntil, type ApiType } from '../kit/background.js';
import { eventually } from '../kit/eventually.js';
import { startMcpServer, type McpServer } from '../kit/mcp-server.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const background = { concurrency: 16, leaseMs: 1_500, heartbeatMs: 300, pollMs: 60, batchMs: 20, maxAttempts: 3 };
const shutdown = { announceMs: 0, graceMs: 50 };
const found = { url: 'https://doors.example/oak', title: 'Oak doors', text: 'Oak doors last a century.' };
const hang = (): Promise<never> => new Promise(() => undefined);

let mcp: McpServer;
let hangs: boolean;
let searches: number;
let requests: GenerationRequest[];
let service: TestService;
let second: TestService | undefined;

beforeEach(async () => {
  hangs = true;
  searches = 0;
  requests = [];
  mcp = await startMcpServer({
    tools: [{ name: 'pay', inputSchema: { type: 'object' } }],
    call: async (_, { amount }) =>
      amount === 'hang' ? hang() : { content: [{ type: 'text', text: `Paid ${amount}.` }] },
  });
});
afterEach(async () => {
  await second?.stop();
  await service.close();
  await mcp.close();
  second = undefined;
});

const pay = (amount: string): Part => ({
  type: 'tool-call',
  callId: `c-${amount}`,
  name: 'pay',
  namespace: 'bank',
  kind: 'function',
  argumentsText: `{"amount":"${amount}"}`,
});
const search: Part = {
  type: 'tool-call',
  callId: 'c-search',
  name: 'web_search',
  kind: 'function',
  argumentsText: '{"query":"doors"}',
};
const bank = { type: 'mcp', server_label: 'bank', connector_id: 'bank', require_approval: 'never' };

/** Calls `calls` first. Once it has the results, it hangs, and with `answers` it responds. */
function model(calls: readonly Part[], answers: boolean): LanguageModel {
  return createScriptedModel({
    id: 'm',
    script(request): readonly ScriptStep[] {
      requests.push(request);
      const step = (parts: readonly (Part | string)[], unified: 'tool-calls' | 'stop'): readonly ScriptStep[] => [
        ...replay(
          buildResult(parts, {
            model: 'm',
            usage: { ...emptyUsage, inputTokens: 10, outputTokens: 5 },
            finishReason: { unified },
          }),
          4,
        ),
      ];
      if (request.messages.at(-1)?.role === 'user') return step(['Let me see. ', ...calls], 'tool-calls');
      return answers ? step(['Done.'], 'stop') : [{ type: 'delay', ms: 600_000 }];
    },
  });
}

function start(languageModel: LanguageModel, dataDir?: string): Promise<TestService> {
  return startTestService({
    models: { m: languageModel },
    config: {
      background,
      shutdown,
      mcpServers: {
        servers: [{ name: 'bank', url: mcp.url, headers: {} }],
        anyPublicUrl: false,
        ports: [443],
        limits: defaultMcpServerLimits,
      },
    },
    hostedTools: new ScriptedHostedTools({
      'web-search': {
        functions: [{ name: 'web_search', description: 'Searches', inputSchema: { type: 'object' } }],
        async call(_name, _args, _messages, numberOf) {
          searches += 1;
          if (hangs) await hang();
          const number = numberOf({ type: 'page', ...found });
          return {
            content: [{ type: 'text', text: `[${number}] ${found.text}` }],
            hosted: { type: 'web-search', queries: ['doors'], hits: [found] },
          };
        },
      },
    }),
    ...(dataDir === undefined ? {} : { dataDir }),
  });
}

/** What the model reads of the calls before its last step. */
const results = (): readonly string[] =>
  (requests.at(-1)?.messages ?? []).flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'tool-result' ? part.content.map((one) => (one.type === 'text' ? one.text : one.type)) : [],
    ),
  );

/** The events of the log, which follow one another without a gap and rebuild the stored response. */
async function checkLog(at: TestService, ended: ApiType): Promise<void> {
  const events = eventsOf(await (await get(at, `${ended.id}?stream=true`)).text());
  checkResponseStream(events as unknown as ResponseStreamEvent[]);
  expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
  expect(events.at(-1)?.['response']).toEqual(ended);
  const added = events.filter(({ type }) => type === 'response.output_item.added');
  expect(added).toHaveLength((ended['output'] as unknown[]).length);
}

describe.each(['crash', 'gentle stop'] as const)('A background response with tools, after a %s', (way) => {
  const end = (): Promise<void> => (way === 'crash' ? service.app.get<Store>(STORE).close() : service.stop());

  async function takeOver(calls: readonly Part[]): Promise<ApiType> {
    const { id } = await pending;
    await end();
    hangs = false;
    second = await start(model(calls, true), service.dataDir);
    const ended = await pollUntil(second, id, hasEnded);
    await checkLog(second, ended);
    return ended;
  }
  let pending: Promise<ApiType>;

  it('continues with the stored result of an MCP call, which it does not repeat', async () => {
    service = await start(model([pay('5')], false));
    pending = createBackground(service, { tools: [bank] });
    await eventually(() => requests.length === 2);
    await pause(200);
    const ended = await takeOver([pay('5')]);
    expect(ended).toMatchObject({
      status: 'completed',
      output: [
        { type: 'mcp_list_tools' },
        { type: 'message', status: 'completed', content: [{ text: 'Let me see. ' }] },
        { type: 'mcp_call', status: 'completed', output: 'Paid 5.' },
        { type: 'message', content: [{ text: 'Done.' }] },
      ],
    });
    expect(mcp.calls).toHaveLength(1);
    expect(results()).toEqual(['Paid 5.']);
  });

  it('reports the results of begun MCP calls as unknown and does not repeat them', async () => {
    service = await start(model([pay('hang'), pay('5')], false));
    pending = createBackground(service, { tools: [bank] });
    await eventually(() => mcp.calls.length === 2);
    await pause(200);
    const ended = await takeOver([pay('hang'), pay('5')]);
    expect(ended).toMatchObject({
      status: 'completed',
      output: [
        { type: 'mcp_list_tools' },
        { type: 'message' },
        { type: 'mcp_call', status: 'failed', error: { content: [{ text: expect.stringContaining('unknown') }] } },
        { type: 'mcp_call', status: 'completed', output: 'Paid 5.' },
        { type: 'message', content: [{ text: 'Done.' }] },
      ],
    });
    expect(mcp.calls).toHaveLength(2);
    expect(results()).toEqual([expect.stringContaining('unknown'), 'Paid 5.']);
  });

  it('fails with what its readers have where its MCP server is gone', async () => {
    service = await start(model([pay('5')], false));
    pending = createBackground(service, { tools: [bank] });
    await eventually(() => requests.length === 2);
    await pause(200);
    await mcp.close();
    const ended = await takeOver([pay('5')]);
    expect(ended).toMatchObject({
      status: 'failed',
      output: [{ type: 'mcp_list_tools' }, { type: 'message', status: 'completed' }, { type: 'mcp_call' }],
    });
    mcp = await startMcpServer({ tools: [], call: hang });
  });

  it('makes a begun web search again', async () => {
    service = await start(model([search], false));
    pending = createBackground(service, { tools: [{ type: 'web_search' }] });
    await eventually(() => searches === 1);
    const ended = await takeOver([search]);
    expect(ended).toMatchObject({
      status: 'completed',
      output: [
        { type: 'message' },
        { type: 'web_search_call', status: 'completed', action: { query: 'doors' } },
        { type: 'message' },
      ],
    });
    expect(searches).toBe(2);
    expect(results()).toEqual([`[1] ${found.text}`]);
  });
});
