import { toolChoiceExists } from '#src/messages/rules/tool-choice.js';
import { toolNames } from '#src/messages/rules/tool-names.js';
import { messagesDialect } from '#src/messages.js';
import { body, decode, errorOf, checkRule } from '../requests.js';

const tool = (name: string): object => ({ name, input_schema: { type: 'object' } });

describe('tool names', () => {
  it('are letters, digits, underscores and dashes, which the schema enforces', () => {
    expect(checkRule(toolNames, { tools: [tool('a-B_9')] })).toBeUndefined();
    const error = errorOf(() => messagesDialect.parseRequest(body({ tools: [tool('ok'), tool('not ok')] })));
    expect(error).toMatchObject({ code: 'invalid-request', param: 'tools.1.name' });
    expect(error.message).toContain('String should match pattern');
  });

  it('are unique', () =>
    expect(checkRule(toolNames, { tools: [tool('a'), tool('b'), tool('a')] })).toEqual({
      param: 'tools.2.name',
      message: 'tools: Tool names must be unique. tools.0 and tools.2 have the same name.',
    }));

  it('are not more than the installation allows', () =>
    expect(checkRule(toolNames, { tools: [tool('a'), tool('b'), tool('c')] }, { maxTools: 2 })).toEqual({
      param: 'tools',
      message: 'tools: the service supports at most 2 tools, but the request has 3',
    }));
});

describe('the schema of a tool', () => {
  it.each(['string', 'array', ['string', 'null'], 5])(
    'describes an object, because the input of a call is one: not %j',
    (type) =>
      expect(errorOf(() => decode({ tools: [tool('a'), { name: 'b', input_schema: { type } }] }))).toMatchObject({
        code: 'invalid-request',
        param: 'tools.1.input_schema.type',
        message: 'tools.1.input_schema.type: Input should be "object"',
      }),
  );

  it.each([{}, { type: null }, { type: 'object' }, { type: ['object', 'null'] }])(
    'may omit the type, and its other members are between client and model: %j',
    (schema) =>
      expect(
        decode({ tools: [{ name: 'a', input_schema: { ...schema, properties: { at: { type: 'strin' } } } }] })
          .generation.tools,
      ).toHaveLength(1),
  );
});

describe('a forced tool', () => {
  it('is one of the tools', () => {
    expect(
      checkRule(toolChoiceExists, { tools: [tool('a')], tool_choice: { type: 'tool', name: 'a' } }),
    ).toBeUndefined();
    expect(checkRule(toolChoiceExists, { tools: [tool('a')], tool_choice: { type: 'tool', name: 'b' } })?.param).toBe(
      'tool_choice.name',
    );
  });

  it('needs tools', () =>
    expect(checkRule(toolChoiceExists, { tool_choice: { type: 'any' } })?.param).toBe('tool_choice'));

  it('may be from the turn that a thread continues', () =>
    expect(
      checkRule(toolChoiceExists, {
        tool_choice: { type: 'any' },
        thread: { type: 'continue', previous_message_id: 'msg_0' },
      }),
    ).toBeUndefined());
});
