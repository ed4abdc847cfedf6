import * as z from 'zod';
import { responseInputSchema } from './items/input-item.js';
import { messageContentSchema, responseOutputMessageSchema } from './items/message-items.js';
import { responseOutputItemSchema } from './items/output-item.js';
import { promptCacheOptionsParamSchema, promptCacheRetentionSchema } from './request/prompt-cache.js';
import { responseUsageSchema } from './response/usage.js';

const responseCompactParamsShape = {
  /** The model that sums up. */
  model: z.string().min(1),
  /** The conversation: a text, or items. */
  input: responseInputSchema.nullish(),
  /** System text of this turn. */
  instructions: z.string().nullish(),
  /** The stored response whose conversation is made small. */
  previous_response_id: z.string().nullish(),
  /** Requests with the same key share a prompt prefix. */
  prompt_cache_key: z.string().nullish(),
  /** How the prompt cache is used. */
  prompt_cache_options: promptCacheOptionsParamSchema.nullish(),
  /** How long a cached prompt prefix is kept. */
  prompt_cache_retention: promptCacheRetentionSchema.nullish(),
  /** How the request is scheduled. Default `auto`. */
  service_tier: z.enum(['auto', 'default', 'fast', 'flex', 'priority']).nullish(),
  /** `context_compression`: whether images in the context may be made smaller. */
  image: z.looseObject({ context_compression: z.enum(['auto', 'enabled', 'disabled']).optional() }).nullish(),
};
export type ResponseCompactParamsShape = {
  [Name in keyof typeof responseCompactParamsShape]: (typeof responseCompactParamsShape)[Name];
};
/** Body of `POST /v1/responses/compact`: the conversation to make small. */
export const responseCompactParamsSchema: z.ZodObject<ResponseCompactParamsShape, z.core.$loose> =
  z.looseObject(responseCompactParamsShape);
export type ResponseCompactParams = z.infer<typeof responseCompactParamsSchema>;

/** A message that a compaction keeps: it is in `output` although the user said it. */
const compactedMessageSchema = responseOutputMessageSchema.extend({
  role: z.enum(['user', 'assistant']),
  content: z.array(messageContentSchema),
});

const compactedResponseShape = {
  id: z.string(),
  object: z.literal('response.compaction'),
  /** Unix seconds. */
  created_at: z.number(),
  /** The `input` to go on with: messages of the user, and what stands for the rest. */
  output: z.array(z.union([compactedMessageSchema, responseOutputItemSchema])),
  /** What it has cost, in tokens. */
  usage: responseUsageSchema,
  /** Whether images in the context were made smaller. */
  image: z.looseObject({ context_compression: z.enum(['enabled', 'disabled']) }).optional(),
};
export type CompactedResponseShape = {
  [Name in keyof typeof compactedResponseShape]: (typeof compactedResponseShape)[Name];
};
/** The conversation made small: `output` is the `input` to go on with, messages of the user and a `compaction` item. */
export const compactedResponseSchema: z.ZodObject<CompactedResponseShape, z.core.$loose> =
  z.looseObject(compactedResponseShape);
export type CompactedResponse = z.infer<typeof compactedResponseSchema>;
