import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';

const policySchema = z.looseObject({ mode: z.enum(['score', 'block']) });

/** Whether and how input and output are moderated, as clients ask for it. */
export const moderationParamSchema = z.looseObject({
  model: z.string(),
  policy: z.looseObject({ input: policySchema.nullish(), output: policySchema.nullish() }).nullish(),
});
export type ModerationParam = z.infer<typeof moderationParamSchema>;

/** Moderation result of one direction, or why moderation failed. Scores are 0 to 1. */
export const moderationVerdictSchema = openUnion([
  z.looseObject({
    type: z.literal('moderation_result'),
    model: z.string(),
    flagged: z.boolean(),
    categories: z.record(z.string(), z.boolean()),
    category_scores: z.record(z.string(), z.number()),
    category_applied_input_types: z.record(z.string(), z.array(z.enum(['text', 'image']))),
  }),
  z.looseObject({ type: z.literal('error'), code: z.string(), message: z.string() }),
]);
export type ModerationVerdict = z.infer<typeof moderationVerdictSchema>;

/** What moderation found in the input and in the output. */
export const moderationSchema = z.looseObject({ input: moderationVerdictSchema, output: moderationVerdictSchema });
export type Moderation = z.infer<typeof moderationSchema>;
