import * as z from 'zod';
import { itemStatusSchema } from '../item-status.js';
import { reasoningContentSchema, reasoningSummarySchema } from '../response/output-content.js';

const responseReasoningItemShape = {
  type: z.literal('reasoning'),
  id: z.string(),
  /** For people to read. Empty unless the request asked for one (`reasoning.summary`). */
  summary: z.array(reasoningSummarySchema),
  /** The model's own wording, where the model shows it. */
  content: z.array(reasoningContentSchema).optional(),
  /** Sent back unchanged by a client that stores nothing here. Only when `include` asks for `reasoning.encrypted_content`. */
  encrypted_content: z.string().nullish(),
  /** `incomplete` where the answer was cut off in it. */
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
  /** That of the item as it was answered. Clients that store nothing leave it out. */
  id: z.string().nullish(),
  /** May be null or left out where `encrypted_content` carries it. */
  content: z.array(reasoningContentSchema).nullish(),
  /** As it was answered; changes nothing. */
  status: itemStatusSchema.nullish(),
};
export type ResponseReasoningItemParamShape = {
  [Name in keyof typeof responseReasoningItemParamShape]: (typeof responseReasoningItemParamShape)[Name];
};
/** A reasoning item as clients send it back: Codex sends `content: null`. */
export const responseReasoningItemParamSchema: z.ZodObject<ResponseReasoningItemParamShape, z.core.$loose> =
  z.looseObject(responseReasoningItemParamShape);
export type ResponseReasoningItemParam = z.infer<typeof responseReasoningItemParamSchema>;
