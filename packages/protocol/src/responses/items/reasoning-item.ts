import * as z from 'zod';
import { itemStatusSchema } from '../item-status.js';
import { reasoningContentSchema, reasoningSummarySchema } from '../response/output-content.js';

const responseReasoningItemShape = {
  type: z.literal('reasoning'),
  id: z.string(),
  /** Human-readable summary. Empty unless the request asked for one (`reasoning.summary`). */
  summary: z.array(reasoningSummarySchema),
  /** Raw reasoning text, if the model exposes it. */
  content: z.array(reasoningContentSchema).optional(),
  /**
   * Sent back unchanged by a client that stores nothing here. Only when `include` contains
   * `reasoning.encrypted_content`.
   */
  encrypted_content: z.string().nullish(),
  /** `incomplete` when the response was truncated within it. */
  status: itemStatusSchema.optional(),
};
export type ResponseReasoningItemShape = {
  [Name in keyof typeof responseReasoningItemShape]: (typeof responseReasoningItemShape)[Name];
};
/**
 * Reasoning of the model. `summary` is human-readable, `content` is the raw reasoning text, and `encrypted_content`
 * carries all of it to the next request of a client that stores nothing here.
 */
export const responseReasoningItemSchema: z.ZodObject<ResponseReasoningItemShape, z.core.$loose> =
  z.looseObject(responseReasoningItemShape);
export type ResponseReasoningItem = z.infer<typeof responseReasoningItemSchema>;

const responseReasoningItemParamShape = {
  ...responseReasoningItemShape,
  /** ID of the item in the response. Clients that store nothing omit it. */
  id: z.string().nullish(),
  /** May be null or absent when `encrypted_content` contains it. */
  content: z.array(reasoningContentSchema).nullish(),
  /** As in the response; it has no effect. */
  status: itemStatusSchema.nullish(),
};
export type ResponseReasoningItemParamShape = {
  [Name in keyof typeof responseReasoningItemParamShape]: (typeof responseReasoningItemParamShape)[Name];
};
/** A reasoning item as clients send it back: Codex sends `content: null`. */
export const responseReasoningItemParamSchema: z.ZodObject<ResponseReasoningItemParamShape, z.core.$loose> =
  z.looseObject(responseReasoningItemParamShape);
export type ResponseReasoningItemParam = z.infer<typeof responseReasoningItemParamSchema>;
