// MCP server tools in requests of this API: what a request asks for, and what earlier turns report.
import type { EngineError, JsonObject, Message, McpServerRequest, TurnRequest } from '@org/engine';
import type { DecodeOptions } from '#src/dialect.js';
import { mcpForm as messagesForm } from '#src/messages/mcp/mcp-form.js';
import { decodeStoredItem } from '#src/responses/conversation.js';
import { mcpForm } from '#src/responses/mcp/mcp-form.js';
import { joinItems } from '#src/responses/decode/decode-items.js';
import { encodeItems } from '#src/responses/encode/encode-items.js';
import { encodeToolChoice } from '#src/responses/encode-tool-choice.js';
import { responsesDialect } from '#src/responses.js';
import { callOf } from '../../mcp-call.js';
import { encodeResponse } from '../streamed-responses.js';
import { decodeOptions, encodeContext, encodeTurn } from '../options.js';
import { readResponse } from '../../read-response.js';

const tracker = { type: 'mcp', server_label: 'tracker', server_url: 'https://mcp.example.org/mcp' };

function decode(body: JsonObject, options: Partial<DecodeOptions> = {}, servesTools = true): TurnRequest {
  const request = responsesDialect.parseRequest({ model: 'm', input: 'q', ...body });
  return responsesDialect.decodeRequest(request, { ...decodeOptions({ servesTools }), ...options });
}

function serversOf({ generation }: TurnRequest): (McpServerRequest | undefined)[] {
  return generation.tools.map((tool) => (tool.kind === 'hosted' ? tool.server : undefined));
}

function errorOf(run: () => unknown): Partial<EngineError> {
  try {
    run();
  } catch (thrown) {
    return thrown as EngineError;
  }
  throw new Error('nothing was thrown');
}

describe('a tool of a server', () => {
  it('names a server by its URL, requires approval, and is reported in this API’s form', () => {
    const turn = decode({ tools: [tracker] });
    expect(turn.generation.tools).toEqual([
      {
        kind: 'hosted',
        dialect: 'responses',
        apiType: 'mcp',
        value: tracker,
        server: {
          label: 'tracker',
          address: { type: 'url', url: tracker.server_url },
          approval: 'always',
          param: 'tools.0',
        },
      },
    ]);
    expect(turn.serverTools).toMatchObject({ forms: { mcp: mcpForm } });
    expect(turn.warnings).toEqual([]);
  });

  it('names a server that the installation knows, with every setting', () => {
    const tools = [
      {
        type: 'mcp',
        server_label: 'wiki',
        connector_id: 'company-wiki',
        server_description: 'Pages.',
        authorization: 'tok',
        headers: { 'X-Team': 'a' },
        allowed_tools: { tool_names: ['read', 'write'], read_only: true },
        require_approval: { always: { tool_names: ['write'] }, never: { read_only: true } },
      },
      { ...tracker, allowed_tools: ['find'], require_approval: 'never' },
    ];
    const turn = decode({ tools, max_tool_calls: 3 });
    expect(serversOf(turn)).toMatchObject([
      {
        label: 'wiki',
        address: { type: 'name', name: 'company-wiki' },
        description: 'Pages.',
        credentials: { authorization: 'tok', headers: { 'X-Team': 'a' } },
        allowed: { names: ['read', 'write'], readOnly: true },
        approval: { always: { names: ['write'] }, never: { readOnly: true } },
      },
      { label: 'tracker', allowed: { names: ['find'] }, approval: 'never', param: 'tools.1' },
    ]);
    expect(turn.serverTools).toMatchObject({ maxCalls: 3 });
  });

  it('receives no empty token', () => {
    expect(serversOf(decode({ tools: [{ ...tracker, authorization: '' }] }))).toEqual([
      expect.not.objectContaining({ credentials: expect.anything() }),
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['names no server', { type: 'mcp', server_label: 'a' }, 'tools.0'],
    ['names two servers', { ...tracker, connector_id: 'b' }, 'tools.0'],
    ['has an empty label', { ...tracker, server_label: '' }, 'tools.0.server_label'],
    ['asks for a tunnel', { type: 'mcp', server_label: 'a', tunnel_id: 't' }, 'tools.0.tunnel_id'],
  ])('is rejected when it %s', (_, tool, param) =>
    expect(errorOf(() => decode({ tools: [tool] }))).toMatchObject({ param }),
  );

  it('is rejected when its label is that of another server', () => {
    expect(errorOf(() => decode({ tools: [tracker, tracker] }))).toMatchObject({
      code: 'invalid-request',
      param: 'tools.1.server_label',
    });
  });

  it('is left out with a warning where the service calls no server, and is left to an upstream that calls it itself', () => {
    const unserved = decode({ tools: [tracker, tracker] }, {}, false);
    expect(unserved.warnings).toMatchObject([
      { kind: 'dropped', param: 'tools.0' },
      { kind: 'dropped', param: 'tools.1' },
    ]);
    expect([...serversOf(unserved), unserved.serverTools]).toEqual([undefined, undefined, undefined]);
    const native = decode({ tools: [tracker] }, { native: 'responses' });
    expect([serversOf(native), native.serverTools, native.warnings]).toEqual([[undefined], undefined, []]);
  });

  it('goes out again as it came in', () => {
    const request = responsesDialect.parseRequest({
      model: 'm',
      input: 'q',
      tools: [tracker],
      tool_choice: { type: 'mcp', server_label: 'tracker' },
      max_tool_calls: 2,
    });
    expect(encodeTurn(responsesDialect.decodeRequest(request, decodeOptions({ servesTools: true })))).toEqual(request);
  });

  it('is shown without the secrets of its calls', () => {
    const request = responsesDialect.parseRequest({
      model: 'm',
      input: 'q',
      tools: [{ ...tracker, authorization: 'tok-1', headers: { 'X-Key': 'tok-2' } }],
    });
    const encoder = responsesDialect.createEncoder(request, encodeContext());
    const result = readResponse(
      encodeResponse(
        request,
        {
          model: 'm',
          parts: [],
          finishReason: { unified: 'stop' },
          usage: { inputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 },
          warnings: [],
        },
        encodeContext(),
      ),
    );
    expect(JSON.stringify([encoder.response(result), encoder.snapshot({ result })])).not.toContain('tok-');
  });
});

describe('a choice among tools of servers', () => {
  const other = { ...tracker, server_label: 'wiki' };
  it.each<[JsonObject, object]>([
    [
      { type: 'mcp', server_label: 'tracker', name: 'find' },
      { type: 'tool', namespace: 'tracker', name: 'find' },
    ],
    [
      { type: 'mcp', server_label: 'tracker' },
      { type: 'allowed', mode: 'required', tools: [{ namespace: 'tracker' }] },
    ],
    [{ type: 'mcp' }, { type: 'allowed', mode: 'required', tools: [{ namespace: 'tracker' }, { namespace: 'wiki' }] }],
    [
      {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [
          { type: 'mcp', server_label: 'wiki' },
          { type: 'function', name: 'f' },
          { type: 'mcp', server_label: 'tracker', name: 'find' },
        ],
      },
      {
        type: 'allowed',
        mode: 'auto',
        tools: [{ namespace: 'wiki' }, { name: 'f' }, { namespace: 'tracker', name: 'find' }],
      },
    ],
  ])('covers the tools that the choice refers to: %j', (choice, neutral) => {
    const turn = decode({ tools: [tracker, other, { type: 'function', name: 'f' }], tool_choice: choice });
    expect(turn.generation.toolChoice).toEqual(neutral);
    expect(turn.warnings).toEqual([]);
  });

  it('is written as a choice of servers, whether they are known or not', () => {
    const { generation } = decode({ tools: [tracker] });
    const choice = {
      type: 'allowed',
      mode: 'auto',
      tools: [{ namespace: 'tracker', name: 'find' }, { namespace: 'wiki' }, { name: 'f' }],
    } as const;
    const tools = [
      { type: 'mcp', server_label: 'tracker', name: 'find' },
      { type: 'mcp', server_label: 'wiki' },
      { type: 'function', name: 'f' },
    ];
    expect(encodeToolChoice(choice, generation.tools)).toEqual({ type: 'allowed_tools', mode: 'auto', tools });
  });

  it('may require a call when there are no other tools', () => {
    expect(decode({ tools: [tracker], tool_choice: 'required' }).generation.toolChoice).toEqual({ type: 'required' });
  });

  it('is rejected for an unknown server', () => {
    expect(
      errorOf(() => decode({ tools: [tracker], tool_choice: { type: 'mcp', server_label: 'wiki' } })),
    ).toMatchObject({ param: 'tool_choice' });
  });

  it('is left to the model where the service calls no server', () => {
    const turn = decode({ tools: [tracker], tool_choice: { type: 'mcp', server_label: 'tracker' } }, {}, false);
    expect(turn.generation.toolChoice).toEqual({ type: 'auto' });
    expect(turn.warnings).toContainEqual(expect.objectContaining({ kind: 'ignored', param: 'tool_choice' }));
  });
});

const asked = {
  type: 'mcp_approval_request',
  id: 'mcpr_1',
  server_label: 'tracker',
  name: 'find',
  arguments: '{"number":12.0}',
};
const agreed = { type: 'mcp_approval_response', id: 'mcpa_1', approval_request_id: 'mcpr_1', approve: true };
const denied = { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: false, reason: 'No.' };
const listed = {
  type: 'mcp_list_tools',
  id: 'mcpl_1',
  server_label: 'tracker',
  tools: [{ name: 'find', input_schema: { type: 'object' }, description: null }],
};
const called = {
  type: 'mcp_call',
  id: 'mcp_1',
  server_label: 'tracker',
  name: 'find',
  arguments: '{}',
  output: 'Door squeaks.',
  error: null,
  status: 'completed',
  approval_request_id: 'mcpr_1',
};
const call = { callId: 'mcp_1', source: { type: 'mcp', server: 'tracker' }, name: 'find', argumentsText: '{}' };

const records: readonly [string, JsonObject, object][] = [
  [
    'a request for consent',
    asked,
    {
      type: 'approval-request',
      call: {
        callId: 'mcpr_1',
        source: { type: 'mcp', server: 'tracker' },
        name: 'find',
        argumentsText: '{"number":12.0}',
      },
    },
  ],
  ['consent', agreed, { type: 'approval', requestId: 'mcpr_1', approved: true }],
  ['a refusal', denied, { type: 'approval', requestId: 'mcpr_1', approved: false, reason: 'No.' }],
  [
    'a listing',
    listed,
    { type: 'listing', server: 'tracker', tools: [{ name: 'find', inputSchema: { type: 'object' } }] },
  ],
  [
    'a call',
    called,
    {
      type: 'call',
      call: { ...call, approvalId: 'mcpr_1' },
      outcome: { content: [{ type: 'text', text: 'Door squeaks.' }] },
    },
  ],
  [
    'a call of old, without a status',
    { type: 'mcp_call', id: 'mcp_1', server_label: 'tracker', name: 'find', arguments: '{}', output: '' },
    { type: 'call', call, outcome: { content: [] } },
  ],
  [
    'a truncated call',
    { ...called, output: null, status: 'incomplete', approval_request_id: null },
    { type: 'call', call },
  ],
  [
    'a failure in words of its own',
    { ...called, output: null, approval_request_id: null, error: { type: 'other', why: 'x' } },
    { type: 'call', call, outcome: { content: [{ type: 'text', text: '{"type":"other","why":"x"}' }], isError: true } },
  ],
];

/** Server tool record of the last part. */
function serverToolOf(messages: readonly Message[]): unknown {
  const part = messages.at(-1)?.parts.at(-1);
  return part?.type === 'opaque' ? part.serverTool : undefined;
}

describe('an item of an earlier turn', () => {
  it.each(records)('reports %s', (_, item, record) => {
    const turn = decode({ input: [{ role: 'user', content: 'q' }, item] });
    expect(serverToolOf(turn.input)).toEqual(record);
    expect(turn.warnings).toEqual([]);
    expect(encodeTurn(turn).input).toEqual([{ role: 'user', content: 'q' }, item]);
  });

  it.each(records)('reports %s in a conversation, too', (_, item, record) =>
    expect(serverToolOf(joinItems([decodeStoredItem({ id: 'x_1', ...item }, () => undefined)]))).toMatchObject(record),
  );

  it('causes a warning where the service calls no server and the item has no effect', () => {
    expect(
      decode({ input: [{ role: 'user', content: 'q' }, asked, agreed] }, {}, false).warnings.map(({ param }) => param),
    ).toEqual(['input.1', 'input.2']);
  });
});

describe('a call that another API reported', () => {
  const other = callOf(messagesForm, '{"number":12.0}');
  const outcome = { content: [{ type: 'text' as const, text: 'Door squeaks.' }] };
  const parts = [messagesForm.closed(other, outcome), messagesForm.result?.(other, outcome)].filter(
    (part) => part !== undefined,
  );

  it('is one item with its result', () => {
    expect(encodeItems([{ role: 'assistant', parts: [{ type: 'text', text: 'I look.' }, ...parts] }])).toMatchObject([
      { type: 'message' },
      {
        type: 'mcp_call',
        id: other.callId,
        server_label: 'tracker',
        name: 'find_issue',
        arguments: '{"number":12.0}',
        output: 'Door squeaks.',
        status: 'completed',
      },
    ]);
  });

  it('is left out when it never ended', () =>
    expect(encodeItems([{ role: 'assistant', parts: parts.slice(0, 1) }])).toEqual([]));
});
