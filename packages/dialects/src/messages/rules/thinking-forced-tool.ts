import type { Rule } from './rule.js';

/** A forced call excludes preceding thinking. */
export const thinkingForcedTool: Rule = ({ thinking, tool_choice: choice }) => {
  if (thinking?.type !== 'enabled' || (choice?.type !== 'any' && choice?.type !== 'tool')) return undefined;
  return { param: 'tool_choice', message: 'Thinking may not be enabled when tool_choice forces tool use.' };
};
