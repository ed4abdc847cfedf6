// Hosted tools in the steps of a turn: the service runs them, and the model reads their results.
import type { EngineError } from '#src/errors/engine-error.js';
import type { GenerationEvent } from '#src/model/generation-event.js';
import type { GenerationRequest } from '#src/model/generation-request.js';
import { ResultCollector, type GenerationResult } from '#src/model/generation-result.js';
import type { HostedToolRequest } from '#src/model/hosted-tool.js';
import type { Message } from '#src/model/message.js';
import { replay } from '#src/model/replay.js';
import { hostedGroup, type HostedTool, type ToolChoice, type ToolDefinition } from '#src/model/tool.js';
import { emptyUsage } from '#src/model/usage.js';
import type { ServerCall, ServerCallOutcome } from '#src/model/server-tool.js';
import type { HostedToolContext, OpenHostedTool } from '#src/ports/hosted-tools.js';
import { buildContext, buildRequest, buildResult, functionTool, message } from '#src/testing/builders.js';
import { EventGrammar } from '#src/testing/event-grammar.js';
import { formsOf, part, togetherForm } from '#src/testing/plain-forms.js';
import { ScriptedMcpServers } from '#src/testing/scripted-mcp-servers.js';
import { ScriptedHostedTools, type ScriptedHostedTool } from '#src/testing/scripted-hosted-tools.js';
import { createScriptedModel } from '#src/testing/scripted/scripted-model.js';
import { runTurn } from '#src/turn/run-turn.js';
import type { TurnRequest } from '#src/turn/turn-request.js';

const search: ScriptedHostedTool = {
  functions: [{ name: 'web_search', description: 'Searches the web.', inputSchema: { type: 'object' } }],
  call: (_name, args) => ({
    content: [{ type: 'text', text: `[1] https://example.org found for ${JSON.stringify(args)}` }],
    hosted: { type: 'web-search', queries: ['x'], hits: [] },
  }),
};

function hosted(over: Partial<HostedToolRequest & { kind: 'web-search' }> = {}): HostedTool {
  const run: HostedToolRequest = { kind: 'web-search', param: 'tools.0', ...over };
  return { kind: 'hosted', dialect: 'responses', apiType: 'web_search', value: {}, run };
}

function step(...parts: Parameters<typeof buildResult>[0]): readonly GenerationEvent[] {
  const calls = parts.some((one) => typeof one !== 'string' && one.type === 'tool-call');
  return [
    ...replay(
      buildResult(parts, {
        usage: { ...emptyUsage, inputTokens: 10, outputTokens: 5 },
        finishReason: { unified: calls ? 'tool-calls' : 'stop' },
      }),
      3,
    ),
  ];
}

function call(name: string, argumentsText = '{"query":"x"}') {
  return { type: 'tool-call', callId: `of-the-model-${name}`, name, kind: 'function', argumentsText } as const;
}

interface Ran {
  readonly asked: readonly GenerationRequest[];
  readonly result: GenerationResult;
  readonly hostedTools: ScriptedHostedTools;
}

async function play(
  scripts: readonly (readonly GenerationEvent[])[],
  tools: readonly ToolDefinition[],
  {
    hostedTools = new ScriptedHostedTools({ 'web-search': search }),
    toolChoice = { type: 'auto' },
    input = [message('user', 'Search')],
  }: {
    readonly hostedTools?: ScriptedHostedTools;
    readonly toolChoice?: ToolChoice;
    readonly input?: readonly Message[];
  } = {},
): Promise<Ran> {
  const asked: GenerationRequest[] = [];
  const turn: TurnRequest = {
    dialect: 'responses',
    generation: buildRequest(input, { tools, toolChoice }),
    instructions: [],
    input,
    state: { store: false },
    warnings: [],
    serverTools: { forms: formsOf(togetherForm) },
  };
  const languageModel = createScriptedModel({
    id: 'test-model',
    script: (request) => scripts[asked.push(request) - 1] ?? [],
  });
  const grammar = new EventGrammar('turn');
  const collector = new ResultCollector();
  const ports = {
    registry: { resolve: () => languageModel },
    store: { getChain: async () => [], findMissingLink: async () => undefined, putTurn: async () => true },
    hostedTools,
    mcpServers: new ScriptedMcpServers({}),
  };
  const response = {
    id: 'resp_1',
    createdAt: 0,
    takeSnapshot: () => ({ status: 'completed' as const, payload: {}, items: [] }),
  };
  for await (const event of runTurn(turn, ports, buildContext(), response)) {
    grammar.push(event);
    collector.push(event);
  }
  return { asked, result: collector.result(), hostedTools };
}

describe('A hosted tool that the service runs', () => {
  it('gives sources that the text cites by their numbers', async () => {
    const page = { type: 'page', url: 'https://example.org', title: 'Doors', text: 'All about doors' } as const;
    const hostedTools = new ScriptedHostedTools({
      'web-search': {
        ...search,
        call: (_name, _args, _messages, numberOf) => ({
          content: [{ type: 'text', text: `[${numberOf(page)}] ${page.url}` }],
        }),
      },
    });
    const { result } = await play([step(call('web_search')), step('A door [1].')], [hosted()], { hostedTools });
    expect(result.parts[1]).toEqual({
      type: 'text',
      text: 'A door.',
      citations: [{ url: page.url, title: 'Doors', quote: 'All about doors', start: 0, end: 6 }],
    });
  });

  it('is cited in later turns by a number that follows no word and that no user has written', async () => {
    const source: ServerCall = {
      ...{ callId: 'c', source: { type: 'hosted', kind: 'web-search' }, name: 'web_search', argumentsText: '{}' },
    };
    const hits = ['a', 'b'].map((name) => ({ url: `https://${name}.org`, title: name, text: name }));
    const outcome: ServerCallOutcome = {
      content: [{ type: 'text', text: '[1] a\nhttps://a.org\n\n[2] b\nhttps://b.org' }],
      hosted: { type: 'web-search', queries: [], hits },
    };
    const earlier = [message('user', 'Search'), message('assistant', part({ type: 'call', call: source, outcome }))];
    const said = async (user: string): Promise<unknown> => {
      const input = [...earlier, message('user', user)];
      const { result } = await play([step('A door [1], key[1] and list [2].')], [hosted()], { input });
      return result.parts.map((one) =>
        one.type === 'text' ? [one.text, one.citations?.map((each) => 'url' in each && each.url)] : one.type,
      );
    };
    expect(await said('And now?')).toEqual([['A door, key[1] and list.', ['https://a.org', 'https://b.org']]]);
    expect(await said('Translate "So [2]."')).toEqual([['A door, key[1] and list [2].', ['https://a.org']]]);
  });

  it('is offered as its functions, called, and shown to the model as a call with its result', async () => {
    const { asked, result, hostedTools } = await play([step(call('web_search')), step('Found')], [hosted()]);
    expect(asked[0]?.tools).toEqual([{ kind: 'function', ...search.functions[0] }]);
    expect(hostedTools.calls).toEqual([{ name: 'web_search', argumentsText: '{"query":"x"}' }]);
    expect(asked[1]?.messages.slice(1)).toMatchObject([
      { role: 'assistant', parts: [{ type: 'tool-call', name: 'web_search', argumentsText: '{"query":"x"}' }] },
      { role: 'tool', parts: [{ type: 'tool-result', content: [{ text: expect.stringContaining('[1]') }] }] },
    ]);
    expect(asked[1]?.messages[1]?.parts[0]).not.toHaveProperty('namespace');
    expect(result.parts.map(({ type }) => type)).toEqual(['opaque', 'text']);
    expect(result.parts[0]).toMatchObject({
      serverTool: { type: 'call', call: { source: { type: 'hosted', kind: 'web-search' } }, outcome: { hosted: {} } },
    });
    expect(hostedTools.inUse).toBe(0);
  });

  it('has another name where a tool of the client has its name', async () => {
    const own = functionTool('web_search');
    const { asked, hostedTools } = await play([step(call('service_web_search')), step('Found')], [own, hosted()]);
    expect(asked[0]?.tools.map((tool) => tool.name)).toEqual(['web_search', 'service_web_search']);
    expect(hostedTools.calls).toHaveLength(1);
  });

  it('has another name in earlier calls too where a tool of the client has its name', async () => {
    const made = { callId: 'call_0', source: { type: 'hosted', kind: 'web-search' }, name: 'web_search' } as const;
    const outcome = { content: [], hosted: { type: 'web-search', queries: [], hits: [] } } as const;
    const input = [
      message('user', 'Search'),
      message('assistant', part({ type: 'call', call: { ...made, argumentsText: '{}' }, outcome })),
      message('user', 'Again'),
    ];
    const own = functionTool('web_search');
    const { asked } = await play([step(call('service_web_search')), step('Found')], [own, hosted()], { input });
    const names = asked.map(({ messages }) =>
      messages.flatMap(({ parts }) => parts.flatMap((one) => (one.type === 'tool-call' ? [one.name] : []))),
    );
    expect(names).toEqual([['service_web_search'], ['service_web_search', 'service_web_search']]);
  });

  it('receives the calls of its own functions where the request has another of its kind', async () => {
    const reached: string[] = [];
    class TwoSearches extends ScriptedHostedTools {
      override async open(request: HostedToolRequest, context: HostedToolContext): Promise<OpenHostedTool> {
        const tool = await super.open(request, context);
        return {
          ...tool,
          call: async (name, argumentsText) => {
            reached.push(request.param);
            return tool.call(name, argumentsText);
          },
        };
      }
    }
    await play(
      [step(call('service_web_search'), call('web_search')), step('Found')],
      [hosted({ param: 'tools.0' }), hosted({ param: 'tools.1' })],
      { hostedTools: new TwoSearches({ 'web-search': search }) },
    );
    expect(reached).toEqual(['tools.1', 'tools.0']);
  });

  it('makes at most `maxUses` calls, and the model reads that the others were not made', async () => {
    const { hostedTools, result } = await play(
      [step(call('web_search'), call('web_search', '{"query":"y"}')), step('Found')],
      [hosted({ maxUses: 1 })],
    );
    expect(hostedTools.calls).toHaveLength(1);
    expect(result.parts[1]).toMatchObject({
      serverTool: { outcome: { isError: true, hosted: { type: 'failed', code: 'max-uses-exceeded' } } },
    });
  });

  it('counts its uses itself: a call with invalid arguments is none', async () => {
    const { hostedTools, result } = await play(
      [step(call('web_search', 'no JSON'), call('web_search')), step('Found')],
      [hosted({ maxUses: 1 })],
    );
    expect(hostedTools.calls).toHaveLength(2);
    expect(result.parts[1]).toMatchObject({ serverTool: { outcome: { hosted: { type: 'web-search' } } } });
  });

  it('is closed where the request approves a call of a server that it does not name', async () => {
    const erase = {
      callId: 'ask_1',
      source: { type: 'mcp', server: 'docs' },
      name: 'erase',
      argumentsText: '{}',
    } as const;
    const input = [
      message('assistant', part({ type: 'approval-request', call: erase })),
      message('user', part({ type: 'approval', requestId: 'ask_1', approved: true })),
    ];
    const hostedTools = new ScriptedHostedTools({ 'web-search': search });
    const failure = await play([], [hosted()], { hostedTools, input }).catch((thrown: EngineError) => thrown);
    expect(failure).toMatchObject({ code: 'invalid-request', param: 'tools' });
    expect(hostedTools.opened).toHaveLength(1);
    expect(hostedTools.inUse).toBe(0);
  });

  it('is called once where the choice requires it, and the model is free afterwards', async () => {
    const { asked } = await play([step(call('web_search')), step('Found')], [hosted(), functionTool('other')], {
      toolChoice: { type: 'allowed', mode: 'required', tools: [hostedGroup('web-search')] },
    });
    expect(asked.map(({ toolChoice }) => toolChoice)).toEqual([{ type: 'tool', name: 'web_search' }, { type: 'auto' }]);
  });

  it('reads the conversation with the outcomes of earlier calls', async () => {
    const read: (readonly Message[])[] = [];
    const hostedTools = new ScriptedHostedTools({
      'web-search': {
        ...search,
        call: (name, args, messages, numberOf) => {
          read.push(messages);
          return search.call(name, args, messages, numberOf);
        },
      },
    });
    await play([step(call('web_search')), step(call('web_search', '{"query":"y"}')), step('Found')], [hosted()], {
      hostedTools,
    });
    expect(JSON.stringify(read[0])).toContain('Search');
    expect(JSON.stringify(read[1])).toContain('https://example.org found');
  });

  it('that names something unknown is an error of its field', async () => {
    const hostedTools = new ScriptedHostedTools({ 'web-search': { ...search, failOpen: true } });
    const failure = await play([], [hosted()], { hostedTools }).catch((thrown: EngineError) => thrown);
    expect(failure).toMatchObject({ code: 'invalid-request', param: 'tools.0' });
  });
});
