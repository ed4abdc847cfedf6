import * as z from 'zod';

/** A token and its natural-log probability. `bytes` is its UTF-8 form. */
export const topLogprobSchema = z.looseObject({
  token: z.string(),
  bytes: z.array(z.int().min(0).max(255)),
  logprob: z.number(),
});
export type TopLogprob = z.infer<typeof topLogprobSchema>;

const logprobShape = {
  /** As text. A token may be a part of a character: `bytes` is exact. */
  token: z.string(),
  /** The UTF-8 bytes of the token. */
  bytes: z.array(z.int().min(0).max(255)),
  /** Natural logarithm of its probability: 0 is certain. */
  logprob: z.number(),
  /** The most likely tokens at this position, most likely first. */
  top_logprobs: z.array(topLogprobSchema),
};
export type LogprobShape = { [Name in keyof typeof logprobShape]: (typeof logprobShape)[Name] };
/** A generated token with its most likely alternatives; `top_logprobs` of the request sets their number, 0 to 20. */
export const logprobSchema: z.ZodObject<LogprobShape, z.core.$loose> = z.looseObject(logprobShape);
export type Logprob = z.infer<typeof logprobSchema>;

/** A token as text deltas carry it. */
export const streamLogprobSchema = z.looseObject({
  token: z.string(),
  logprob: z.number(),
  top_logprobs: z.array(z.looseObject({ token: z.string().optional(), logprob: z.number().optional() })).optional(),
});
export type StreamLogprob = z.infer<typeof streamLogprobSchema>;
