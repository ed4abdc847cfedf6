import * as z from 'zod';
import { openEnum } from '../schema/open-enum.js';
import { accessProgramsSchema } from './access-programs.js';
import { inputTransformationSchema } from './input-transformation.js';
import { responseInputItemSchema } from './items/input-item.js';
import { responseOutputItemSchema } from './items/output-item.js';
import { moderationSchema } from './moderation.js';
import { promptCacheDiagnosticsSchema } from './prompt-cache-diagnostics.js';
import { promptCacheOptionsSchema, promptCacheRetentionSchema } from './prompt-cache.js';
import { responsePromptSchema } from './prompt.js';
import { reasoningSchema } from './reasoning-config.js';
import { truncationSchema } from './request.js';
import { responseErrorSchema } from './response-error.js';
import { responseTextConfigSchema } from './text-config.js';
import { toolUsageSchema } from './tool-usage.js';
import { toolChoiceSchema } from './tools/tool-choice.js';
import { toolSchema } from './tools/tool.js';
import { responseUsageSchema } from './usage.js';

/** Where a response stands. `completed`, `incomplete`, `failed` and `cancelled` are final and never change. */
export const responseStatusSchema = z.enum(['completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete']);
export type ResponseStatus = z.infer<typeof responseStatusSchema>;

/** Why a response is incomplete. */
export const incompleteDetailsSchema = z.looseObject({
  reason: openEnum(['max_output_tokens', 'max_messages', 'content_filter', 'steered']).optional(),
});
export type IncompleteDetails = z.infer<typeof incompleteDetailsSchema>;

/** The keys that every response carries, whatever it is about: the ones that Open Responses requires. */
export const responseKeys = [
  'id',
  'object',
  'created_at',
  'completed_at',
  'status',
  'error',
  'incomplete_details',
  'model',
  'output',
  'instructions',
  'previous_response_id',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'top_logprobs',
  'text',
  'reasoning',
  'truncation',
  'max_output_tokens',
  'max_tool_calls',
  'store',
  'background',
  'service_tier',
  'metadata',
  'safety_identifier',
  'prompt_cache_key',
  'usage',
] as const;

const responseShape = {
  id: z.string(),
  object: z.literal('response'),
  created_at: z.number(),
  /** When a `completed` response was done; null before and otherwise. */
  completed_at: z.number().nullable(),
  status: responseStatusSchema,
  error: responseErrorSchema.nullable(),
  incomplete_details: incompleteDetailsSchema.nullable(),
  model: z.string(),
  output: z.array(responseOutputItemSchema),
  instructions: z.union([z.string(), z.array(responseInputItemSchema)]).nullable(),
  previous_response_id: z.string().nullable(),
  tools: z.array(toolSchema),
  tool_choice: toolChoiceSchema,
  parallel_tool_calls: z.boolean(),
  temperature: z.number().nullable(),
  top_p: z.number().nullable(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: z.int().nullable(),
  text: responseTextConfigSchema,
  reasoning: reasoningSchema.nullable(),
  truncation: truncationSchema,
  max_output_tokens: z.int().nullable(),
  max_tool_calls: z.int().nullable(),
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.string()).nullable(),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
  /** Null until it is known. */
  usage: responseUsageSchema.nullable(),

  /** The official types require it; null where none applied. */
  access_programs: accessProgramsSchema.nullish(),
  conversation: z.looseObject({ id: z.string() }).nullish(),
  image: z.looseObject({ context_compression: z.enum(['enabled', 'disabled']) }).optional(),
  /** Reasoning that was left out of what the model saw, in the order of the input. */
  input_transformations: z.array(inputTransformationSchema).optional(),
  moderation: moderationSchema.nullish(),
  prompt: responsePromptSchema.nullish(),
  prompt_cache_retention: promptCacheRetentionSchema.nullish(),
  prompt_cache_options: promptCacheOptionsSchema.optional(),
  prompt_cache_diagnostics: promptCacheDiagnosticsSchema.optional(),
  tool_usage: toolUsageSchema.optional(),
  user: z.string().nullish(),
};
export type ResponseShape = { [Name in keyof typeof responseShape]: (typeof responseShape)[Name] };
/**
 * A response. The keys of `responseKeys` are all there, null where there is nothing to say; the others come only when
 * they apply. Sampling values are the effective ones. Times are Unix seconds.
 */
export const responseSchema: z.ZodObject<ResponseShape, z.core.$loose> = z.looseObject(responseShape);
export type Response = z.infer<typeof responseSchema>;

/** Body of `DELETE /v1/responses/{id}`. */
export const responseDeletedSchema = z.looseObject({
  id: z.string(),
  object: z.literal('response.deleted'),
  deleted: z.boolean(),
});
export type ResponseDeleted = z.infer<typeof responseDeletedSchema>;
