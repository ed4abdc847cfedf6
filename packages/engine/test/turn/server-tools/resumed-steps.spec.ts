// A turn with server tools that continues after the steps that an earlier attempt has stored.
import type { GenerationRequest } from '#src/model/generation-request.js';
import { ResultCollector } from '#src/model/generation-result.js';
import type { HostedToolKind } from '#src/model/hosted-tool.js';
import type { Part } from '#src/model/part.js';
import { replay } from '#src/model/replay.js';
import type { ServerCall } from '#src/model/server-tool.js';
import { emptyUsage } from '#src/model/usage.js';
import type { GenerationEvent } from '#src/model/generation-event.js';
import { EventGrammar } from '#src/testing/event-grammar.js';
import { buildContext, buildRequest, buildResult, message } from '#src/testing/builders.js';
import { formsOf, part, togetherForm } from '#src/testing/plain-forms.js';
import { ScriptedHostedTools, type ScriptedHostedTool } from '#src/testing/scripted-hosted-tools.js';
import { createScriptedModel } from '#src/testing/scripted/scripted-model.js';
import { runTurn } from '#src/turn/run-turn.js';

const tool = (name: string): ScriptedHostedTool => ({
  functions: [{ name, description: name, inputSchema: { type: 'object' } }],
  call: () => ({ content: [{ type: 'text', text: `${name} ran` }] }),
});
const names = { 'web-search': 'web_search', 'web-fetch': 'web_fetch', 'file-search': 'file_search', code: 'python' };
const input = [message('user', 'Go')];

function begun(kind: HostedToolKind): ServerCall {
  return { callId: `call_${kind}`, source: { type: 'hosted', kind }, name: names[kind], argumentsText: '{"a":1}' };
}

const text: Part = { type: 'text', text: 'Let me see. ' };

/** Continues after `parts` with a model that plays `script`. */
async function resume(parts: readonly Part[], script: readonly GenerationEvent[] = step('Done.')) {
  const tools = new ScriptedHostedTools({
    'web-search': tool('web_search'),
    'file-search': tool('file_search'),
    code: tool('python'),
  });
  const open = tools.open.bind(tools);
  const known: (readonly Part[])[] = [];
  tools.open = (request, context) => {
    known.push(context.messages().flatMap((one) => one.parts));
    return open(request, context);
  };
  const requests: GenerationRequest[] = [];
  const stored: (readonly Part[])[] = [];
  const calledBefore: number[] = [];
  const languageModel = createScriptedModel({
    id: 'm',
    script: (request) => (requests.push(request) === 1 ? script : step('Done.')),
  });
  const turn = {
    dialect: 'responses' as const,
    generation: buildRequest(input, {
      tools: (['web-search', 'file-search', 'code'] as const).map((kind) => ({
        kind: 'hosted' as const,
        dialect: 'responses' as const,
        apiType: kind,
        value: {},
        run:
          kind === 'code'
            ? {
                kind,
                languages: ['python' as const],
                param: 'tools.0',
                params: { containerId: 'container', fileIds: 'files' },
              }
            : kind === 'file-search'
              ? { kind, vectorStoreIds: ['vs_1'], param: 'tools.0' }
              : { kind, param: 'tools.0' },
      })),
    }),
    instructions: [],
    input,
    state: { store: false },
    warnings: [],
    serverTools: { forms: formsOf(togetherForm) },
  };
  const ports = {
    registry: { resolve: () => languageModel },
    store: { getChain: async () => [], findMissingLink: async () => undefined, putTurn: async () => true },
    hostedTools: tools,
  };
  const stepLog = {
    ...(parts.length > 0 && {
      resumed: { parts, usage: { ...emptyUsage, outputTokens: 7, estimated: true as const } },
    }),
    async store(current: () => readonly Part[]): Promise<void> {
      stored.push(current());
      calledBefore.push(tools.calls.length);
    },
  };
  const grammar = new EventGrammar('turn');
  const collector = new ResultCollector();
  for await (const event of runTurn(
    turn,
    ports,
    { ...buildContext(), stepLog },
    {
      id: 'resp_1',
      createdAt: 0,
      takeSnapshot: () => ({ status: 'completed', payload: {}, items: [] }),
    },
  )) {
    grammar.push(event);
    collector.push(event);
  }
  grammar.end();
  const read = requests
    .at(-1)
    ?.messages.flatMap((one) => one.parts)
    .flatMap((one) => (one.type === 'tool-result' ? one.content : []));
  return {
    result: collector.result(),
    calls: tools.calls.map(({ name }) => name),
    requests,
    stored,
    calledBefore,
    read,
    known,
  };
}

function step(...parts: readonly (Part | string)[]): readonly GenerationEvent[] {
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

describe('A turn that continues after its stored steps', () => {
  it.each(['web-search', 'file-search'] as const)('makes a begun %s again', async (kind) => {
    const { calls, read } = await resume([text, part({ type: 'call', call: begun(kind) })]);
    expect(calls).toEqual([names[kind]]);
    expect(read).toEqual([{ type: 'text', text: `${names[kind]} ran` }]);
  });

  it('does not run begun code again, and the model reads that its result is unknown', async () => {
    const { calls, read, result } = await resume([text, part({ type: 'call', call: begun('code') })]);
    expect(calls).toEqual([]);
    expect(read).toMatchObject([{ text: expect.stringContaining('result of this call is unknown') }]);
    expect(result.parts.map(({ type }) => type)).toEqual(['text', 'opaque', 'text']);
    expect(result.parts[0]).toEqual(text);
  });

  it('opens its tools with the results of its calls, in whose container code continues', async () => {
    const source = { type: 'hosted', kind: 'code', containerId: 'cntr_1' } as const;
    const { known } = await resume([part({ type: 'call', call: { ...begun('code'), source } })]);
    expect(known.at(-1)?.at(-1)).toMatchObject({
      type: 'tool-result',
      hosted: { type: 'failed', containerId: 'cntr_1' },
    });
  });

  it('makes no call with a stored outcome', async () => {
    const outcome = { content: [{ type: 'text' as const, text: 'found' }] };
    const { calls, read, result } = await resume([part({ type: 'call', call: begun('web-search'), outcome })]);
    expect(calls).toEqual([]);
    expect(read).toEqual(outcome.content);
    expect(result.usage).toMatchObject({ outputTokens: 12, estimated: true });
  });

  it('ends after its calls where the client has calls to make', async () => {
    const own: Part = { type: 'tool-call', callId: 'c', name: 'look', kind: 'function', argumentsText: '{}' };
    const { requests, result } = await resume([part({ type: 'call', call: begun('web-search') }), own]);
    expect(requests).toEqual([]);
    expect(result.finishReason.unified).toBe('tool-calls');
    expect(result.parts.at(-1)).toEqual(own);
  });
});

describe('A turn whose steps are stored', () => {
  it('stores its calls before it makes them, and each outcome', async () => {
    const call = (name: string): Part => ({
      type: 'tool-call',
      callId: name,
      name,
      kind: 'function',
      argumentsText: '{}',
    });
    const { stored, calledBefore } = await resume([], step('So. ', call('python'), call('web_search')));
    const outcomes = stored.map((parts) =>
      parts.map(
        (one) => one.type === 'opaque' && one.serverTool?.type === 'call' && one.serverTool.outcome !== undefined,
      ),
    );
    expect(calledBefore[0]).toBe(0);
    expect(outcomes[0]).toEqual([false, false, false]);
    expect(outcomes.at(-1)).toEqual([false, true, true]);
  });
});
