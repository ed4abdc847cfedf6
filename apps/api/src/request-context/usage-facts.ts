import type { Usage } from '@org/engine';

/** Usage fields of a response in the log. */
export interface UsageFacts {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly cachedInputTokens: number | undefined;
  readonly reasoningTokens: number | undefined;
  /** Only where it is a guess. */
  readonly usageEstimated: true | undefined;
}

export function usageFacts(usage: Usage | undefined): UsageFacts {
  return {
    inputTokens: usage?.inputTokens,
    outputTokens: usage?.outputTokens,
    cachedInputTokens: usage?.cachedInputTokens,
    reasoningTokens: usage?.reasoningTokens,
    usageEstimated: usage?.estimated === true ? true : undefined,
  };
}
