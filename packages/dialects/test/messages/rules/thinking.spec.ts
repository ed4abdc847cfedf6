import { thinkingBudget } from '#src/messages/rules/thinking-budget.js';
import { thinkingForcedTool } from '#src/messages/rules/thinking-forced-tool.js';
import { checkRule } from '../requests.js';

const thinking = { type: 'enabled', budget_tokens: 2000 };
const tools = [{ name: 'a', input_schema: { type: 'object' } }];

describe('a thinking budget', () => {
  it('is below max_tokens', () => {
    expect(checkRule(thinkingBudget, { thinking, max_tokens: 2001 })).toBeUndefined();
    expect(checkRule(thinkingBudget, { thinking, max_tokens: 2000 })).toEqual({
      param: 'max_tokens',
      message: '`max_tokens` must be greater than `thinking.budget_tokens`',
    });
  });

  it('may exceed max_tokens with tools, where it is spent over several calls', () =>
    expect(checkRule(thinkingBudget, { thinking, max_tokens: 100, tools })).toBeUndefined());
});

describe('thinking', () => {
  it.each([{ type: 'any' }, { type: 'tool', name: 'a' }])('does not go with a forced tool: %j', (choice) => {
    expect(checkRule(thinkingForcedTool, { thinking, tools, tool_choice: choice })?.message).toBe(
      'Thinking may not be enabled when tool_choice forces tool use.',
    );
    expect(
      checkRule(thinkingForcedTool, { thinking: { type: 'adaptive' }, tools, tool_choice: choice }),
    ).toBeUndefined();
  });

  it('goes with a free choice', () =>
    expect(checkRule(thinkingForcedTool, { thinking, tools, tool_choice: { type: 'auto' } })).toBeUndefined());
});
