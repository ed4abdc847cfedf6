import { withoutField } from '#src/compat/without-field.js';
import type { JsonObject } from '@org/engine';

const hint = { cache_control: { type: 'ephemeral' } };
const toolUse = { type: 'tool_use', id: 't', name: 'look', input: { cache_control: 'no-store' } };
const tool = { name: 'look', input_schema: { type: 'object', properties: { cache_control: { type: 'string' } } } };

const without = (body: JsonObject, root: string): JsonObject | undefined =>
  withoutField(
    { body, headers: {}, warnings: [], sameDialect: true, localStopSequences: [] },
    { path: [root, 'cache_control'] },
    ['cache_control'],
  )?.body;

describe('a member that an upstream rejected', () => {
  it('is left out everywhere, and client content of the same name stays', () => {
    const result = (more: JsonObject): JsonObject => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'text', text: 'here', ...more }], ...more }],
    });
    const assistantMessage = (more: JsonObject): JsonObject => ({
      role: 'assistant',
      content: [{ ...toolUse, ...more }],
    });
    expect(without({ messages: [assistantMessage(hint), result(hint)] }, 'messages')).toEqual({
      messages: [assistantMessage({}), result({})],
    });
    expect(without({ tools: [{ ...tool, ...hint }] }, 'tools')).toEqual({ tools: [tool] });
  });

  it('causes no retry when only client content has that name', () => {
    expect(without({ messages: [{ role: 'assistant', content: [toolUse] }] }, 'messages')).toBeUndefined();
    expect(without({ tools: [tool] }, 'tools')).toBeUndefined();
  });
});
