import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';

/** Reasoning effort before the response. `none` disables reasoning. Default: the model's own. */
export const reasoningEffortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
export type ReasoningEffort = z.infer<typeof reasoningEffortSchema>;

const summaryKindSchema = openEnum(['auto', 'concise', 'detailed']);

const reasoningShape = {
  /** Reasoning effort. Default: the model's own; a model without reasoning ignores it. */
  effort: reasoningEffortSchema.nullish(),
  /**
   * Kind of summary in reasoning items. Default none. An optional parameter, so unknown values are accepted: VS Code
   * sends `off`.
   */
  summary: summaryKindSchema.nullish(),
  /** Old name of `summary`. */
  generate_summary: summaryKindSchema.nullish(),
  /** Which earlier reasoning is included in the model's input. */
  context: z.enum(['auto', 'current_turn', 'all_turns']).nullish(),
  /** Amount of computation. Default `standard`. */
  mode: openEnum(['standard', 'pro']).optional(),
};
export type ReasoningShape = { [Name in keyof typeof reasoningShape]: (typeof reasoningShape)[Name] };
/** Reasoning effort, and the returned summary. */
export const reasoningSchema: z.ZodObject<ReasoningShape, z.core.$loose> = z.looseObject(reasoningShape);
export type Reasoning = z.infer<typeof reasoningSchema>;
