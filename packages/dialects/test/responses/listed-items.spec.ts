// Input as lists return it: with the members that the official types have on every such item.
import { isObject, type JsonObject } from '@org/engine';
import { loadFixtures } from '@org/protocol/fixtures';
import {
  conversationItemSchema,
  responseInputItemSchema,
  responseItemSchema,
  type ResponseInputItem,
} from '@org/protocol/responses';
import { listedItem } from '#src/responses/encode/listed-item.js';
import { inputItems } from '#src/responses/snapshot.js';

function listed(item: ResponseInputItem): JsonObject {
  const [stored] = inputItems([item], 'resp_1', new Map());
  if (stored === undefined) throw new TypeError('An item was lost.');
  return listedItem(stored.value);
}

const url = 'data:image/png;base64,AAAA';

describe('a picture in a listed message', () => {
  it('has a detail, which is auto where the client named none', () => {
    const content = [
      { type: 'input_image' as const, image_url: url },
      { type: 'input_image' as const, image_url: url, detail: null },
      { type: 'input_image' as const, image_url: url, detail: 'low' as const },
    ];
    expect(listed({ role: 'user', content })).toMatchObject({
      content: [
        { type: 'input_image', image_url: url, detail: 'auto' },
        { type: 'input_image', image_url: url, detail: 'auto' },
        { type: 'input_image', image_url: url, detail: 'low' },
      ],
    });
  });

  it('leaves the other parts as sent', () => {
    const content = [
      { type: 'input_text' as const, text: 'What is this?' },
      { type: 'input_file' as const, file_id: 'file_1' },
    ];
    expect(listed({ role: 'user', content })).toMatchObject({ content });
  });
});

const tool = { type: 'function' as const, name: 'f', parameters: {}, strict: false };

/** Items with the least that may be sent, and with every null that may. */
const sent: readonly ResponseInputItem[] = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: 'Hello.' },
  { role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }], status: null, id: null, phase: null },
  { role: 'assistant', content: [{ type: 'output_text', text: 'Hello.', annotations: null, logprobs: null }] },
  { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
  { type: 'reasoning', summary: [] },
  { type: 'reasoning', summary: [], id: null, content: null, encrypted_content: null, status: null },
  { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
  {
    type: 'function_call',
    call_id: 'c',
    name: 'f',
    arguments: '{}',
    id: null,
    namespace: null,
    status: null,
    caller: null,
  },
  { type: 'function_call_output', call_id: 'c', output: 'x' },
  {
    type: 'function_call_output',
    call_id: null,
    output: 'x',
    id: null,
    name: null,
    namespace: null,
    caller: null,
    status: null,
  },
  { type: 'custom_tool_call', call_id: 'c', name: 'f', input: '' },
  {
    type: 'custom_tool_call',
    call_id: 'c',
    name: 'f',
    input: '',
    id: null,
    namespace: null,
    caller: null,
    status: null,
  },
  { type: 'custom_tool_call_output', call_id: 'c', output: 'x' },
  { type: 'custom_tool_call_output', call_id: 'c', output: 'x', id: null, caller: null, status: null },
  { type: 'computer_call', id: 'cu_1', call_id: 'c', action: { type: 'wait' }, status: 'completed' },
  {
    type: 'computer_call',
    id: 'cu_1',
    call_id: 'c',
    action: { type: 'wait' },
    status: 'completed',
    pending_safety_checks: null,
  },
  { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot', image_url: url } },
  {
    type: 'computer_call_output',
    call_id: 'c',
    output: { type: 'computer_screenshot', image_url: url },
    id: null,
    acknowledged_safety_checks: null,
    status: null,
  },
  { type: 'tool_search_call', arguments: {} },
  { type: 'tool_search_call', arguments: {}, id: null, call_id: 'c', execution: 'client', status: null },
  { type: 'tool_search_output', tools: [tool] },
  { type: 'tool_search_output', tools: [tool], id: null, call_id: 'c', execution: 'client', status: null },
  { type: 'additional_tools', role: 'developer', tools: [tool] },
  { type: 'shell_call', call_id: 'c', action: { commands: ['ls'] } },
  {
    type: 'shell_call',
    call_id: 'c',
    action: { commands: ['ls'], timeout_ms: null, max_output_length: null },
    id: null,
    environment: null,
    caller: null,
    status: null,
  },
  { type: 'shell_call_output', call_id: 'c', output: [] },
  {
    type: 'shell_call_output',
    call_id: 'c',
    output: [],
    id: null,
    max_output_length: null,
    caller: null,
    status: null,
  },
  { type: 'local_shell_call_output', id: 'c', output: 'x', status: null },
  {
    type: 'apply_patch_call',
    call_id: 'c',
    operation: { type: 'delete_file', path: 'a' },
    status: 'completed',
    id: null,
    caller: null,
  },
  { type: 'apply_patch_call_output', call_id: 'c', status: 'completed', id: null, output: null, caller: null },
  { type: 'mcp_approval_response', approval_request_id: 'a', approve: true, id: null, reason: null },
  {
    type: 'mcp_call',
    id: 'mcp_1',
    server_label: 's',
    name: 'f',
    arguments: '{}',
    approval_request_id: null,
    error: null,
    output: null,
  },
  { type: 'compaction', encrypted_content: 'x', id: null },
  { type: 'configuration_update', id: null },
  ...loadFixtures('responses').flatMap(({ request }) => itemsOf(request)),
];

function itemsOf(request: unknown): ResponseInputItem[] {
  const { input } = isObject(request) ? request : {};
  return Array.isArray(input)
    ? input
        .map((item) => responseInputItemSchema.parse(item))
        .filter(({ type }) => type !== 'item_reference' && type !== null)
    : [];
}

describe('a listed item of every kind', () => {
  it.each([
    ['of a response', responseItemSchema],
    ['of a conversation', conversationItemSchema],
  ])('%s has every member that the API requires, whatever its client left out', (_, schema) => {
    const faults = sent.map(listed).filter((item) => !schema.safeParse(item).success);
    expect(faults).toEqual([]);
  });

  it('preserves the values of its client', () => {
    expect(
      listed({ type: 'shell_call', call_id: 'c', action: { commands: ['ls'], timeout_ms: 5 }, status: 'incomplete' }),
    ).toMatchObject({ action: { commands: ['ls'], timeout_ms: 5, max_output_length: null }, status: 'incomplete' });
    expect(listed({ type: 'tool_search_output', tools: [], execution: 'client', call_id: 'c' })).toMatchObject({
      execution: 'client',
      call_id: 'c',
      status: 'completed',
    });
  });

  it('is the same object when nothing is missing', () => {
    const complete = {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'c',
      name: 'f',
      arguments: '{}',
      status: 'completed',
    };
    expect(listedItem(complete)).toBe(complete);
  });
});
