import type { GenerationRequest, ReasoningRequest } from '#src/model/generation-request.js';
import type { Message } from '#src/model/message.js';
import type { OpaquePart, ToolResultPart } from '#src/model/part.js';
import type { ReasoningChange, SettingsChange } from '#src/model/settings-change.js';
import type { ToolChange, ToolDefinition } from '#src/model/tool.js';
import { buildRequest, functionTool, message } from '#src/testing/builders.js';
import { applyChanges } from '#src/turn/apply-changes.js';

const changes = (...toolChanges: readonly ToolChange[]): OpaquePart => ({
  type: 'opaque',
  dialect: 'responses',
  apiType: 'additional_tools',
  value: {},
  toolChanges,
});
const brings = (...tools: readonly ToolDefinition[]): OpaquePart =>
  changes(...tools.map((tool) => ({ type: 'add' as const, tool })));
const found: ToolResultPart = {
  type: 'tool-result',
  callId: 'c1',
  kind: 'function',
  content: [{ type: 'text', text: 'f is available' }],
  toolChanges: [{ type: 'add', tool: functionTool('f') }],
};
const names = (tools: readonly ToolDefinition[]): readonly string[] =>
  tools.map((tool) =>
    tool.kind === 'hosted' ? tool.apiType : [tool.namespace, tool.name].filter((part) => part !== undefined).join('.'),
  );

describe('tools that a conversation changes', () => {
  it('are offered after those of the request, and messages that only added them leave the conversation', () => {
    const user = message('user', 'Hi');
    const request = buildRequest(
      [
        { role: 'developer', parts: [brings(functionTool('g'), { ...functionTool('g'), namespace: 'n' })] },
        user,
        { role: 'tool', parts: [found] },
      ],
      { tools: [functionTool('a')] },
    );
    const offered = applyChanges(request, 'responses', {});
    expect(names(offered.tools)).toEqual(['a', 'g', 'n.g', 'f']);
    expect(offered.messages).toEqual([user, { role: 'tool', parts: [found] }]);
  });

  it('replace an earlier tool of the same name', () => {
    const later = { ...functionTool('a'), description: 'later' };
    const { tools } = applyChanges(
      buildRequest([{ role: 'developer', parts: [brings(later)] }], { tools: [functionTool('a'), functionTool('b')] }),
      'responses',
      {},
    );
    expect(tools).toEqual([functionTool('b'), later]);
  });

  it('leave the conversation, and return in their last form', () => {
    const tools = [functionTool('a'), functionTool('b')];
    const after = (...parts: readonly OpaquePart[]): readonly string[] =>
      names(applyChanges(buildRequest([{ role: 'system', parts }], { tools }), 'messages', {}).tools);
    expect(after(changes({ type: 'remove', name: 'a' }))).toEqual(['b']);
    expect(
      after(
        changes({ type: 'remove', name: 'a' }),
        brings(functionTool('c')),
        changes({ type: 'restore', name: 'a' }, { type: 'remove', name: 'b' }),
      ),
    ).toEqual(['c', 'a']);
    expect(after(changes({ type: 'restore', name: 'a' }))).toEqual(['a', 'b']);
    expect(after(changes({ type: 'remove', name: 'never' }, { type: 'restore', name: 'seen' }))).toEqual(['a', 'b']);
  });

  it('do not touch those of the server', () => {
    const hosted: ToolDefinition = { kind: 'hosted', dialect: 'messages', apiType: 'web_search_20250305', value: {} };
    const { tools } = applyChanges(
      buildRequest([{ role: 'system', parts: [brings(functionTool('c'), hosted)] }], {
        tools: [hosted, hosted, functionTool('a')],
      }),
      'messages',
      {},
    );
    expect(tools).toEqual([hosted, hosted, functionTool('a'), functionTool('c'), hosted]);
  });

  it('are distinguished from those of the server under any name', () => {
    const hosted: ToolDefinition = { kind: 'hosted', dialect: 'messages', apiType: 'web_search_20250305', value: {} };
    const tools = [functionTool('0'), functionTool('1'), hosted, hosted];
    const { tools: offered } = applyChanges(
      buildRequest([{ role: 'system', parts: [brings(functionTool('2'), hosted)] }], { tools }),
      'messages',
      {},
    );
    expect(offered).toEqual([...tools, functionTool('2'), hosted]);
  });

  it('stay in place for an upstream of the API they came by', () => {
    const request = buildRequest([{ role: 'developer', parts: [brings(functionTool('g'))] }]);
    expect(applyChanges(request, 'responses', { native: { dialect: 'responses', signer: 'far' } })).toBe(request);
    expect(applyChanges(request, 'messages', { native: { dialect: 'responses', signer: 'far' } })).not.toBe(request);
  });

  it('cost a conversation without any nothing', () => {
    const request = buildRequest([message('user', 'Hi')], { tools: [functionTool('a')] });
    expect(applyChanges(request, 'responses', {})).toBe(request);
  });
});

describe('settings that a conversation changes', () => {
  const after = (request: Partial<GenerationRequest>, ...made: readonly SettingsChange[]): GenerationRequest =>
    applyChanges(
      buildRequest(
        made.map((settings) => ({ ...message('system', 'Now.'), settings })),
        request,
      ),
      'messages',
      {},
    );

  it.each<[string, ReasoningRequest | undefined, readonly (ReasoningChange | null)[], ReasoningRequest | undefined]>([
    [
      'of each the last holds',
      { enabled: true, effort: 'high' },
      [{ effort: 'low' }, {}, { effort: 'max' }],
      { enabled: true, effort: 'max' },
    ],
    [
      'an effort leaves off what the client turned off',
      { enabled: false },
      [{ effort: 'low' }],
      { enabled: false, effort: 'low' },
    ],
    [
      'but enables reasoning without an earlier setting',
      { enabled: false, implied: true },
      [{ effort: 'low' }],
      { enabled: true, effort: 'low' },
    ],
    ['as it does with the default of the model', undefined, [{ effort: 'low' }], { enabled: true, effort: 'low' }],
    [
      'reasoning is turned off and on',
      { enabled: true, budgetTokens: 9 },
      [{ enabled: false }, { enabled: true, effort: 'high' }],
      { enabled: true, effort: 'high' },
    ],
    [
      'a bound stays',
      { enabled: true, budgetTokens: 9 },
      [{ effort: 'high' }],
      { enabled: true, effort: 'high', budgetTokens: 9 },
    ],
    ['the model returns to its default', { enabled: true, effort: 'high' }, [null], undefined],
  ])('%s', (_, reasoning, made, expected) => {
    const changed = after(
      { ...(reasoning !== undefined && { reasoning }) },
      ...made.map((change) => ({ reasoning: change })),
    );
    expect(changed.reasoning).toEqual(expected);
  });

  it('include the response format', () => {
    expect(
      after(
        { outputFormat: { type: 'json-object' } },
        { outputFormat: { type: 'text' } },
        { reasoning: { effort: 'low' } },
      ).outputFormat,
    ).toEqual({ type: 'text' });
  });

  it('retain the rest of the message, and remove it when empty', () => {
    const silent: Message = {
      role: 'developer',
      parts: [{ type: 'opaque', dialect: 'responses', apiType: 'configuration_update', value: {} }],
      settings: {},
    };
    const instruction: Message = { ...message('system', 'Now.'), settings: { reasoning: { effort: 'low' } } };
    expect(applyChanges(buildRequest([silent, instruction]), 'responses', {}).messages).toEqual([instruction]);
  });

  it('are left to an upstream of the API they came by', () => {
    const request = buildRequest([{ ...message('system', 'Now.'), settings: { reasoning: { effort: 'low' } } }]);
    expect(applyChanges(request, 'responses', { native: { dialect: 'responses', signer: 'far' } })).toBe(request);
  });
});
