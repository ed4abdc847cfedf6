import * as z from 'zod';
import { itemStatusSchema } from '../item-status.js';
import { reasoningContentSchema, reasoningSummarySchema } from '../response/output-content.js';

const responseReasoningItemShape = {
  type: z.literal('reasoning'),
  id: z.string(),
  summary: z.array(reasoningSummarySchema),
  content: z.array(reasoningContentSchema).optional(),
  encrypted_content: z.string().nullish(),
  status: itemStatusSchema.optional(),
};
export type ResponseReasoningItemShape = {
  [Name in keyof typeof responseReasoningItemShape]: (typeof responseReasoningItemShape)[Name];
};
/**
 * What the model thought. `summary` is meant for people, `content` is the model's own wording, and
 * `encrypted_content` carries the whole of it to the next request of a client that stores nothing here.
 */
export const responseReasoningItemSchema: z.ZodObject<ResponseReasoningItemShape, z.core.$loose> =
  z.looseObject(responseReasoningItemShape);
export type ResponseReasoningItem = z.infer<typeof responseReasoningItemSchema>;

const responseReasoningItemParamShape = {
  ...responseReasoningItemShape,
  id: z.string().nullish(),
  content: z.array(reasoningContentSchema).nullish(),
  status: itemStatusSchema.nullish(),
};
export type ResponseReasoningItemParamShape = {
  [Name in keyof typeof responseReasoningItemParamShape]: (typeof responseReasoningItemParamShape)[Name];
};
/** A reasoning item as clients send it back: Codex sends `content: null`. */
export const responseReasoningItemParamSchema: z.ZodObject<ResponseReasoningItemParamShape, z.core.$loose> =
  z.looseObject(responseReasoningItemParamShape);
export type ResponseReasoningItemParam = z.infer<typeof responseReasoningItemParamSchema>;
