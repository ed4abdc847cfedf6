import * as z from 'zod';
import { responseInputSchema } from './items/input-item.js';
import { messageContentSchema, responseOutputMessageSchema } from './items/message-items.js';
import { responseOutputItemSchema } from './items/output-item.js';
import { promptCacheOptionsParamSchema, promptCacheRetentionSchema } from './prompt-cache.js';
import { responseUsageSchema } from './usage.js';

const responseCompactParamsShape = {
  model: z.string().min(1),
  input: responseInputSchema.nullish(),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_options: promptCacheOptionsParamSchema.nullish(),
  prompt_cache_retention: promptCacheRetentionSchema.nullish(),
  service_tier: z.enum(['auto', 'default', 'fast', 'flex', 'priority']).nullish(),
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
  created_at: z.number(),
  output: z.array(z.union([compactedMessageSchema, responseOutputItemSchema])),
  usage: responseUsageSchema,
  image: z.looseObject({ context_compression: z.enum(['enabled', 'disabled']) }).optional(),
};
export type CompactedResponseShape = { [Name in keyof typeof compactedResponseShape]: (typeof compactedResponseShape)[Name] };
/** The conversation made small: `output` is the `input` to go on with, messages of the user and a `compaction` item. */
export const compactedResponseSchema: z.ZodObject<CompactedResponseShape, z.core.$loose> = z.looseObject(compactedResponseShape);
export type CompactedResponse = z.infer<typeof compactedResponseSchema>;
