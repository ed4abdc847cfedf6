import type { AppliedEdit } from './context-edit.js';
import type { Usage } from './usage.js';

type Count = 'inputTokens' | 'outputTokens' | 'cachedInputTokens' | 'cacheWriteTokens' | 'reasoningTokens';

/** The usage of a response without the cost of its leading summary. */
export function excludeSummaryUsage(total: Usage, edits: readonly AppliedEdit[] = []): Usage {
  const summary = summaryUsage(edits);
  if (summary === undefined) return total;
  // Until its end a response may report less than the total.
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

/** The usage of a summary. A context is summarized at most once. */
export function summaryUsage(edits: readonly AppliedEdit[]): Usage | undefined {
  return edits.find((edit) => edit.kind === 'summarize')?.usage;
}
