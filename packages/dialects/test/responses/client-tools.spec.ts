// Client tools of this API for models of other APIs: functions for them, item types of their own for the client.
import type { GenerationResult, JsonObject, Part, ToolCallPart, TurnRequest } from '@org/engine';
import { buildResult } from '@org/engine/testing';
import {
  accumulateResponses,
  checkResponseStream,
  responseInputItemSchema,
  responseSchema,
} from '@org/protocol/responses';
import { messagesApi } from '#src/messages.js';
import { jsonOf } from '#src/shared/json-of.js';
import { responsesDialect } from '#src/responses.js';
import { target } from '../upstream-target.js';
import { encodeResponse, rebuiltBySdk, streamed } from './streamed-responses.js';
import { decodeOptions, encodeContext, encodeTurn } from './options.js';

const local = {
  type: 'shell',
  environment: { type: 'local', skills: [{ name: 'csv', description: 'Tables.', path: '/skills/csv' }] },
};
const tools = [local, { type: 'local_shell' }, { type: 'apply_patch' }, { type: 'computer' }];

function parse(body: JsonObject): ReturnType<typeof responsesDialect.parseRequest> {
  return responsesDialect.parseRequest({ model: 'm', input: 'q', tools, ...body });
}

function decode(body: JsonObject): TurnRequest {
  return responsesDialect.decodeRequest(parse(body), decodeOptions());
}

function call(name: string, args: JsonObject | string): ToolCallPart {
  return {
    type: 'tool-call',
    callId: 'c1',
    name,
    kind: 'function',
    argumentsText: typeof args === 'string' ? args : JSON.stringify(args),
  };
}

function result(part: Part, truncated = false): GenerationResult {
  return { ...buildResult([part]), finishReason: { unified: truncated ? 'length' : 'tool-calls' } };
}

/** The item of a call, on which the stream, the JSON response and the official SDK agree. */
async function itemOf(
  part: Part,
  { body = {}, truncated = false }: { readonly body?: JsonObject; readonly truncated?: boolean } = {},
): Promise<JsonObject> {
  const request = parse(body);
  const events = streamed(request, result(part, truncated), 3, encodeContext());
  const response = encodeResponse(request, result(part, truncated), encodeContext());
  checkResponseStream(events);
  responseSchema.parse(response);
  expect(accumulateResponses(events)).toEqual(response);
  expect(await rebuiltBySdk(events)).toEqual(JSON.parse(JSON.stringify(response)));
  const [item] = response.output;
  // The client may send the returned item back.
  responseInputItemSchema.parse(item);
  return jsonOf(item ?? {});
}

describe('a tool that the client runs', () => {
  it('is offered as a function with a schema and a description, without a warning', () => {
    const { generation, warnings } = decode({});
    expect(
      generation.tools.map((tool) =>
        tool.kind === 'function'
          ? [tool.name, tool.inputSchema['required'], (tool.description ?? '') !== '']
          : tool.kind,
      ),
    ).toEqual([
      ['shell', ['commands'], true],
      ['local_shell', ['command'], true],
      ['apply_patch', ['type', 'path'], true],
      ['computer', ['actions'], true],
    ]);
    expect(generation.tools[0]).toMatchObject({ description: expect.stringContaining('- csv (/skills/csv): Tables.') });
    expect(warnings).toEqual([]);
  });

  it('includes the display size when the client sent it', () => {
    const { generation } = decode({
      tools: [{ type: 'computer_use_preview', display_width: 800, display_height: 600, environment: 'browser' }],
    });
    expect(generation.tools).toMatchObject([
      { name: 'computer', description: expect.stringContaining('800 by 600 pixels, of a browser') },
    ]);
  });

  it.each([
    { type: 'shell', environment: { type: 'container_auto' } },
    { type: 'shell', environment: { type: 'container_reference', container_id: 'c' } },
  ])('is not what %j asks for: that runs at a server, and is not offered', (tool) => {
    const { generation, warnings } = decode({ tools: [tool] });
    expect(generation.tools).toMatchObject([{ kind: 'hosted' }]);
    expect(warnings).toMatchObject([{ kind: 'dropped', param: 'tools.0' }]);
  });

  it('yields to a function of the same name, and to an earlier client tool', () => {
    const { generation } = decode({
      tools: [local, { type: 'function', name: 'shell' }, { type: 'local_shell' }, { type: 'local_shell' }],
    });
    expect(generation.tools.map(({ kind }) => kind)).toEqual(['hosted', 'function', 'function', 'hosted']);
  });

  it('may be chosen, alone or among others', () => {
    expect(decode({ tool_choice: { type: 'shell' } }).generation.toolChoice).toEqual({ type: 'tool', name: 'shell' });
    expect(decode({ tool_choice: { type: 'computer_use' } }).generation.toolChoice).toEqual({
      type: 'tool',
      name: 'computer',
    });
    const several = {
      type: 'allowed_tools',
      mode: 'required',
      tools: [{ type: 'shell' }, { type: 'apply_patch' }, { type: 'web_search' }],
    };
    expect(decode({ tool_choice: several }).generation.toolChoice).toEqual({
      type: 'allowed',
      mode: 'required',
      tools: [{ name: 'shell' }, { name: 'apply_patch' }],
    });
    expect(decode({ tools: [{ type: 'apply_patch' }], tool_choice: { type: 'shell' } }).warnings).toMatchObject([
      { param: 'tool_choice' },
    ]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'shell',
      { commands: ['ls', 'pwd'], timeout_ms: 9 },
      {
        type: 'shell_call',
        action: { commands: ['ls', 'pwd'], timeout_ms: 9, max_output_length: null },
        environment: { type: 'local' },
      },
    ],
    ['shell', { command: 'ls' }, { type: 'shell_call', action: { commands: ['ls'] } }],
    [
      'local_shell',
      { command: ['ls', '-l'], working_directory: '/tmp', env: { A: 'b', C: 1 } },
      {
        type: 'local_shell_call',
        action: { type: 'exec', command: ['ls', '-l'], working_directory: '/tmp', env: { A: 'b' } },
      },
    ],
    [
      'local_shell',
      { command: 'ls | wc' },
      { type: 'local_shell_call', action: { command: ['bash', '-lc', 'ls | wc'], env: {} } },
    ],
    [
      'apply_patch',
      { type: 'update_file', path: 'a', diff: '@@\n-a' },
      { type: 'apply_patch_call', operation: { type: 'update_file', path: 'a', diff: '@@\n-a' } },
    ],
    [
      'apply_patch',
      { operation: { type: 'delete_file', path: 'a' } },
      { type: 'apply_patch_call', operation: { type: 'delete_file', path: 'a' } },
    ],
    [
      'computer',
      {
        actions: [
          { type: 'double_click', x: 1, y: 2 },
          { type: 'scroll', x: 1, y: 2, scroll_y: 9 },
        ],
      },
      {
        type: 'computer_call',
        pending_safety_checks: [],
        actions: [
          { type: 'double_click', x: 1, y: 2, keys: null },
          { type: 'scroll', x: 1, y: 2, scroll_x: 0, scroll_y: 9 },
        ],
      },
    ],
    [
      'computer',
      { actions: [{ type: 'click' }, 'jump'] },
      { type: 'computer_call', actions: [{ type: 'screenshot' }] },
    ],
  ])('is an item of its own type when a model calls it: %s with %j', async (name, args, item) => {
    expect(await itemOf(call(name, args))).toMatchObject({
      id: expect.any(String),
      call_id: 'c1',
      status: 'completed',
      ...item,
    });
  });

  it('has one action when the client wants one', async () => {
    const body = { tools: [{ type: 'computer_use_preview', display_width: 1, display_height: 1, environment: 'mac' }] };
    const item = await itemOf(call('computer', { actions: [{ type: 'wait' }] }), { body });
    expect(item).toMatchObject({ action: { type: 'wait' } });
    expect(item['actions']).toBeUndefined();
  });

  it.each([
    ['shell', '{"commands":["rm -r /tmp/a', 'incomplete', { action: { commands: [] } }],
    ['local_shell', '{"command":["rm","-r","/', 'incomplete', { action: { command: [] } }],
    [
      'apply_patch',
      '{"type":"delete_file","path":"a',
      'in_progress',
      { operation: { type: 'update_file', path: '', diff: '' } },
    ],
    ['computer', '{"actions":[{"type":"click"', 'incomplete', { actions: [{ type: 'screenshot' }] }],
  ])('requests nothing when its call was truncated: %s', async (name, args, status, item) => {
    expect(await itemOf(call(name, args), { truncated: true })).toMatchObject({ status, ...item });
  });
});

const asked = { role: 'user', content: 'q' };
const shellCall = {
  type: 'shell_call',
  call_id: 'c1',
  action: { commands: ['ls'], timeout_ms: null },
  status: 'completed',
};
const shellOutput = {
  type: 'shell_call_output',
  call_id: 'c1',
  output: [{ stdout: 'a\n', stderr: 'b', outcome: { type: 'timeout' } }],
};
const localCall = {
  type: 'local_shell_call',
  id: 'lsh_1',
  call_id: 'c1',
  status: 'completed',
  action: { type: 'exec', command: ['ls'], env: {}, user: null },
};
const patchCall = {
  type: 'apply_patch_call',
  call_id: 'c1',
  status: 'completed',
  operation: { type: 'delete_file', path: 'a' },
};
const computerCall = {
  type: 'computer_call',
  id: 'cu_1',
  call_id: 'c1',
  status: 'completed',
  actions: [{ type: 'wait' }],
};
const screen = (output: JsonObject): JsonObject => ({
  type: 'computer_call_output',
  call_id: 'c1',
  output: { type: 'computer_screenshot', ...output },
});

describe('what the client ran', () => {
  it.each<[JsonObject, JsonObject, string, JsonObject]>([
    [shellCall, shellOutput, '{"commands":["ls"]}', { content: [{ text: 'a\nb\nStopped: it took too long.' }] }],
    [
      localCall,
      { type: 'local_shell_call_output', call_id: 'c1', output: 'a' },
      '{"command":["ls"]}',
      { content: [{ text: 'a' }] },
    ],
    [
      localCall,
      { type: 'local_shell_call_output', id: 'c1', output: 'a' },
      '{"command":["ls"]}',
      { content: [{ text: 'a' }] },
    ],
    [
      localCall,
      { type: 'local_shell_call_output', id: 'lsh_1', output: 'a' },
      '{"command":["ls"]}',
      { content: [{ text: 'a' }] },
    ],
    [
      patchCall,
      { type: 'apply_patch_call_output', call_id: 'c1', status: 'failed', output: 'no file' },
      '{"type":"delete_file","path":"a"}',
      { isError: true, content: [{ text: 'The change failed.\nno file' }] },
    ],
    [
      computerCall,
      screen({ image_url: 'data:image/png;base64,AAAA' }),
      '{"actions":[{"type":"wait"}]}',
      { content: [{ type: 'media', media: 'image', source: { type: 'base64', data: 'AAAA' } }] },
    ],
    [computerCall, screen({}), '{"actions":[{"type":"wait"}]}', { content: [{ text: 'There is no screenshot.' }] }],
  ])('is returned as a call and its result: %j %j', (made, output, argumentsText, expected) => {
    const turn = decode({ input: [asked, made, output] });
    expect(turn.input.slice(1)).toMatchObject([
      { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c1', argumentsText }] },
      { role: 'tool', parts: [{ type: 'tool-result', callId: 'c1', ...expected }] },
    ]);
    expect(turn.warnings).toEqual([]);
    expect(encodeTurn(turn).input).toEqual([asked, made, output]);
  });

  it.each([
    ['a call without its output', [shellCall], 'No tool output found for shell call c1.'],
    [
      'an output without its call',
      [{ ...shellOutput, call_id: 'c2' }],
      'No tool call found for shell call output with call_id c2.',
    ],
    ['a duplicate call', [shellCall, shellOutput, shellCall], 'Duplicate tool call found with call_id c1.'],
    [
      'a call without an id for its result',
      [{ ...patchCall, call_id: '' }],
      "Invalid 'input.0.call_id': empty string.",
    ],
  ])('is rejected as %s', (_, input, message) => expect(() => decode({ input })).toThrow(message));

  it('needs no output when it was aborted or ran in a container', () => {
    expect(decode({ input: [asked, { ...shellCall, status: 'incomplete' }] }).input[1]?.parts).toMatchObject([
      { detached: true },
    ]);
    const hosted = { ...shellCall, environment: { type: 'container_reference', container_id: 'x' } };
    expect(decode({ input: [asked, hosted] }).input[1]?.parts).toMatchObject([{ detached: true }]);
  });

  it('is a tool call and its result to a model of the other API', () => {
    const { generation } = decode({ input: [asked, shellCall, shellOutput] });
    const { body } = messagesApi.encode(generation, target);
    expect(body['tools']).toMatchObject([{ name: 'shell', input_schema: { required: ['commands'] } }, {}, {}, {}]);
    expect(body['messages']).toMatchObject([
      {},
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'shell', input: { commands: ['ls'] } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1' }] },
    ]);
  });
});
