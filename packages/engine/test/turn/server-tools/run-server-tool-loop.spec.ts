import { EngineError } from '#src/errors/engine-error.js';
import { createScriptedModel } from '#src/testing/scripted/scripted-model.js';
import type { ScriptStep } from '#src/testing/scripted/script.js';
import { EventGrammar } from '#src/testing/event-grammar.js';
import type { GenerationEvent } from '#src/model/generation-event.js';
import type { GenerationRequest } from '#src/model/generation-request.js';
import { ResultCollector, type GenerationResult } from '#src/model/generation-result.js';
import type { Message } from '#src/model/message.js';
import type { ModelInfo } from '#src/model/model-info.js';
import type { Part, ToolCallPart } from '#src/model/part.js';
import { replay } from '#src/model/replay.js';
import type { ServerTool, McpServerRequest } from '#src/model/server-tool.js';
import type { HostedTool } from '#src/model/tool.js';
import { emptyUsage } from '#src/model/usage.js';
import type { LanguageModel } from '#src/ports/language-model.js';
import type { RunContext } from '#src/ports/run-context.js';
import type { ServerToolForm } from '#src/ports/server-tool-form.js';
import type { ChainTurn } from '#src/ports/store.js';
import { callLimit } from '#src/turn/server-tools/run-server-tool-loop.js';
import { buildContext, buildRequest, buildResult, functionTool, message } from '#src/testing/builders.js';
import { ScriptedMcpServers, type ScriptedMcpServer } from '#src/testing/scripted-mcp-servers.js';
import { expandServerCalls } from '#src/turn/server-tools/expand-server-calls.js';
import { serverToolHistory } from '#src/turn/server-tools/server-tool-history.js';
import { assembleContext } from '#src/turn/context/assemble-context.js';
import { countTurn } from '#src/turn/count-turn.js';
import { runTurn } from '#src/turn/run-turn.js';
import type { TurnRequest } from '#src/turn/turn-request.js';
import { formsOf, separateForm, part, togetherForm } from '#src/testing/plain-forms.js';

const add: ServerTool = { name: 'add', description: 'Adds', inputSchema: { type: 'object' } };
const erase: ServerTool = { name: 'erase', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } };
const docs: ScriptedMcpServer = {
  tools: [add, erase],
  call: (name, args) => ({ content: [{ type: 'text', text: `${name} ${JSON.stringify(args)}` }] }),
};

function hosted(over: Partial<McpServerRequest> = {}): HostedTool {
  const server: McpServerRequest = {
    label: 'docs',
    address: { type: 'name', name: 'docs' },
    approval: 'never',
    param: 'tools.0',
    ...over,
  };
  return { kind: 'hosted', dialect: 'responses', apiType: 'mcp', value: {}, server };
}

function call(name: string, argumentsText = '{"a":1}', callId = `of-the-model-${name}`): ToolCallPart {
  return { type: 'tool-call', callId, name, namespace: 'docs', kind: 'function', argumentsText };
}

/** A step with a usage of 10 tokens in and 5 out. */
function step(parts: readonly (Part | string)[], over: Partial<GenerationResult> = {}): readonly GenerationEvent[] {
  const calls = parts.some((one) => typeof one !== 'string' && one.type === 'tool-call');
  return [
    ...replay(
      buildResult(parts, {
        usage: { ...emptyUsage, inputTokens: 10, outputTokens: 5 },
        finishReason: { unified: calls ? 'tool-calls' : 'stop' },
        ...over,
      }),
      3,
    ),
  ];
}

interface Setting {
  readonly servers?: ScriptedMcpServers;
  readonly form?: ServerToolForm;
  readonly tools?: TurnRequest['generation']['tools'];
  readonly input?: readonly Message[];
  readonly generation?: Partial<GenerationRequest>;
  readonly maxCalls?: number;
  readonly pausesAtLimit?: boolean;
  readonly native?: LanguageModel['native'];
  readonly context?: RunContext;
  readonly earlier?: readonly ChainTurn[];
  readonly contextLength?: number;
}

interface Ran {
  readonly events: readonly GenerationEvent[];
  readonly result: GenerationResult;
  readonly error: EngineError | undefined;
  readonly asked: readonly GenerationRequest[];
  readonly servers: ScriptedMcpServers;
}

function turnOf({
  form = togetherForm,
  tools = [hosted()],
  input = [message('user', 'Add')],
  generation = {},
  maxCalls,
  pausesAtLimit = false,
  earlier = [],
}: Setting): TurnRequest {
  return {
    dialect: 'responses',
    generation: buildRequest(input, { tools, ...generation }),
    instructions: [],
    input,
    state: { store: false, ...(earlier.length > 0 && { previousId: 'resp_0' }) },
    warnings: [],
    serverTools: { forms: { ...formsOf(form), pausesAtLimit }, ...(maxCalls !== undefined && { maxCalls }) },
  };
}

/** Runs a turn whose model plays one script after the other. */
async function play(scripts: readonly (readonly ScriptStep[])[], setting: Setting = {}): Promise<Ran> {
  const { servers = new ScriptedMcpServers({ docs }), earlier = [], native, contextLength } = setting;
  const asked: GenerationRequest[] = [];
  const scripted = createScriptedModel({
    id: 'test-model',
    script: (request) => scripts[asked.push(request) - 1] ?? [],
  });
  const modelInfo = async (): Promise<ModelInfo> => ({
    ...(await scripted.modelInfo()),
    ...(contextLength !== undefined && { contextLength }),
  });
  const languageModel = { ...scripted, modelInfo, ...(native !== undefined && { native }) };
  const ports = {
    registry: { resolve: () => languageModel },
    store: { getChain: async () => earlier, findMissingLink: async () => undefined, putTurn: async () => true },
    mcpServers: servers,
  };
  const grammar = new EventGrammar('turn');
  const collector = new ResultCollector();
  const events: GenerationEvent[] = [];
  try {
    for await (const event of runTurn(turnOf(setting), ports, setting.context ?? buildContext(), {
      id: 'resp_1',
      createdAt: 0,
      takeSnapshot: () => ({ status: 'completed', payload: {}, items: [] }),
    })) {
      grammar.push(event);
      collector.push(event);
      events.push(event);
    }
    grammar.end();
    return { events, result: collector.result(), error: undefined, asked, servers };
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) throw thrown;
    return { events, result: collector.result(), error: thrown, asked, servers };
  }
}

const kinds = (parts: readonly Part[]): readonly string[] =>
  parts.map((one) => (one.type === 'opaque' ? one.apiType : one.type));
const outcomesOf = (parts: readonly Part[]): readonly unknown[] =>
  parts.flatMap((one) =>
    one.type === 'opaque' &&
    (one.serverTool?.type === 'call' || one.serverTool?.type === 'result') &&
    one.serverTool.outcome !== undefined
      ? [one.serverTool.outcome]
      : [],
  );

describe('A response with the tools of a server', () => {
  it("offers them in a group of the server's label, calls what the model calls, and asks it again with the outcome", async () => {
    const { result, asked, servers } = await play([step(['Let me see. ', call('add')]), step(['It is 1.'])]);
    expect(asked[0]?.tools).toEqual([
      { kind: 'function', name: 'add', namespace: 'docs', description: 'Adds', inputSchema: { type: 'object' } },
      { kind: 'function', name: 'erase', namespace: 'docs', inputSchema: { type: 'object' } },
    ]);
    expect(servers.calls).toEqual([{ server: 'docs', name: 'add', argumentsText: '{"a":1}' }]);
    expect(asked[1]?.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'Let me see. ' },
          { ...call('add'), callId: 'call_1' },
        ],
      },
      {
        role: 'tool',
        parts: [
          { type: 'tool-result', callId: 'call_1', kind: 'function', content: [{ type: 'text', text: 'add {"a":1}' }] },
        ],
      },
    ]);
    expect(kinds(result.parts)).toEqual(['listing', 'text', 'call', 'text']);
    expect(result.finishReason.unified).toBe('stop');
    expect(servers.inUse).toBe(0);
  });

  it('costs what its steps cost together', async () => {
    const { result, events } = await play([step([call('add')]), step(['Done'])]);
    expect(result.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 });
    expect(events.find(({ type }) => type === 'generation-usage')).toMatchObject({
      usage: { inputTokens: 10, outputTokens: 5 },
    });
  });

  it.each([
    ['shows outcomes in their calls', togetherForm, ['listing', 'call', 'text', 'call', 'text']],
    ['shows them apart', separateForm, ['call', 'text', 'call', 'result', 'result', 'text']],
  ] as const)('makes the calls of a step all at once, where the dialect %s', async (_, form, expected) => {
    let started = 0;
    const both = Promise.withResolvers<undefined>();
    const meeting: ScriptedMcpServer = {
      tools: [add, erase],
      async call(name) {
        started += 1;
        if (started === 2) both.resolve(undefined);
        await both.promise;
        return { content: [{ type: 'text', text: name }] };
      },
    };
    const { result } = await play([step([call('add'), 'and', call('erase')]), step(['Done'])], {
      form,
      servers: new ScriptedMcpServers({ docs: meeting }),
    });
    expect(kinds(result.parts)).toEqual(expected);
    expect(outcomesOf(result.parts)).toEqual([
      { content: [{ type: 'text', text: 'add' }] },
      { content: [{ type: 'text', text: 'erase' }] },
    ]);
  });

  it('streams the arguments while the model writes them', async () => {
    const { events } = await play([step([call('add', '{"a":12}')]), step(['Done'])]);
    const deltas = events.flatMap((event) =>
      event.type === 'part-delta' && event.delta.type === 'opaque' ? [event.delta.value['piece']] : [],
    );
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.join('')).toBe('{"a":12}');
  });

  it('stores for a later turn exactly the input of its last step', async () => {
    const scripts = [
      step(['One. ', call('add')]),
      step([{ type: 'reasoning', text: 'Hm.' }, call('erase'), call('add', '{}', 'again')]),
      step(['Three.']),
    ];
    const { result, asked } = await play(scripts);
    const earlier: ChainTurn[] = [
      {
        id: 'resp_0',
        dialect: 'responses',
        model: 'm',
        status: 'completed',
        input: [message('user', 'Add')],
        output: [{ role: 'assistant', parts: result.parts }],
      },
    ];
    const next = assembleContext(turnOf({ input: [message('user', 'More')], earlier }), earlier);
    expect(next.messages).toEqual([
      ...(asked[2]?.messages ?? []),
      message('assistant', 'Three.'),
      message('user', 'More'),
    ]);
  });

  it.each([
    ['in their calls', togetherForm],
    ['apart', separateForm],
  ])('continues in each step from the messages of the step before, with outcomes %s', async (_, form) => {
    const reasoning: Part = { type: 'reasoning', text: 'Hm. ' };
    const steps = [
      [call('add'), call('erase')],
      [call('add', '{"a":2}')],
      [reasoning, call('erase', '{"a":3}')],
      ['Now ', call('add', '{"a":4}'), call('add', '{"a":5}')],
      [call('add', '{"a":6}')],
      ['Done'],
    ];
    const { asked } = await play(
      steps.map((parts) => step(parts)),
      { form },
    );
    expect(asked).toHaveLength(steps.length);
    for (const [index, { messages }] of asked.slice(1).entries()) {
      const before = asked[index]?.messages ?? [];
      const parts = steps[index]?.map((one) => (typeof one === 'string' ? 'text' : one.type)) ?? [];
      expect(messages.slice(0, before.length)).toEqual(before);
      expect(messages.slice(before.length).map((one) => [one.role, kinds(one.parts)])).toEqual([
        ['assistant', parts],
        ['tool', parts.filter((type) => type === 'tool-call').map(() => 'tool-result')],
      ]);
    }
  });

  it('stores a call whose approval was denied apart from the calls of the step before', async () => {
    const { result } = await play([step([call('add')]), step([call('erase')])], {
      tools: [hosted({ approval: { never: { names: ['add'] } } })],
    });
    const asked = result.parts.flatMap((one) =>
      one.type === 'opaque' && one.serverTool?.type === 'approval-request' ? [one.serverTool.call.callId] : [],
    );
    const denied = part({ type: 'approval', requestId: asked[0] ?? '', approved: false });
    const conversation = [message('assistant', ...result.parts), message('user', denied)];
    const expanded = expandServerCalls(conversation, serverToolHistory(conversation, []));
    expect(expanded.map((one) => [one.role, kinds(one.parts)])).toEqual([
      ['assistant', ['tool-call']],
      ['tool', ['tool-result']],
      ['assistant', ['tool-call']],
      ['tool', ['tool-result']],
    ]);
  });

  it('ends where the model calls a client tool, but makes the other calls', async () => {
    const mine: ToolCallPart = {
      type: 'tool-call',
      callId: 'call_mine',
      name: 'mine',
      kind: 'function',
      argumentsText: '{}',
    };
    const { result, asked, servers } = await play([step([call('add'), mine])], {
      tools: [functionTool('mine'), hosted()],
    });
    expect(kinds(result.parts)).toEqual(['listing', 'call', 'tool-call']);
    expect(result.finishReason.unified).toBe('tool-calls');
    expect(servers.calls).toHaveLength(1);
    expect(asked).toHaveLength(1);
  });

  it.each(['length', 'content-filter', 'refusal'] as const)(
    'makes no call of a step that ended with %s',
    async (unified) => {
      const { result, servers } = await play([step([call('add', '{"a":')], { finishReason: { unified } })]);
      expect(servers.calls).toEqual([]);
      expect(outcomesOf(result.parts)).toMatchObject([{ isError: true }]);
      expect(result.finishReason.unified).toBe(unified);
    },
  );

  it('makes no more calls than the limit, and withdraws the tools then', async () => {
    const { result, asked, servers } = await play([step([call('add'), call('erase')]), step(['Enough'])], {
      maxCalls: 1,
      tools: [functionTool('mine'), hosted()],
    });
    expect(servers.calls).toHaveLength(1);
    expect(outcomesOf(result.parts)[1]).toMatchObject({ isError: true });
    expect(asked[1]?.tools).toEqual([functionTool('mine')]);
  });

  it('ends though its model continues to call withdrawn tools', async () => {
    const { result, asked, servers, error } = await play(
      Array.from({ length: 5 }, () => step([call('add')])),
      { maxCalls: 1 },
    );
    expect(error).toBeUndefined();
    expect(servers.calls).toHaveLength(1);
    expect(asked).toHaveLength(3);
    expect(result.finishReason.unified).toBe('stop');
  });

  it('lets a model that calls a withdrawn tool read that, and answer', async () => {
    const { result, asked } = await play([step([call('add')]), step([call('add')]), step(['Enough'])], { maxCalls: 1 });
    expect(asked[2]?.messages.at(-1)?.parts).toMatchObject([{ type: 'tool-result', isError: true }]);
    expect(result.parts.at(-1)).toMatchObject({ text: 'Enough' });
  });

  it('pauses at the limit where the dialect continues paused responses', async () => {
    const { result, asked, servers } = await play([step([call('add')]), step([call('add'), call('erase')])], {
      maxCalls: 2,
      pausesAtLimit: true,
    });
    expect(asked).toHaveLength(2);
    expect(servers.calls).toHaveLength(2);
    expect(result.finishReason).toEqual({ unified: 'paused' });
    // Each call has an outcome: a client that sends the response back makes no call twice.
    expect(outcomesOf(result.parts)).toHaveLength(3);
    expect(result.usage).toMatchObject({ inputTokens: 20, outputTokens: 10 });
  });

  it('does not pause below the limit', async () => {
    const { result } = await play([step([call('add')]), step(['Done'])], { maxCalls: 2, pausesAtLimit: true });
    expect(result.finishReason.unified).toBe('stop');
  });

  it('ends although its model never stops calling', async () => {
    const { result, servers } = await play(
      Array.from({ length: callLimit + 1 }, (_, n) => (n < callLimit ? step([call('add')]) : step(['At last']))),
    );
    expect(servers.calls).toHaveLength(callLimit);
    expect(result.parts.at(-1)).toMatchObject({ text: 'At last' });
  });

  it('spends the cap on output in all steps together', async () => {
    const { asked, result } = await play([step([call('add')]), step([call('add')])], {
      generation: { limits: { maxOutputTokens: 10 } },
    });
    expect(asked.map(({ limits }) => limits.maxOutputTokens)).toEqual([10, 5]);
    expect(result.finishReason.unified).toBe('length');
  });

  it('requires a call once where the tool choice requires one', async () => {
    const { asked } = await play([step([call('add')]), step(['Done'])], {
      generation: { toolChoice: { type: 'required' } },
    });
    expect(asked.map(({ toolChoice }) => toolChoice.type)).toEqual(['required', 'auto']);
  });

  it('reports a failed tool to the model, and continues', async () => {
    const broken: ScriptedMcpServer = {
      tools: [add],
      call: () => ({ content: [], failure: { kind: 'http', code: 502, message: 'Bad gateway' } }),
    };
    const { asked, result } = await play([step([call('add')]), step(['It failed'])], {
      servers: new ScriptedMcpServers({ docs: broken }),
    });
    expect(asked[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      parts: [{ isError: true, content: [{ text: 'The call failed: Bad gateway' }] }],
    });
    expect(result.finishReason.unified).toBe('stop');
  });

  const library = (text: string): ScriptedMcpServers =>
    new ScriptedMcpServers({
      docs: {
        tools: [add],
        call: () => ({
          content: [
            { type: 'text', text },
            { type: 'text', text: 'end' },
          ],
        }),
      },
    });
  const modelRequests = ({ asked }: Ran): readonly Part[] =>
    asked
      .at(-1)
      ?.messages.flatMap(({ parts }) => parts.flatMap((one) => (one.type === 'tool-result' ? one.content : []))) ?? [];

  it.each([
    ['one response', 1, 'x'],
    ['several together', 3, 'x'],
    ['other scripts', 2, '漢'],
    ['characters of two units', 2, '🦊'],
  ])('truncates results beyond the context of the model, with a note to the model: %s', async (_, calls, letter) => {
    const servers = library(letter.repeat(100_000));
    const ran = await play([step([...Array(calls).keys()].map((n) => call('add', '{}', `c${n}`))), step(['Done'])], {
      servers,
      contextLength: 4_000,
    });
    const texts = modelRequests(ran).map((one) => (one.type === 'text' ? one.text : ''));
    expect(texts).toHaveLength(2 * calls);
    const bytes = texts
      .filter((text) => text.startsWith(letter))
      .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeGreaterThan(3_900);
    expect(bytes).toBeLessThanOrEqual(4_000 - 15);
    const [remaining = '', note = ''] = texts;
    const total = 100_000 * letter.length + 3;
    expect(note).toBe(
      `[${total - remaining.length} of the ${total} characters of this tool result are left out: they are more than the model can read. Ask for less at a time.]`,
    );
    expect(remaining.isWellFormed()).toBe(true);
    expect(outcomesOf(ran.result.parts)[0]).toEqual({
      content: [
        { type: 'text', text: remaining },
        { type: 'text', text: note },
      ],
    });
  });

  it('truncates nothing that fits the context, nor where the context length is unknown', async () => {
    const texts = ['x'.repeat(3_900), 'end'].map((text) => ({ type: 'text', text }));
    expect(
      modelRequests(
        await play([step([call('add')]), step(['Done'])], {
          servers: library('x'.repeat(3_900)),
          contextLength: 4_000,
        }),
      ),
    ).toEqual(texts);
    expect(
      modelRequests(await play([step([call('add')]), step(['Done'])], { servers: library('x'.repeat(3_900)) })),
    ).toEqual(texts);
  });

  it('shows the start of a result though there is hardly space for it', async () => {
    const ran = await play([step([call('add')]), step(['Done'])], {
      servers: library('x'.repeat(5_000)),
      contextLength: 20,
    });
    expect(modelRequests(ran)[0]).toEqual({ type: 'text', text: 'x'.repeat(256) });
  });

  it('offers what the request allows', async () => {
    const { asked, result } = await play([step(['Hi'])], { tools: [hosted({ allowed: { names: ['add'] } })] });
    expect(asked[0]?.tools.map((tool) => tool.name)).toEqual(['add']);
    expect(result.parts[0]).toMatchObject({ serverTool: { type: 'listing', tools: [{ name: 'add' }] } });
  });

  it('does not list tools again that the conversation holds', async () => {
    const listed = part({ type: 'listing', server: 'docs', tools: [add] });
    const { asked, servers, result } = await play([step(['Hi'])], {
      input: [message('assistant', listed), message('user', 'Add')],
    });
    expect(servers.listed).toEqual([]);
    expect(asked[0]?.tools).toHaveLength(1);
    expect(asked[0]?.messages).toEqual([message('user', 'Add')]);
    expect(kinds(result.parts)).toEqual(['text']);
  });

  it('is left to an upstream that speaks the dialect', async () => {
    const { asked, servers } = await play([step(['Hi'])], { native: { dialect: 'responses', signer: 'far' } });
    expect(servers.opened).toEqual([]);
    expect(asked[0]?.tools).toEqual([hosted()]);
  });

  it('counts among the input of a turn', async () => {
    const counted: GenerationRequest[] = [];
    const languageModel: LanguageModel = {
      ...createScriptedModel({ id: 'm', script: [] }),
      countTokens: async (request) => ({ inputTokens: counted.push(request) }),
    };
    const servers = new ScriptedMcpServers({ docs });
    await countTurn(turnOf({}), { messages: [message('user', 'Add')], warnings: [] }, languageModel, buildContext(), {
      mcpServers: servers,
    });
    expect(counted[0]?.tools).toHaveLength(2);
    expect(servers.inUse).toBe(0);
  });
});

describe('A response with the tools of a server fails', () => {
  it('when the server is unreachable, and leaves no other connection open', async () => {
    const servers = new ScriptedMcpServers({ docs, dead: { tools: [], failList: true } });
    const { error, asked } = await play([], {
      servers,
      tools: [hosted(), hosted({ label: 'dead', param: 'tools.1' })],
    });
    expect(error).toMatchObject({ code: 'mcp-server-failed', param: 'tools.1' });
    expect(asked).toEqual([]);
    expect(servers.inUse).toBe(0);
  });

  it('when the server may not be used', async () => {
    const { error, servers } = await play([], { tools: [hosted(), hosted({ label: 'other', param: 'tools.1' })] });
    expect(error).toMatchObject({ code: 'invalid-request', param: 'tools.1' });
    expect(servers.inUse).toBe(0);
  });

  it('when its label is the name of a group', async () => {
    const { error } = await play([], { tools: [{ ...functionTool('f'), namespace: 'docs' }, hosted()] });
    expect(error).toMatchObject({ code: 'invalid-request', param: 'tools.0' });
  });

  it('without retry after its first call, because a retry would repeat the call', async () => {
    const busy = { type: 'throw' as const, error: new EngineError('overloaded', 'Later', { retryAfter: 61 }) };
    const { error, result, servers } = await play([step([call('add')]), [busy]]);
    expect(error).toMatchObject({ code: 'overloaded', retryable: false });
    expect(result.usage).toMatchObject({ inputTokens: 10, outputTokens: 5 });
    expect(servers.inUse).toBe(0);
  });

  it('not because the model is busy for a moment: that is waited for, and the call is not made again', async () => {
    const busy = { type: 'throw' as const, error: new EngineError('overloaded', 'Later') };
    const { error, asked, servers } = await play([step([call('add')]), [busy], step([])]);
    expect(error).toBeUndefined();
    expect([asked.length, servers.calls.length]).toEqual([3, 1]);
  });

  it('at once when it is given up while the model is busy', async () => {
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), 20);
    const busy = { type: 'throw' as const, error: new EngineError('overloaded', 'Later', { retryAfter: 30 }) };
    const { error } = await play([step([call('add')]), [busy]], { context: buildContext({ signal: leaving.signal }) });
    expect(error?.code).toBe('cancelled');
  });

  it('like any other before its first call', async () => {
    const { error } = await play([[{ type: 'throw', error: new EngineError('overloaded', 'Later') }]]);
    expect(error?.retryable).toBeUndefined();
  });

  it('at once when it is given up while tools work', async () => {
    const leaving = new AbortController();
    const slow: ScriptedMcpServer = {
      tools: [add, erase],
      call: async () => (leaving.abort(), new Promise<never>(() => undefined)),
    };
    const servers = new ScriptedMcpServers({ docs: slow });
    const { error } = await play([step([call('add'), call('erase')])], {
      servers,
      context: buildContext({ signal: leaving.signal }),
    });
    expect(error?.code).toBe('cancelled');
    expect(servers.inUse).toBe(0);
  });
});

describe('A call that waits for approval', () => {
  const asking = { tools: [hosted({ approval: { never: { names: ['add'] } } })] };
  const request = part({
    type: 'approval-request',
    call: { callId: 'ask_1', source: { type: 'mcp', server: 'docs' }, name: 'erase', argumentsText: '{"b":2}' },
  });
  const asked = [message('user', 'Erase'), message('assistant', request)];
  const decision = (approved: boolean, reason?: string): Message =>
    message('user', part({ type: 'approval', requestId: 'ask_1', approved, ...(reason !== undefined && { reason }) }));

  it('is requested and ends the response, while others are made', async () => {
    const { result, servers } = await play([step([call('erase', '{"b":2}'), call('add')])], asking);
    expect(kinds(result.parts)).toEqual(['listing', 'approval-request', 'call']);
    expect(result.parts[1]).toMatchObject({
      serverTool: { call: { source: { type: 'mcp', server: 'docs' }, name: 'erase', argumentsText: '{"b":2}' } },
    });
    expect(servers.calls.map(({ name }) => name)).toEqual(['add']);
    expect(result.finishReason.unified).toBe('stop');
  });

  it('is made without it, where the dialect knows none', async () => {
    const { servers } = await play([step([call('erase')]), step(['Done'])], { ...asking, form: separateForm });
    expect(servers.calls).toHaveLength(1);
  });

  it('is made before the model is asked, once the client consents', async () => {
    const {
      result,
      servers,
      asked: modelRequests,
    } = await play([step(['Erased'])], { ...asking, input: [...asked, decision(true), decision(true)] });
    expect(servers.calls).toEqual([{ server: 'docs', name: 'erase', argumentsText: '{"b":2}' }]);
    expect(kinds(result.parts)).toEqual(['listing', 'call', 'text']);
    expect(result.parts[1]).toMatchObject({ serverTool: { call: { approvalId: 'ask_1' } } });
    expect(modelRequests[0]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', parts: [{ type: 'tool-call', name: 'erase' }] },
      { role: 'tool', parts: [{ type: 'tool-result' }] },
    ]);
  });

  it('is reported though the model then fails, and is not repeated', async () => {
    const { error, result } = await play([[{ type: 'throw', error: new EngineError('upstream-failed', 'Gone') }]], {
      ...asking,
      input: [...asked, decision(true)],
    });
    expect(error).toMatchObject({ code: 'upstream-failed', retryable: false });
    expect(kinds(result.parts)).toEqual(['listing', 'call']);
  });

  it('is not made again in later turns', async () => {
    const made = part({
      type: 'call',
      call: {
        callId: 'call_9',
        source: { type: 'mcp', server: 'docs' },
        name: 'erase',
        argumentsText: '{"b":2}',
        approvalId: 'ask_1',
      },
      outcome: { content: [] },
    });
    const { servers } = await play([step(['Hi'])], {
      ...asking,
      input: [...asked, decision(true), message('assistant', made), decision(true)],
    });
    expect(servers.calls).toEqual([]);
  });

  it('is not repeated where another server has reported it without the request', async () => {
    const made = part({
      type: 'call',
      call: { callId: 'call_9', source: { type: 'mcp', server: 'docs' }, name: 'erase', argumentsText: '{"b":2}' },
      outcome: { content: [] },
    });
    const { servers, asked: modelRequests } = await play([step(['Hi'])], {
      ...asking,
      input: [...asked, decision(true), message('assistant', made), message('user', 'Well?')],
    });
    expect(servers.calls).toEqual([]);
    expect(modelRequests[0]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  it('is made where only another call has been made since', async () => {
    const other = part({
      type: 'call',
      call: { callId: 'call_9', source: { type: 'mcp', server: 'docs' }, name: 'erase', argumentsText: '{"b":3}' },
      outcome: { content: [] },
    });
    const { servers } = await play([step(['Hi'])], {
      ...asking,
      input: [...asked, decision(true), message('assistant', other), message('user', 'Well?')],
    });
    expect(servers.calls).toMatchObject([{ argumentsText: '{"b":2}' }]);
  });

  it.each([
    ['refused', [decision(false, 'Too late')], /denied this call: Too late/],
    ['without a decision', [], /neither approved nor denied/],
  ])('is shown to the model as not made when it is %s', async (_, reply, expected) => {
    const { servers, asked: modelRequests } = await play([step(['Well'])], {
      ...asking,
      input: [...asked, ...reply, message('user', 'Go on')],
    });
    expect(servers.calls).toEqual([]);
    expect(modelRequests[0]?.messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', parts: [{ type: 'tool-call' }] },
      { role: 'tool', parts: [{ isError: true, content: [{ text: expect.stringMatching(expected) }] }] },
      { role: 'user' },
    ]);
  });

  it('is an error where it was never requested', async () => {
    const { error } = await play([], { ...asking, input: [decision(true)] });
    expect(error).toMatchObject({ code: 'invalid-request' });
  });

  it('is an error where no tool of the turn names the server', async () => {
    const { error } = await play([], { tools: [], input: [...asked, decision(true)] });
    expect(error).toMatchObject({ code: 'invalid-request', param: 'tools' });
  });
});
