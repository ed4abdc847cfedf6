import { toolChoiceExists } from '#src/messages/rules/tool-choice.js';
import { toolNames } from '#src/messages/rules/tool-names.js';
import { messagesDialect } from '#src/messages.js';
import { body, errorOf, judge } from '../requests.js';

const tool = (name: string): object => ({ name, input_schema: { type: 'object' } });

describe('tool names', () => {
  it('are letters, digits, underscores and dashes, which the schema sees to', () => {
    expect(judge(toolNames, { tools: [tool('a-B_9')] })).toBeUndefined();
    const error = errorOf(() => messagesDialect.parseRequest(body({ tools: [tool('ok'), tool('not ok')] })));
    expect(error).toMatchObject({ code: 'invalid-request', param: 'tools.1.name' });
    expect(error.message).toContain('String should match pattern');
  });

  it('are unique', () => expect(judge(toolNames, { tools: [tool('a'), tool('a')] })?.message).toBe('tools: Tool names must be unique.'));

  it('are not more than the installation allows', () =>
    expect(judge(toolNames, { tools: [tool('a'), tool('b'), tool('c')] }, { maxTools: 2 })).toEqual({
      param: 'tools',
      message: 'tools: at most 2 tools may be given, but there are 3',
    }));
});

describe('a forced tool', () => {
  it('is one of the tools', () => {
    expect(judge(toolChoiceExists, { tools: [tool('a')], tool_choice: { type: 'tool', name: 'a' } })).toBeUndefined();
    expect(judge(toolChoiceExists, { tools: [tool('a')], tool_choice: { type: 'tool', name: 'b' } })?.param).toBe('tool_choice.name');
  });

  it('needs tools', () => expect(judge(toolChoiceExists, { tool_choice: { type: 'any' } })?.param).toBe('tool_choice'));

  it('may come from the turn that a thread continues', () =>
    expect(judge(toolChoiceExists, { tool_choice: { type: 'any' }, thread: { type: 'continue', previous_message_id: 'msg_0' } })).toBeUndefined());
});
