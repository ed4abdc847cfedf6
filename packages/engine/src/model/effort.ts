/** How much a model is to think, ascending. */
export const efforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

export type Effort = (typeof efforts)[number];
