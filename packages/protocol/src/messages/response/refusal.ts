import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';
import { openUnion } from '../../schema/open-union.js';

/** What a refusal was about; null when it is not said. */
export const refusalCategorySchema = openEnum(['cyber', 'bio', 'frontier_llm', 'reasoning_extraction', 'general_harms']);
export type RefusalCategory = z.infer<typeof refusalCategorySchema>;

/** More about `stop_reason: "refusal"`. The last three members are beta. */
export const refusalStopDetailsSchema = z.looseObject({
  type: z.literal('refusal'),
  category: refusalCategorySchema.nullable(),
  explanation: z.string().nullable(),
  fallback_credit_token: z.string().nullish(),
  fallback_has_prefill_claim: z.boolean().nullish(),
  recommended_model: z.string().nullish(),
});
export type RefusalStopDetails = z.infer<typeof refusalStopDetailsSchema>;

/** More about why an answer ended. Other reasons may get details of their own. */
export const stopDetailsSchema = openUnion([refusalStopDetailsSchema]);
export type StopDetails = z.infer<typeof stopDetailsSchema>;
