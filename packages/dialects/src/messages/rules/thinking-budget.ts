import type { Rule } from './rule.js';

/**
 * The thinking budget must leave tokens for the output. With tools it may exceed `max_tokens`: interleaved thinking
 * spends it over several calls. The schema enforces its minimum.
 */
export const thinkingBudget: Rule = ({ thinking, max_tokens: maxTokens, tools }) => {
  if (thinking?.type !== 'enabled') return undefined;
  const interleaved = tools != null && tools.length > 0;
  if (maxTokens !== undefined && !interleaved && thinking.budget_tokens >= maxTokens) {
    return { param: 'max_tokens', message: '`max_tokens` must be greater than `thinking.budget_tokens`' };
  }
  return undefined;
};
