// MCP tools that the service calls during a response: over both APIs, with the official clients.
import Anthropic from '@anthropic-ai/sdk';
import type { Part } from '@org/engine';
import { defaultMcpServerLimits } from '@org/hosted-tools';
import OpenAI from 'openai';
import { recording, type Recording } from '../conversations/recording.js';
import { startMcpServer, type McpServer } from '../kit/mcp-server.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let tracker: McpServer;
let model: Recording;
let service: TestService;
let responses: OpenAI;
let messages: Anthropic;

async function start(...replies: readonly (readonly (Part | string)[])[]): Promise<void> {
  model = recording(...replies);
  service = await startTestService({
    models: { m: model },
    config: {
      mcpServers: {
        servers: [{ name: 'tracker', url: tracker.url, headers: {} }],
        anyPublicUrl: false,
        ports: [443],
        limits: defaultMcpServerLimits,
      },
    },
  });
  responses = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  messages = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
}

beforeEach(async () => {
  tracker = await startMcpServer({
    tools: [
      {
        name: 'find_issue',
        description: 'Finds an issue.',
        inputSchema: { type: 'object', properties: { number: { type: 'number' } } },
        annotations: { readOnlyHint: true },
      },
      {
        name: 'close_issue',
        description: 'Closes an issue.',
        inputSchema: { type: 'object', properties: { number: { type: 'number' } } },
      },
    ],
    call: (_, { number }) =>
      number === 404
        ? { content: [{ type: 'text', text: 'No such issue.' }], isError: true }
        : { content: [{ type: 'text', text: `Issue ${String(number)}: door squeaks.` }] },
  });
});
afterEach(async () => {
  await service.close();
  await tracker.close();
});

const find = (number: number, name = 'find_issue'): Part => ({
  type: 'tool-call',
  callId: `c${number}`,
  name,
  namespace: 'issues',
  kind: 'function',
  argumentsText: `{"number":${number}}`,
});
const tool = (more: Partial<OpenAI.Responses.Tool.Mcp> = {}): OpenAI.Responses.Tool.Mcp => ({
  type: 'mcp',
  server_label: 'issues',
  server_url: tracker.url,
  require_approval: 'never',
  authorization: 'tok-1',
  ...more,
});

describe('a response with the tools of a server', () => {
  it("reports the server's tools, calls and results, and continues by its id", async () => {
    await start([find(12), find(404)], ['It squeaks.'], [find(13)], ['That one, too.']);
    const first = await responses.responses.create({ model: 'm', input: 'Issue 12?', tools: [tool()] });
    expect(first.output).toMatchObject([
      { type: 'mcp_list_tools', server_label: 'issues', tools: [{ name: 'find_issue' }, { name: 'close_issue' }] },
      {
        type: 'mcp_call',
        name: 'find_issue',
        arguments: '{"number":12}',
        output: 'Issue 12: door squeaks.',
        error: null,
        status: 'completed',
      },
      {
        type: 'mcp_call',
        name: 'find_issue',
        arguments: '{"number":404}',
        output: null,
        error: { type: 'mcp_tool_execution_error', content: [{ type: 'text', text: 'No such issue.' }] },
        status: 'failed',
      },
      { type: 'message' },
    ]);
    expect(first.output_text).toBe('It squeaks.');
    expect(tracker.headers[0]?.authorization).toBe('Bearer tok-1');
    expect(JSON.stringify([first, await responses.responses.retrieve(first.id)])).not.toContain('tok-1');

    const second = await responses.responses.create({
      model: 'm',
      input: 'And 13?',
      previous_response_id: first.id,
      tools: [tool()],
    });
    expect(second.output.map(({ type }) => type)).toEqual(['mcp_call', 'message']);
    expect(model.promptMessages()).toEqual([
      'user: Issue 12?',
      'assistant: find_issue({"number":12}) find_issue({"number":404})',
      'tool: = Issue 12: door squeaks. = No such issue.',
      'assistant: It squeaks.',
      'user: And 13?',
      'assistant: find_issue({"number":13})',
      'tool: = Issue 13: door squeaks.',
    ]);
    expect(tracker.listed).toBe(1);
  });

  it('streams to the same items, in the order in which the official client reads them', async () => {
    await start([find(12)], ['It squeaks.']);
    const stream = responses.responses.stream({
      model: 'm',
      input: 'Issue 12?',
      tools: [tool({ server_url: undefined, connector_id: 'tracker' } as object)],
    });
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    const { id, output } = await stream.finalResponse();
    expect(types.filter((type) => type.includes('mcp'))).toEqual([
      'response.mcp_list_tools.in_progress',
      'response.mcp_list_tools.completed',
      'response.mcp_call.in_progress',
      'response.mcp_call_arguments.delta',
      'response.mcp_call_arguments.done',
      'response.mcp_call.completed',
    ]);
    const stored = await responses.responses.retrieve(id);
    expect(stored.output).toMatchObject(output.map(({ type, id: item }) => ({ type, id: item })));
  });

  it('requests approval and calls once it has it', async () => {
    await start([find(12, 'close_issue')], ['Closed.']);
    const asking = await responses.responses.create({
      model: 'm',
      input: 'Close 12.',
      tools: [tool({ require_approval: 'always' })],
    });
    const request = asking.output.at(-1);
    expect([asking.status, request]).toMatchObject([
      'completed',
      { type: 'mcp_approval_request', name: 'close_issue', arguments: '{"number":12}', server_label: 'issues' },
    ]);
    expect(tracker.calls).toEqual([]);

    const done = await responses.responses.create({
      model: 'm',
      previous_response_id: asking.id,
      input: [{ type: 'mcp_approval_response', approval_request_id: String(request?.id), approve: true }],
      tools: [tool({ require_approval: 'always' })],
    });
    expect(done.output).toMatchObject([
      { type: 'mcp_call', approval_request_id: request?.id, output: 'Issue 12: door squeaks.' },
      { type: 'message' },
    ]);
    expect(tracker.calls).toEqual([{ name: 'close_issue', args: { number: 12 } }]);
  });

  it('accepts a denied approval from a stateless client and reports it to the model', async () => {
    await start([find(12, 'close_issue')], ['As you like.']);
    const asking = await responses.responses.create({
      model: 'm',
      input: 'Close 12.',
      store: false,
      tools: [tool({ require_approval: 'always' })],
    });
    const input = [
      { role: 'user' as const, content: 'Close 12.' },
      ...asking.output,
      {
        type: 'mcp_approval_response' as const,
        approval_request_id: String(asking.output.at(-1)?.id),
        approve: false,
        reason: 'Not now.',
      },
    ];
    const done = await responses.responses.create({
      model: 'm',
      input: input as OpenAI.Responses.ResponseInput,
      store: false,
      tools: [tool({ require_approval: 'always' })],
    });
    expect(done.output_text).toBe('As you like.');
    expect(model.promptMessages().at(-1)).toContain('Not now.');
    expect(tracker.calls).toEqual([]);
  });

  it('calls within a conversation, whose items reach the next turn', async () => {
    await start([find(12)], ['It squeaks.'], ['Twelve.']);
    const { id } = await responses.conversations.create();
    const { output } = await responses.responses.create({
      model: 'm',
      input: 'Issue 12?',
      conversation: id,
      tools: [tool()],
    });
    const stored = await responses.conversations.items.list(id, { order: 'asc' });
    expect(stored.data.slice(1).map((item) => item.id)).toEqual(output.map((item) => item.id));
    await responses.responses.create({ model: 'm', input: 'Which was it?', conversation: id });
    expect(model.promptMessages()).toEqual([
      'user: Issue 12?',
      'assistant: find_issue({"number":12})',
      'tool: = Issue 12: door squeaks.',
      'assistant: It squeaks.',
      'user: Which was it?',
    ]);
  });

  it('has to call what its choice names, once', async () => {
    await start([find(12)], ['It squeaks.']);
    const asked = { model: 'm', input: 'Issue 12?', tools: [tool()] };
    await responses.responses.create({ ...asked, tool_choice: { type: 'mcp', server_label: 'issues' } });
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toMatchObject([
      { type: 'allowed', mode: 'required', tools: [{ namespace: 'issues' }] },
      { type: 'allowed', mode: 'auto' },
    ]);
    await expect(
      responses.responses.create({ ...asked, tool_choice: { type: 'mcp', server_label: 'issues', name: 'drop' } }),
    ).rejects.toMatchObject({ status: 400, param: 'tool_choice' });
  });
});

describe('a service that calls no servers', () => {
  it('responds without their tools and with a warning, also to a client with an approval from elsewhere', async () => {
    await start(['So be it.']);
    const unserved = await startTestService({ models: { m: model } });
    try {
      const request = {
        type: 'mcp_approval_request',
        id: 'mcpr_1',
        server_label: 'issues',
        name: 'close_issue',
        arguments: '{"number":12}',
      };
      const input = [
        { role: 'user', content: 'Close 12.' },
        request,
        { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
        { role: 'user', content: 'Well?' },
      ];
      const response = await unserved.post(
        '/v1/responses',
        { model: 'm', input, tools: [tool()] },
        unserved.responsesHeaders,
      );
      expect(response.status).toBe(200);
      expect(response.headers.get('x-service-warning')).toContain('tools.0');
      expect(tracker.headers).toEqual([]);
    } finally {
      await unserved.close();
    }
  });
});

describe('a message with the tools of a server', () => {
  const server = (): Anthropic.Beta.BetaRequestMCPServerURLDefinition => ({
    type: 'url',
    name: 'issues',
    url: tracker.url,
    authorization_token: 'tok-1',
  });
  const betas = ['mcp-client-2025-11-20'];
  const asked = (content: string): Anthropic.Beta.MessageCreateParamsNonStreaming => ({
    model: 'm',
    max_tokens: 50,
    messages: [{ role: 'user', content }],
    mcp_servers: [server()],
    tools: [{ type: 'mcp_toolset', mcp_server_name: 'issues', configs: { close_issue: { enabled: false } } }],
    betas,
  });

  it('contains calls and results as blocks, which are accepted as history', async () => {
    await start([find(12), find(404)], ['It squeaks.'], ['Twelve.']);
    const first = await messages.beta.messages.create(asked('Issue 12?'));
    const [one, two] = first.content;
    expect(first.content).toMatchObject([
      { type: 'mcp_tool_use', server_name: 'issues', name: 'find_issue', input: { number: 12 } },
      { type: 'mcp_tool_use', input: { number: 404 } },
      {
        type: 'mcp_tool_result',
        tool_use_id: one?.type === 'mcp_tool_use' ? one.id : '',
        is_error: false,
        content: [{ type: 'text', text: 'Issue 12: door squeaks.' }],
      },
      { type: 'mcp_tool_result', tool_use_id: two?.type === 'mcp_tool_use' ? two.id : '', is_error: true },
      { type: 'text', text: 'It squeaks.' },
    ]);
    expect(first.stop_reason).toBe('end_turn');
    expect(model.requests[0]?.tools).toMatchObject([{ kind: 'function', name: 'find_issue', namespace: 'issues' }]);
    expect(tracker.headers[0]?.authorization).toBe('Bearer tok-1');

    const {
      messages: [question],
      ...rest
    } = asked('Issue 12?');
    if (question === undefined) throw new Error('a request has a message');
    await messages.beta.messages.create({
      ...rest,
      messages: [
        question,
        { role: 'assistant', content: first.content as Anthropic.Beta.BetaContentBlockParam[] },
        { role: 'user', content: 'Which?' },
      ],
    });
    expect(model.promptMessages()).toEqual([
      'user: Issue 12?',
      'assistant: find_issue({"number":12}) find_issue({"number":404})',
      'tool: = Issue 12: door squeaks. = No such issue.',
      'assistant: It squeaks.',
      'user: Which?',
    ]);
  });

  it('streams to the same blocks', async () => {
    await start([find(12)], ['It squeaks.']);
    const { content } = await messages.beta.messages.stream(asked('Issue 12?')).finalMessage();
    expect(content).toMatchObject([
      { type: 'mcp_tool_use', input: { number: 12 } },
      { type: 'mcp_tool_result', is_error: false },
      { type: 'text', text: 'It squeaks.' },
    ]);
  });

  it('continues as a thread and in the other dialect', async () => {
    await start([find(12)], ['It squeaks.'], ['Twelve.'], ['Yes.']);
    const first = await messages.beta.messages.create({
      ...asked('Issue 12?'),
      thread: { type: 'create' },
      betas: [...betas, 'message-threads-2026-08-12'],
    });
    await responses.responses.create({ model: 'm', input: 'Which?', previous_response_id: first.id });
    const transcript = [
      'user: Issue 12?',
      'assistant: find_issue({"number":12})',
      'tool: = Issue 12: door squeaks.',
      'assistant: It squeaks.',
    ];
    expect(model.promptMessages()).toEqual([...transcript, 'user: Which?']);
    await messages.beta.messages.create({
      model: 'm',
      max_tokens: 50,
      messages: [{ role: 'user', content: 'Sure?' }],
      thread: { type: 'continue', previous_message_id: first.id },
      betas: ['message-threads-2026-08-12'],
    });
    expect(model.promptMessages()).toEqual([...transcript, 'user: Sure?']);
  });
});
