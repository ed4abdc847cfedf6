import type { AppliedEdit } from './context-edit.js';
import type { Usage } from './usage.js';

type Count = 'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'cacheWriteTokens' | 'reasoningTokens';

/** The share of an answer's usage that is the answer's own: less what the summary cost that it begins with. */
export function answerUsage(whole: Usage, edits: readonly AppliedEdit[] = []): Usage {
  const summary = summaryUsage(edits);
  if (summary === undefined) return whole;
  // Until its end an answer may have told less than all.
  const left = (count: Count): number => Math.max(0, whole[count] - summary[count]);
  return {
    ...whole,
    inputTokens: left('inputTokens'),
    outputTokens: left('outputTokens'),
    cachedInputTokens: left('cachedInputTokens'),
    cacheWriteTokens: left('cacheWriteTokens'),
    reasoningTokens: left('reasoningTokens'),
  };
}

/** What a summary cost. A context is summarised once at most. */
export function summaryUsage(edits: readonly AppliedEdit[]): Usage | undefined {
  return edits.find((edit) => edit.kind === 'summarise')?.usage;
}
