// MCP server tools in requests of this API: what a request asks for, and what earlier turns report.
import type { McpServerRequest, TurnRequest } from '@org/engine';
import type { DecodeOptions } from '#src/dialect.js';
import { encodeBlockParams } from '#src/messages/encode/encode-content.js';
import { mcpForm } from '#src/messages/mcp/mcp-form.js';
import { mcpForm as responsesForm } from '#src/responses/mcp/mcp-form.js';
import { threadItems } from '#src/messages/threads.js';
import { messagesDialect, messagesApi } from '#src/messages.js';
import { callOf } from '../../mcp-call.js';
import { target } from '../../upstream-target.js';
import { assistant, body, decode, decodeOptions, encodeTurn, errorOf, policy, user } from '../requests.js';

const server = { type: 'url', name: 'tracker', url: 'https://mcp.example.org/mcp', authorization_token: 'tok-1' };
const wiki = { type: 'url', name: 'wiki', url: 'https://wiki.example.org/mcp' };
const toolset = { type: 'mcp_toolset', mcp_server_name: 'tracker' };
const base: McpServerRequest = {
  label: 'tracker',
  address: { type: 'url', url: server.url },
  credentials: { authorization: 'tok-1' },
  authorizationMember: 'authorization_token',
  approval: 'never',
  param: 'mcp_servers.0',
};

function decodeWithMcp(fields: object, options: Partial<DecodeOptions> = {}): TurnRequest {
  return decode(fields, { policy: { ...policy, servesTools: true }, ...options });
}

function serversOf({ generation }: TurnRequest): (McpServerRequest | undefined)[] {
  return generation.tools.map((tool) => (tool.kind === 'hosted' ? tool.server : undefined));
}

describe('a server of a request', () => {
  it('offers its tools by its toolset, without approval', () => {
    const turn = decodeWithMcp({ mcp_servers: [server], tools: [toolset] });
    expect(serversOf(turn)).toEqual([base]);
    expect(turn.serverTools?.forms.mcp).toBe(mcpForm);
    expect(turn.warnings).toEqual([]);
  });

  it('offers all of them without a toolset, as it was before there were toolsets', () => {
    const turn = decodeWithMcp({
      mcp_servers: [server, { ...wiki, tool_configuration: { allowed_tools: ['read'] } }],
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
    });
    expect(serversOf(turn)).toEqual([
      undefined,
      base,
      {
        label: 'wiki',
        address: { type: 'url', url: wiki.url },
        allowed: { names: ['read'] },
        approval: 'never',
        param: 'mcp_servers.1',
      },
    ]);
  });

  it.each<[string, object, object, object | undefined]>([
    ['all', {}, {}, undefined],
    ['all but one', {}, { configs: { drop: { enabled: false }, find: { defer_loading: true } } }, { except: ['drop'] }],
    [
      'one alone',
      {},
      { default_config: { enabled: false }, configs: { find: { enabled: true }, drop: {} } },
      { names: ['find'] },
    ],
    [
      'what its own configuration allows',
      { tool_configuration: { enabled: true, allowed_tools: ['find', 'drop'] } },
      {},
      { names: ['find', 'drop'] },
    ],
    [
      'what both allow',
      { tool_configuration: { allowed_tools: ['find', 'drop'] } },
      { configs: { drop: { enabled: false } } },
      { names: ['find', 'drop'], except: ['drop'] },
    ],
    [
      'what both name',
      { tool_configuration: { allowed_tools: ['find', 'drop'] } },
      { default_config: { enabled: false }, configs: { drop: { enabled: true } } },
      { names: ['drop'] },
    ],
    ['nothing', { tool_configuration: { enabled: false } }, {}, { names: [] }],
  ])('offers %s', (_, ofServer, ofToolset, allowed) => {
    const [only] = serversOf(
      decodeWithMcp({ mcp_servers: [{ ...server, ...ofServer }], tools: [{ ...toolset, ...ofToolset }] }),
    );
    expect(only?.allowed).toEqual(allowed);
  });

  it.each<[string, object, string]>([
    ['a toolset whose server is not there', { mcp_servers: [wiki], tools: [toolset] }, 'tools.0.mcp_server_name'],
    ['a second toolset of one server', { mcp_servers: [server], tools: [toolset, toolset] }, 'tools.1.mcp_server_name'],
    ['two servers of one name', { mcp_servers: [server, { ...wiki, name: 'tracker' }] }, 'mcp_servers.1.name'],
    ['a server without a name', { mcp_servers: [{ ...wiki, name: '' }] }, 'mcp_servers.0.name'],
    ['a server of another kind', { mcp_servers: [{ type: 'stdio', command: 'x' }] }, 'mcp_servers.0.type'],
  ])('is rejected: %s', (_, fields, param) => {
    const error = errorOf(() => decodeWithMcp(fields));
    expect(error).toMatchObject({ code: 'invalid-request', param });
    expect(error.message).toContain(param);
  });

  it('receives no empty token', () => {
    expect(serversOf(decodeWithMcp({ mcp_servers: [{ ...server, authorization_token: '' }] }))).toEqual([
      expect.not.objectContaining({ credentials: expect.anything() }),
    ]);
  });

  it.each([{ default_config: { defer_loading: true } }, { configs: { find: { defer_loading: true } } }])(
    'offers all of its tools at once, with a warning when they were deferred: %j',
    (fields) => {
      const { warnings } = decodeWithMcp({
        mcp_servers: [server],
        tools: [{ ...toolset, configs: {}, default_config: {}, ...fields }],
      });
      expect(warnings).toEqual([
        {
          kind: 'ignored',
          param: 'tools.0',
          message: expect.stringContaining('offers all tools to the model at once'),
        },
      ]);
      expect(
        decodeWithMcp({ mcp_servers: [server], tools: [{ ...toolset, ...fields }] }, { native: 'messages' }).warnings,
      ).toEqual([]);
    },
  );

  it('needs a toolset for every client that knows toolsets', () => {
    expect(errorOf(() => decodeWithMcp({ mcp_servers: [wiki] }, { betas: ['mcp-client-2025-11-20'] }))).toMatchObject({
      param: 'mcp_servers.0.name',
    });
    expect(decodeWithMcp({ mcp_servers: [wiki] }, { betas: ['mcp-client-2025-04-04'] }).serverTools).toBeDefined();
  });

  it('causes a warning where the service calls no server, and is left to an upstream that calls it itself', () => {
    const fields = { mcp_servers: [server], tools: [toolset] };
    expect(decode(fields).warnings.map(({ param }) => param)).toEqual(['mcp_servers', 'tools.0']);
    const native = decodeWithMcp(fields, { native: 'messages' });
    expect([serversOf(native), native.serverTools, native.warnings]).toEqual([[undefined], undefined, []]);
  });

  it.each<[object]>([[{ tools: [toolset] }], [{}]])('goes out again as it came in, with %j', (fields) => {
    const request = messagesDialect.parseRequest(
      body({ mcp_servers: [server], ...fields, tool_choice: { type: 'any' } }),
    );
    expect(
      encodeTurn(messagesDialect.decodeRequest(request, decodeOptions({ policy: { ...policy, servesTools: true } }))),
    ).toEqual(request);
  });

  it('is not stored with a thread, whose toolset is left out until the client names the server again', () => {
    const request = messagesDialect.parseRequest(
      body({ mcp_servers: [server], tools: [toolset], thread: { type: 'create' } }),
    );
    const items = threadItems(request, 'msg_1', undefined);
    expect(JSON.stringify(items)).not.toContain('tok-1');
    const goOn = { thread: { type: 'continue', previous_message_id: 'msg_1' } };
    const stored = new Map(items.map(({ id, value }) => [id, value]));
    const withoutServer = decodeWithMcp(goOn, {
      items: stored,
      policy: { ...policy, servesTools: true, hostedTools: 'reject' },
    });
    expect(withoutServer.warnings).toMatchObject([
      { kind: 'dropped', param: 'mcp_servers', message: expect.stringContaining("'tracker'") },
    ]);
    expect(serversOf(decodeWithMcp({ ...goOn, mcp_servers: [server] }, { items: stored }))).toEqual([base]);
  });
});

const use = { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'find', server_name: 'tracker', input: { number: 12 } };
const result = {
  type: 'mcp_tool_result',
  tool_use_id: 'mcptoolu_1',
  is_error: true,
  content: [{ type: 'text', text: 'No such issue.' }],
};

describe('a block of an earlier turn', () => {
  it.each<[string, object, object]>([
    [
      'a call',
      use,
      {
        type: 'call',
        call: {
          callId: 'mcptoolu_1',
          source: { type: 'mcp', server: 'tracker' },
          name: 'find',
          argumentsText: '{"number":12}',
        },
      },
    ],
    [
      'the failure text of a tool',
      result,
      {
        type: 'result',
        callId: 'mcptoolu_1',
        outcome: { content: [{ type: 'text', text: 'No such issue.' }], isError: true },
      },
    ],
    [
      'a result in a plain string',
      { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: 'Found.' },
      { type: 'result', callId: 'mcptoolu_1', outcome: { content: [{ type: 'text', text: 'Found.' }] } },
    ],
    [
      'a listing',
      {
        type: 'mcp_tool_listing',
        mcp_server_name: 'tracker',
        tools: [{ name: 'find', input_schema: { type: 'object' } }],
      },
      { type: 'listing', server: 'tracker', tools: [{ name: 'find', inputSchema: { type: 'object' } }] },
    ],
  ])('reports %s', (_, block, record) => {
    const messages = [user('q'), assistant([block]), user('r')];
    expect(decodeWithMcp({ messages }).input[1]?.parts).toMatchObject([
      { type: 'opaque', value: block, serverTool: record },
    ]);
  });

  it('is shown to the model without a contradicting warning', () => {
    expect(decodeWithMcp({ messages: [user('q'), assistant([use, result]), user('r')] }).warnings).toEqual([]);
  });
});

describe('a call that another API reported', () => {
  const other = callOf(responsesForm, '{"number":12.0}');

  it('is two blocks here', () => {
    const part = responsesForm.closed(other, {
      content: [{ type: 'text', text: 'Gone.' }],
      failure: { kind: 'http', code: 503, message: 'Service Unavailable' },
    });
    expect(encodeBlockParams([{ type: 'text', text: 'I look.' }, part])).toMatchObject([
      { type: 'text' },
      { type: 'mcp_tool_use', id: other.callId, name: 'find_issue', server_name: 'tracker' },
      {
        type: 'mcp_tool_result',
        tool_use_id: other.callId,
        is_error: true,
        content: [{ type: 'text', text: 'Service Unavailable' }],
      },
    ]);
  });

  it('goes to an upstream of this API with the beta that knows such blocks, unless the client names one itself', () => {
    const part = responsesForm.closed(other, { content: [] });
    const betasSent = (betas?: readonly string[]): string | undefined => {
      const { generation } = decode({}, { native: 'messages', ...(betas !== undefined && { betas }) });
      const messages = [...generation.messages, { role: 'assistant' as const, parts: [part] }, ...generation.messages];
      return messagesApi.encode({ ...generation, messages }, target).headers['anthropic-beta'];
    };
    expect(betasSent()).toBe('mcp-client-2025-11-20');
    expect(betasSent(['a'])).toBe('a,mcp-client-2025-11-20');
    expect(betasSent(['mcp-client-2025-04-04'])).toBe('mcp-client-2025-04-04');
    expect(messagesApi.encode(decode({}, { native: 'messages' }).generation, target).headers).toEqual({});
  });

  it('is left out when it never ended', () => expect(encodeBlockParams([responsesForm.opened(other)])).toEqual([]));
});
