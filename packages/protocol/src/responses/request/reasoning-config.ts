import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';

/** How much the model thinks before it answers. `none` turns reasoning off. Default: the model's own. */
export const reasoningEffortSchema = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
export type ReasoningEffort = z.infer<typeof reasoningEffortSchema>;

const summaryKindSchema = openEnum(['auto', 'concise', 'detailed']);

const reasoningShape = {
  /** How much the model thinks. Default: the model's own; a model that cannot think ignores it. */
  effort: reasoningEffortSchema.nullish(),
  /** The kind of summary that reasoning items carry. Default none. A wish, so words of tomorrow are taken: VS Code says `off`. */
  summary: summaryKindSchema.nullish(),
  /** Old name of `summary`. */
  generate_summary: summaryKindSchema.nullish(),
  /** Which earlier reasoning the model sees again. */
  context: z.enum(['auto', 'current_turn', 'all_turns']).nullish(),
  /** How much is spent on it. Default `standard`. */
  mode: openEnum(['standard', 'pro']).optional(),
};
export type ReasoningShape = { [Name in keyof typeof reasoningShape]: (typeof reasoningShape)[Name] };
/** How much the model thinks, and what is told of it. */
export const reasoningSchema: z.ZodObject<ReasoningShape, z.core.$loose> = z.looseObject(reasoningShape);
export type Reasoning = z.infer<typeof reasoningSchema>;
