// Tools that arrive with the input or are found along the way, as clients with their own search send them.
import type { JsonObject, OpaquePart, ToolCallPart, TurnRequest } from '@org/engine';
import { buildResult } from '@org/engine/testing';
import { accumulateResponses, checkResponseStream } from '@org/protocol/responses';
import type { DecodePolicy } from '#src/dialect.js';
import { mcpForm } from '#src/responses/mcp/mcp-form.js';
import { responsesDialect } from '#src/responses.js';
import { callOf, findIssue, ids } from '../mcp-call.js';
import { encodeResponse, rebuiltBySdk, streamed } from './streamed-responses.js';
import { decodeOptions, encodeContext } from './options.js';
import { readResponse } from '../read-response.js';

const search = {
  type: 'tool_search',
  execution: 'client',
  description: 'Finds tools.',
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
};
const spawn = {
  type: 'namespace',
  name: 'agents',
  description: 'Agents.',
  tools: [{ type: 'function', name: 'spawn', parameters: { type: 'object', properties: {} }, strict: false }],
};
const asked = {
  type: 'tool_search_call',
  call_id: 'c1',
  execution: 'client',
  arguments: { query: 'agents' },
  status: 'completed',
};
const found = { type: 'tool_search_output', call_id: 'c1', execution: 'client', tools: [spawn], status: 'completed' };
const added = { type: 'additional_tools', role: 'developer', tools: [spawn, { type: 'custom', name: 'exec' }] };

function request(body: JsonObject): ReturnType<typeof responsesDialect.parseRequest> {
  return responsesDialect.parseRequest({ model: 'm', input: 'q', ...body });
}

function decode(body: JsonObject, policy: Partial<DecodePolicy> = {}): TurnRequest {
  return responsesDialect.decodeRequest(request(body), decodeOptions(policy));
}

describe('a search that the client runs', () => {
  it('is offered as a function with the schema that the client gave', () => {
    const { generation, warnings } = decode({ tools: [search] });
    expect(generation.tools).toMatchObject([
      { kind: 'function', name: 'tool_search', description: 'Finds tools.', inputSchema: search.parameters },
    ]);
    expect(warnings).toEqual([]);
  });

  it('takes any query where the client gave no schema', () =>
    expect(decode({ tools: [{ type: 'tool_search', execution: 'client' }] }).generation.tools).toMatchObject([
      { inputSchema: { required: ['query'] } },
    ]));

  it.each([{ type: 'tool_search' }, { type: 'tool_search', execution: 'server' }])(
    'is not what %j requests: that runs at a server, where no search is necessary',
    (tool) => {
      const { generation, warnings } = decode({ tools: [tool] });
      expect(generation.tools).toMatchObject([{ kind: 'hosted' }]);
      expect(warnings).toMatchObject([
        {
          kind: 'ignored',
          param: 'tools.0',
          message: expect.stringContaining('offers all tools to the model at once'),
        },
      ]);
      expect(decode({ tools: [tool] }, { hostedTools: 'reject' }).warnings).toEqual(warnings);
    },
  );

  it('yields to a function of the same name', () => {
    const tools = [search, { type: 'function', name: 'tool_search' }];
    expect(decode({ tools }).generation.tools).toMatchObject([{ kind: 'hosted' }, { kind: 'function' }]);
    expect(encodeResponse(request({ tools }), result('{}'), encodeContext()).output).toMatchObject([
      { type: 'function_call', name: 'tool_search' },
    ]);
  });

  it('is returned as a call and its result, which has the found tools', () => {
    const { input } = decode({ input: [{ role: 'user', content: 'q' }, asked, found], tools: [search] });
    expect(input.slice(1)).toMatchObject([
      {
        role: 'assistant',
        parts: [{ type: 'tool-call', callId: 'c1', name: 'tool_search', argumentsText: '{"query":"agents"}' }],
      },
      {
        role: 'tool',
        parts: [
          {
            type: 'tool-result',
            callId: 'c1',
            content: [{ text: 'The tool agents__spawn is available now.' }],
            toolChanges: [{ type: 'add', tool: { kind: 'function', namespace: 'agents', name: 'spawn' } }],
          },
        ],
      },
    ]);
  });

  it('may find nothing, and the model receives that result', () =>
    expect(decode({ input: [asked, { ...found, tools: [] }] }).input[1]?.parts).toMatchObject([
      { content: [{ text: 'No tool was found.' }] },
    ]));

  it.each([
    ['a search without its output', [asked], 'No tool output found for tool search call c1.'],
    ['an output without its search', [found], 'No tool call found for tool search call output with call_id c1.'],
  ])('is rejected as %s', (_, input, message) => expect(() => decode({ input })).toThrow(message));

  const result = (argumentsText: string) => {
    const call: ToolCallPart = {
      type: 'tool-call',
      callId: 'c1',
      name: 'tool_search',
      kind: 'function',
      argumentsText,
    };
    return {
      model: 'm',
      parts: [call],
      finishReason: { unified: 'tool-calls' as const },
      usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
      warnings: [],
    };
  };

  it('is an item of its own type when a model calls it, with its arguments as JSON', () => {
    const context = encodeContext();
    const { output } = encodeResponse(request({ tools: [search] }), result('{"query":"agents"}'), context);
    expect(output).toEqual([
      {
        type: 'tool_search_call',
        id: expect.stringMatching(/^tsc_/),
        call_id: 'c1',
        execution: 'client',
        status: 'completed',
        arguments: { query: 'agents' },
      },
    ]);
    const events = streamed(request({ tools: [search] }), result('{"query":"agents"}'), 3, context);
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.slice(2, 4)).toMatchObject([{ item: { status: 'in_progress', arguments: {} } }, { item: output[0] }]);
  });

  it('preserves arguments that are no JSON as text', () =>
    expect(encodeResponse(request({ tools: [search] }), result('{"query":'), encodeContext()).output).toMatchObject([
      { arguments: '{"query":' },
    ]));
});

describe('a deferred tool that a model calls', () => {
  const deferred = {
    type: 'function',
    name: 'weather',
    parameters: { type: 'object', properties: {} },
    strict: false,
    defer_loading: true,
  };
  const call: ToolCallPart = {
    type: 'tool-call',
    callId: 'c1',
    name: 'weather',
    kind: 'function',
    argumentsText: '{}',
  };
  const result = buildResult([call, { ...call, callId: 'c2' }]);

  it('is found before its first call, in every form of the response', async () => {
    const asking = request({ tools: [{ type: 'tool_search' }, deferred] });
    const { output } = encodeResponse(asking, result, encodeContext());
    expect(output).toMatchObject([
      {
        type: 'tool_search_call',
        id: 'tsc_4tq0a1b2c3_0',
        execution: 'server',
        call_id: null,
        status: 'completed',
        arguments: { paths: ['weather'] },
      },
      {
        type: 'tool_search_output',
        id: 'tso_4tq0a1b2c3_0',
        execution: 'server',
        call_id: null,
        status: 'completed',
        tools: [deferred],
      },
      { type: 'function_call', call_id: 'c1' },
      { type: 'function_call', call_id: 'c2' },
    ]);
    const events = streamed(asking, result, 3, encodeContext());
    checkResponseStream(events);
    expect(accumulateResponses(events).output).toEqual(output);
    expect(await rebuiltBySdk(events)).toMatchObject({ output });
  });

  it('is found with every key that functions have', () => {
    const { strict: _, ...loose } = deferred;
    const { output } = encodeResponse(request({ tools: [{ type: 'tool_search' }, loose] }), result, encodeContext());
    expect(output[1]).toMatchObject({
      type: 'tool_search_output',
      tools: [{ ...loose, description: null, strict: false }],
    });
  });

  it('is already found when the upstream searched, and needs no search when there is no search tool', () => {
    const complete = encodeResponse(request({ tools: [deferred] }), result, encodeContext());
    expect(complete.output.map(({ type }) => type)).toEqual(['function_call', 'function_call']);
    const { parts } = readResponse(complete);
    const again = encodeResponse(
      request({ tools: [{ type: 'tool_search' }, deferred] }),
      buildResult([...parts]),
      encodeContext(),
    );
    expect(again.output.map(({ type }) => type)).toEqual(['function_call', 'function_call']);
  });

  it('leaves a search in the history that the model does not see', () => {
    const history = encodeResponse(
      request({ tools: [{ type: 'tool_search' }, deferred] }),
      result,
      encodeContext(),
    ).output.slice(0, 2);
    const { input, warnings } = decode({ input: [...history, { role: 'user', content: 'q' }] as JsonObject[] });
    expect(input[0]).toMatchObject({
      role: 'assistant',
      parts: [
        { type: 'opaque', toolChanges: [] },
        { type: 'opaque', toolChanges: [] },
      ],
    });
    expect(warnings).toEqual([]);
  });
});

describe('a deferred server whose tool a model calls', () => {
  const deferred = {
    type: 'mcp',
    server_label: 'tracker',
    server_url: 'https://mcp.example.org/secret-path',
    authorization: 'CANARY',
    headers: { key: 'CANARY' },
    defer_loading: true,
  };
  const asking = request({ tools: [{ type: 'tool_search' }, deferred] });
  const call = (): OpaquePart => mcpForm.closed(callOf(mcpForm), { content: [] });
  const approvalRequest = mcpForm.approvalRequest?.(
    { source: { type: 'mcp', server: 'tracker' }, name: 'find_issue', argumentsText: '{}' },
    ids,
  );

  it.each([
    ['first call', buildResult([call(), call()]), 'mcp_call'],
    [
      'first request for consent',
      buildResult(approvalRequest === undefined ? [] : [approvalRequest, call()]),
      'mcp_approval_request',
    ],
  ])('is found before its %s, in every form of the response, without its secrets', async (_, result, type) => {
    const { output } = encodeResponse(asking, result, encodeContext());
    expect(output).toMatchObject([
      { type: 'tool_search_call', execution: 'server', arguments: { paths: ['tracker'] } },
      {
        type: 'tool_search_output',
        execution: 'server',
        tools: [{ type: 'mcp', server_label: 'tracker', server_url: 'https://mcp.example.org', defer_loading: true }],
      },
      { type },
      { type: 'mcp_call' },
    ]);
    expect(JSON.stringify(output)).not.toMatch(/CANARY|secret-path/);
    const events = streamed(asking, result, 3, encodeContext());
    checkResponseStream(events);
    expect(accumulateResponses(events).output).toEqual(output);
    expect(await rebuiltBySdk(events)).toMatchObject({ output });
  });

  it('is not searched when it is not deferred, nor for its listing alone', () => {
    const { defer_loading: _, ...plain } = deferred;
    const listing = mcpForm.listing?.('tracker', [findIssue], ids);
    expect(
      encodeResponse(
        request({ tools: [{ type: 'tool_search' }, plain] }),
        buildResult([call()]),
        encodeContext(),
      ).output.map(({ type }) => type),
    ).toEqual(['mcp_call']);
    expect(
      encodeResponse(asking, buildResult(listing === undefined ? [] : [listing]), encodeContext()).output.map(
        ({ type }) => type,
      ),
    ).toEqual(['mcp_list_tools']);
  });

  it('is the same server when its search is sent back', () => {
    const history = encodeResponse(asking, buildResult([call()]), encodeContext()).output;
    const { generation, warnings } = decode(
      { tools: [deferred], input: [...history, { role: 'user', content: 'q' }] as JsonObject[] },
      { servesTools: true },
    );
    expect(generation.tools).toMatchObject([{ server: { credentials: { authorization: 'CANARY' } } }]);
    expect(warnings).toEqual([]);
  });
});

describe('servers in the input', () => {
  const server = (server_label: string, more: JsonObject = {}): JsonObject => ({
    type: 'mcp',
    server_label,
    server_url: `https://${server_label}.example.org/mcp`,
    ...more,
  });
  const adds = (...tools: JsonObject[]): JsonObject => ({ type: 'additional_tools', role: 'developer', tools });
  const question = { role: 'user', content: 'q' };
  const serversOf = ({ generation }: TurnRequest): unknown[] =>
    generation.tools.flatMap((tool) =>
      tool.kind === 'hosted' && tool.server !== undefined
        ? [[tool.server.label, tool.server.param, tool.server.credentials?.authorization]]
        : [],
    );

  it('are queried like those of the request; of two with one label the last applies, and the request’s own before them', () => {
    const turn = decode(
      {
        tools: [server('own', { authorization: 'a' })],
        input: [adds(server('own'), server('two')), adds(server('two', { authorization: 'b' })), question],
      },
      { servesTools: true },
    );
    expect(serversOf(turn)).toEqual([
      ['own', 'tools.0', 'a'],
      ['two', 'input.1.tools.0', 'b'],
    ]);
    expect(turn.serverTools).toBeDefined();
    expect(turn.warnings).toEqual([]);
  });

  it('are found by the client, too', () =>
    expect(
      serversOf(
        decode(
          { tools: [search], input: [question, asked, { ...found, tools: [server('two')] }] },
          { servesTools: true },
        ),
      ),
    ).toEqual([['two', 'input.2.tools.0', undefined]]));

  it('have unique labels in their list', () =>
    expect(() => decode({ input: [adds(server('two'), server('two')), question] }, { servesTools: true })).toThrow(
      'input.0.tools.1.server_label',
    ));
});

describe('tools in the input', () => {
  it('are added by the part that they arrived in, without a warning', () => {
    const { input, generation, warnings } = decode({ input: [added, { role: 'user', content: 'q' }] });
    expect(input[0]).toMatchObject({
      role: 'developer',
      parts: [
        {
          type: 'opaque',
          toolChanges: [{ tool: { namespace: 'agents', name: 'spawn' } }, { tool: { kind: 'custom', name: 'exec' } }],
        },
      ],
    });
    expect(generation.tools).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it('may be chosen', () =>
    expect(decode({ input: [added], tool_choice: { type: 'custom', name: 'exec' } }).generation.toolChoice).toEqual({
      type: 'tool',
      name: 'exec',
    }));

  it('cause a warning with their path where they cannot run here, or are rejected', () => {
    const input = [
      { ...added, tools: [{ type: 'web_search' }] },
      { role: 'user', content: 'q' },
    ];
    expect(decode({ input }).warnings).toMatchObject([{ kind: 'dropped', param: 'input.0.tools.0' }]);
    expect(() => decode({ input }, { hostedTools: 'reject' })).toThrow("The service cannot run tool 'web_search'");
  });

  it('count list by list and, by their names, together, and are named by the same rules', () => {
    expect(() => decode({ input: [added] }, { maxTools: 1 })).toThrow("Invalid 'input.0.tools': array too long");
    expect(
      decode({ input: [asked, found, { ...asked, call_id: 'c2' }, { ...found, call_id: 'c2' }] }, { maxTools: 1 })
        .warnings,
    ).toEqual([]);
    expect(() =>
      decode({ tools: [{ type: 'custom', name: 'other' }], input: [asked, found] }, { maxTools: 1 }),
    ).toThrow('together have 2 tool names. The service supports at most 1.');
    expect(() => decode({ input: [{ ...added, tools: [{ type: 'custom', name: 'no spaces' }] }] })).toThrow(
      'input.0.tools.0.name',
    );
  });
});
