import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';
import { openUnion } from '../../schema/open-union.js';

/** Category of a refusal; null when it is unknown. */
export const refusalCategorySchema = openEnum([
  'cyber',
  'bio',
  'frontier_llm',
  'reasoning_extraction',
  'general_harms',
]);
export type RefusalCategory = z.infer<typeof refusalCategorySchema>;

const refusalStopDetailsShape = {
  type: z.literal('refusal'),
  /** Category of the refusal; null when it is unknown, as for refusals of this service itself. */
  category: refusalCategorySchema.nullable(),
  /** For people, and free to change. Null when there is none. */
  explanation: z.string().nullable(),
  /** Beta: for asking the same of another model within five minutes, as the request's `fallback_credit_token`. */
  fallback_credit_token: z.string().nullish(),
  /** Beta: whether the token also covers a request that continues from this response. Present only with a token. */
  fallback_has_prefill_claim: z.boolean().nullish(),
  /** Beta: a model to ask instead, when a fallback could not be tried. */
  recommended_model: z.string().nullish(),
};
export type RefusalStopDetailsShape = {
  [Name in keyof typeof refusalStopDetailsShape]: (typeof refusalStopDetailsShape)[Name];
};
/** Details of `stop_reason: "refusal"`. */
export const refusalStopDetailsSchema: z.ZodObject<RefusalStopDetailsShape, z.core.$loose> =
  z.looseObject(refusalStopDetailsShape);
export type RefusalStopDetails = z.infer<typeof refusalStopDetailsSchema>;

/** Details about why a response ended. Other reasons may get their own details. */
export const stopDetailsSchema = openUnion([refusalStopDetailsSchema]);
export type StopDetails = z.infer<typeof stopDetailsSchema>;
