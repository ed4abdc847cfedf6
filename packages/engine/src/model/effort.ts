/** How much a model is to think, ascending. */
export const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

/** How much a model reasons: one of {@link efforts}. */
export type Effort = (typeof efforts)[number];

/** The effort that says about what a cap on the tokens of reasoning says, for who takes no cap. */
export function effortOfBudget(budget: number): Effort {
  if (budget < 4096) return 'low';
  return budget < 16_384 ? 'medium' : 'high';
}
