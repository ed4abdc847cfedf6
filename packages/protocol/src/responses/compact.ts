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
  /** The stored response whose conversation is compacted. */
  previous_response_id: z.string().nullish(),
  /** Requests with the same key share a prompt prefix. */
  prompt_cache_key: z.string().nullish(),
  /** How the prompt cache is used. */
  prompt_cache_options: promptCacheOptionsParamSchema.nullish(),
  /** How long a prompt prefix stays cached. */
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

/** A user message that a compaction preserves in `output`. */
const compactedMessageSchema = responseOutputMessageSchema.extend({
  role: z.enum(['user', 'assistant']),
  content: z.array(messageContentSchema),
});

const compactedResponseShape = {
  id: z.string(),
  object: z.literal('response.compaction'),
  /** Unix seconds. */
  created_at: z.number(),
  /** The `input` of the next request: user messages, and the compaction of everything else. */
  output: z.array(z.union([compactedMessageSchema, responseOutputItemSchema])),
  /** What it has cost, in tokens. */
  usage: responseUsageSchema,
  /** Whether images in the context were made smaller. */
  image: z.looseObject({ context_compression: z.enum(['enabled', 'disabled']) }).optional(),
};
export type CompactedResponseShape = {
  [Name in keyof typeof compactedResponseShape]: (typeof compactedResponseShape)[Name];
};
/** A compacted conversation: `output` is the `input` of the next request, with user messages and a `compaction` item. */
export const compactedResponseSchema: z.ZodObject<CompactedResponseShape, z.core.$loose> =
  z.looseObject(compactedResponseShape);
export type CompactedResponse = z.infer<typeof compactedResponseSchema>;
