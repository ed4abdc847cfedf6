import * as z from 'zod';
import { jsonObjectSchema } from '../json-object.js';

/** How much work the model puts into the answer. Default: the model's own. */
export const effortSchema = z.enum(['low', 'medium', 'high', 'xhigh', 'max']);
export type Effort = z.infer<typeof effortSchema>;

const jsonOutputFormatShape = {
  type: z.literal('json_schema'),
  /** JSON Schema that the answer is held to. */
  schema: jsonObjectSchema,
};
export type JSONOutputFormatShape = {
  [Name in keyof typeof jsonOutputFormatShape]: (typeof jsonOutputFormatShape)[Name];
};
/** The answer is one JSON value that fits `schema`, as ordinary text. */
export const jsonOutputFormatSchema: z.ZodObject<JSONOutputFormatShape, z.core.$loose> =
  z.looseObject(jsonOutputFormatShape);
export type JSONOutputFormat = z.infer<typeof jsonOutputFormatSchema>;

const tokenTaskBudgetShape = {
  type: z.literal('tokens'),
  /** For the whole task. */
  total: z.int().min(0),
  /** What is left of it, as the client counts. Default: all. */
  remaining: z.int().min(0).nullish(),
};
export type TokenTaskBudgetShape = { [Name in keyof typeof tokenTaskBudgetShape]: (typeof tokenTaskBudgetShape)[Name] };
/** Beta: tokens that a whole task may take, over several requests. Only an upstream of this dialect heeds it. */
export const tokenTaskBudgetSchema: z.ZodObject<TokenTaskBudgetShape, z.core.$loose> =
  z.looseObject(tokenTaskBudgetShape);
export type TokenTaskBudget = z.infer<typeof tokenTaskBudgetSchema>;

const outputConfigShape = {
  /** Null or absent: the model's own. Without `thinking`, an effort turns thinking on. */
  effort: effortSchema.nullish(),
  /** Null or absent: free text. */
  format: jsonOutputFormatSchema.nullish(),
  /** Beta: tokens that a whole task may take. Only an upstream of this dialect heeds it. */
  task_budget: tokenTaskBudgetSchema.nullish(),
};
export type OutputConfigShape = { [Name in keyof typeof outputConfigShape]: (typeof outputConfigShape)[Name] };
/** The form of the answer, and the work that goes into it. */
export const outputConfigSchema: z.ZodObject<OutputConfigShape, z.core.$loose> = z.looseObject(outputConfigShape);
export type OutputConfig = z.infer<typeof outputConfigSchema>;
