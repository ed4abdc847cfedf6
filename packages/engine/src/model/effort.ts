/** Reasoning effort levels, ascending. */
export const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** How much a model reasons: one of {@link efforts}. */
export type Effort = (typeof efforts)[number];

/** The approximate effort of a reasoning token budget, for upstreams without such a budget. */
export function effortOfBudget(budget: number): Effort {
  if (budget < 4096) return 'low';
  return budget < 16_384 ? 'medium' : 'high';
}
