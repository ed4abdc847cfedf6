import * as z from 'zod';
import { jsonObjectSchema } from '../json-object.js';

/** How much work the model puts into the response. Default: the model's own. */
export const effortSchema = z.enum(['low', 'medium', 'high', 'xhigh', 'max']);
export type Effort = z.infer<typeof effortSchema>;

const jsonOutputFormatShape = {
  type: z.literal('json_schema'),
  /** JSON Schema that the response must match. */
  schema: jsonObjectSchema,
};
export type JSONOutputFormatShape = {
  [Name in keyof typeof jsonOutputFormatShape]: (typeof jsonOutputFormatShape)[Name];
};
/** The response is one JSON value that matches `schema`, as ordinary text. */
export const jsonOutputFormatSchema: z.ZodObject<JSONOutputFormatShape, z.core.$loose> =
  z.looseObject(jsonOutputFormatShape);
export type JSONOutputFormat = z.infer<typeof jsonOutputFormatSchema>;

const tokenTaskBudgetShape = {
  type: z.literal('tokens'),
  /** Tokens for the complete task. */
  total: z.int().min(0),
  /** Remaining tokens according to the client. Default: all. */
  remaining: z.int().min(0).nullish(),
};
export type TokenTaskBudgetShape = { [Name in keyof typeof tokenTaskBudgetShape]: (typeof tokenTaskBudgetShape)[Name] };
/** Beta: token budget of a task over several requests. Only an upstream of this dialect supports it. */
export const tokenTaskBudgetSchema: z.ZodObject<TokenTaskBudgetShape, z.core.$loose> =
  z.looseObject(tokenTaskBudgetShape);
export type TokenTaskBudget = z.infer<typeof tokenTaskBudgetSchema>;

const outputConfigShape = {
  /** Null or absent: the model's default. Without `thinking`, an effort enables thinking. */
  effort: effortSchema.nullish(),
  /** Null or absent: free text. */
  format: jsonOutputFormatSchema.nullish(),
  /** Beta: token budget of a task. Only an upstream of this dialect supports it. */
  task_budget: tokenTaskBudgetSchema.nullish(),
};
export type OutputConfigShape = { [Name in keyof typeof outputConfigShape]: (typeof outputConfigShape)[Name] };
/** Format of the response and effort of the model. */
export const outputConfigSchema: z.ZodObject<OutputConfigShape, z.core.$loose> = z.looseObject(outputConfigShape);
export type OutputConfig = z.infer<typeof outputConfigSchema>;
