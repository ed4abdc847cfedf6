import type { OpaquePart, ToolResultPart } from '#src/model/part.js';
import type { ToolDefinition } from '#src/model/tool.js';
import { buildRequest, functionTool, message } from '#src/testing/builders.js';
import { offerAddedTools } from '#src/turn/offer-added-tools.js';

const brings = (...addedTools: readonly ToolDefinition[]): OpaquePart => ({ type: 'opaque', dialect: 'responses', wireType: 'additional_tools', value: {}, addedTools });
const found: ToolResultPart = { type: 'tool-result', callId: 'c1', kind: 'function', content: [{ type: 'text', text: 'f is available' }], addedTools: [functionTool('f')] };
const names = (tools: readonly ToolDefinition[]): readonly string[] => tools.map((tool) => (tool.kind === 'hosted' ? tool.wireType : [tool.namespace, tool.name].filter((part) => part !== undefined).join('.')));

describe('tools that a conversation brings', () => {
  it('are offered behind those of the request, and what only brought them leaves the conversation', () => {
    const user = message('user', 'Hi');
    const request = buildRequest([{ role: 'developer', parts: [brings(functionTool('g'), { ...functionTool('g'), namespace: 'n' })] }, user, { role: 'tool', parts: [found] }], { tools: [functionTool('a')] });
    const offered = offerAddedTools(request, 'responses', {});
    expect(names(offered.tools)).toEqual(['a', 'g', 'n.g', 'f']);
    expect(offered.messages).toEqual([user, { role: 'tool', parts: [found] }]);
  });

  it('take the place of an earlier tool of the same name', () => {
    const later = { ...functionTool('a'), description: 'later' };
    const { tools } = offerAddedTools(buildRequest([{ role: 'developer', parts: [brings(later)] }], { tools: [functionTool('a'), functionTool('b')] }), 'responses', {});
    expect(tools).toEqual([functionTool('b'), later]);
  });

  it('stay where they are for an upstream that speaks the wire they came by', () => {
    const request = buildRequest([{ role: 'developer', parts: [brings(functionTool('g'))] }]);
    expect(offerAddedTools(request, 'responses', { native: { dialect: 'responses', issuer: 'far' } })).toBe(request);
    expect(offerAddedTools(request, 'messages', { native: { dialect: 'responses', issuer: 'far' } })).not.toBe(request);
  });

  it('cost a conversation without any nothing', () => {
    const request = buildRequest([message('user', 'Hi')], { tools: [functionTool('a')] });
    expect(offerAddedTools(request, 'responses', {})).toBe(request);
  });
});
