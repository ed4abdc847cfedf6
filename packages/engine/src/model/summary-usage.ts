import type { AppliedEdit } from './context-edit.js';
import type { Usage } from './usage.js';

type Count = 'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'cacheWriteTokens' | 'reasoningTokens';

/** The share of an answer's usage that is the answer's own: less what the summary cost that it begins with. */
export function excludeSummaryUsage(total: Usage, edits: readonly AppliedEdit[] = []): Usage {
  const summary = summaryUsage(edits);
  if (summary === undefined) return total;
  // Until its end an answer may have told less than all.
  const remaining = (count: Count): number => Math.max(0, total[count] - summary[count]);
  return {
    ...total,
    inputTokens: remaining('inputTokens'),
    outputTokens: remaining('outputTokens'),
    cachedInputTokens: remaining('cachedInputTokens'),
    cacheWriteTokens: remaining('cacheWriteTokens'),
    reasoningTokens: remaining('reasoningTokens'),
  };
}

/** What a summary cost. A context is summarised once at most. */
export function summaryUsage(edits: readonly AppliedEdit[]): Usage | undefined {
  return edits.find((edit) => edit.kind === 'summarise')?.usage;
}
