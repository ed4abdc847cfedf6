import type { OpaquePart, ToolResultPart } from '#src/model/part.js';
import type { ToolChange, ToolDefinition } from '#src/model/tool.js';
import { buildRequest, functionTool, message } from '#src/testing/builders.js';
import { applyToolChanges } from '#src/turn/apply-tool-changes.js';

const changes = (...toolChanges: readonly ToolChange[]): OpaquePart => ({ type: 'opaque', dialect: 'responses', wireType: 'additional_tools', value: {}, toolChanges });
const brings = (...tools: readonly ToolDefinition[]): OpaquePart => changes(...tools.map((tool) => ({ type: 'add' as const, tool })));
const found: ToolResultPart = { type: 'tool-result', callId: 'c1', kind: 'function', content: [{ type: 'text', text: 'f is available' }], toolChanges: [{ type: 'add', tool: functionTool('f') }] };
const names = (tools: readonly ToolDefinition[]): readonly string[] => tools.map((tool) => (tool.kind === 'hosted' ? tool.wireType : [tool.namespace, tool.name].filter((part) => part !== undefined).join('.')));

describe('tools that a conversation changes', () => {
  it('are offered behind those of the request, and what only brought them leaves the conversation', () => {
    const user = message('user', 'Hi');
    const request = buildRequest([{ role: 'developer', parts: [brings(functionTool('g'), { ...functionTool('g'), namespace: 'n' })] }, user, { role: 'tool', parts: [found] }], { tools: [functionTool('a')] });
    const offered = applyToolChanges(request, 'responses', {});
    expect(names(offered.tools)).toEqual(['a', 'g', 'n.g', 'f']);
    expect(offered.messages).toEqual([user, { role: 'tool', parts: [found] }]);
  });

  it('take the place of an earlier tool of the same name', () => {
    const later = { ...functionTool('a'), description: 'later' };
    const { tools } = applyToolChanges(buildRequest([{ role: 'developer', parts: [brings(later)] }], { tools: [functionTool('a'), functionTool('b')] }), 'responses', {});
    expect(tools).toEqual([functionTool('b'), later]);
  });

  it('leave it, and come back in the form that they had last', () => {
    const tools = [functionTool('a'), functionTool('b')];
    const after = (...parts: readonly OpaquePart[]): readonly string[] => names(applyToolChanges(buildRequest([{ role: 'system', parts }], { tools }), 'messages', {}).tools);
    expect(after(changes({ type: 'remove', name: 'a' }))).toEqual(['b']);
    expect(after(changes({ type: 'remove', name: 'a' }), brings(functionTool('c')), changes({ type: 'restore', name: 'a' }, { type: 'remove', name: 'b' }))).toEqual(['c', 'a']);
    expect(after(changes({ type: 'restore', name: 'a' }))).toEqual(['a', 'b']);
    expect(after(changes({ type: 'remove', name: 'never' }, { type: 'restore', name: 'seen' }))).toEqual(['a', 'b']);
  });

  it('do not touch those of the server', () => {
    const hosted: ToolDefinition = { kind: 'hosted', dialect: 'messages', wireType: 'web_search_20250305', value: {} };
    const { tools } = applyToolChanges(buildRequest([{ role: 'system', parts: [brings(functionTool('c'), hosted)] }], { tools: [hosted, hosted, functionTool('a')] }), 'messages', {});
    expect(tools).toEqual([hosted, hosted, functionTool('a'), functionTool('c'), hosted]);
  });

  it('are told from those of the server whatever they are called', () => {
    const hosted: ToolDefinition = { kind: 'hosted', dialect: 'messages', wireType: 'web_search_20250305', value: {} };
    const tools = [functionTool('0'), functionTool('1'), hosted, hosted];
    const { tools: offered } = applyToolChanges(buildRequest([{ role: 'system', parts: [brings(functionTool('2'), hosted)] }], { tools }), 'messages', {});
    expect(offered).toEqual([...tools, functionTool('2'), hosted]);
  });

  it('stay where they are for an upstream that speaks the wire they came by', () => {
    const request = buildRequest([{ role: 'developer', parts: [brings(functionTool('g'))] }]);
    expect(applyToolChanges(request, 'responses', { native: { dialect: 'responses', issuer: 'far' } })).toBe(request);
    expect(applyToolChanges(request, 'messages', { native: { dialect: 'responses', issuer: 'far' } })).not.toBe(request);
  });

  it('cost a conversation without any nothing', () => {
    const request = buildRequest([message('user', 'Hi')], { tools: [functionTool('a')] });
    expect(applyToolChanges(request, 'responses', {})).toBe(request);
  });
});
