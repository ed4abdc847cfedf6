import * as z from 'zod';
import { jsonObjectSchema } from '../json-object.js';

/** How much work the model puts into the answer. Default: the model's own. */
export const effortSchema = z.enum(['low', 'medium', 'high', 'xhigh', 'max']);
export type Effort = z.infer<typeof effortSchema>;

/** The answer is one JSON value that fits `schema`, as ordinary text. */
export const jsonOutputFormatSchema = z.looseObject({ type: z.literal('json_schema'), schema: jsonObjectSchema });
export type JSONOutputFormat = z.infer<typeof jsonOutputFormatSchema>;

/** Beta: tokens that a whole task may take, over several requests. */
export const tokenTaskBudgetSchema = z.looseObject({
  type: z.literal('tokens'),
  total: z.int().min(0),
  remaining: z.int().min(0).nullish(),
});
export type TokenTaskBudget = z.infer<typeof tokenTaskBudgetSchema>;

export const outputConfigSchema = z.looseObject({
  effort: effortSchema.nullish(),
  format: jsonOutputFormatSchema.nullish(),
  task_budget: tokenTaskBudgetSchema.nullish(),
});
export type OutputConfig = z.infer<typeof outputConfigSchema>;
