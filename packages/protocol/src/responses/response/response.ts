import * as z from 'zod';
import { openEnum } from '../../schema/open-enum.js';
import { accessProgramsSchema } from '../request/access-programs.js';
import { inputTransformationSchema } from './input-transformation.js';
import { responseInputItemSchema } from '../items/input-item.js';
import { responseOutputItemSchema } from '../items/output-item.js';
import { moderationSchema } from '../request/moderation.js';
import { promptCacheDiagnosticsSchema } from './prompt-cache-diagnostics.js';
import { promptCacheOptionsSchema, promptCacheRetentionSchema } from '../request/prompt-cache.js';
import { responsePromptSchema } from '../request/prompt.js';
import { reasoningSchema } from '../request/reasoning-config.js';
import { truncationSchema } from '../request/request.js';
import { responseErrorSchema } from './response-error.js';
import { serviceTierSchema } from '../request/service-tier.js';
import { responseTextConfigSchema } from '../request/text-config.js';
import { toolUsageSchema } from './tool-usage.js';
import { toolChoiceSchema } from '../tools/tool-choice.js';
import { toolSchema } from '../tools/tool.js';
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
  /** Names the response: what `previous_response_id` continues. */
  id: z.string(),
  object: z.literal('response'),
  /** When it was asked for, in Unix seconds. */
  created_at: z.number(),
  /** When a `completed` response was done; null before and otherwise. */
  completed_at: z.number().nullable(),
  /** `completed`, `incomplete`, `failed` and `cancelled` are final; a response in the background is `queued` and `in_progress` before. */
  status: responseStatusSchema,
  /** What went wrong, when the status is `failed`; else null. */
  error: responseErrorSchema.nullable(),
  /** Why the answer was cut off, when the status is `incomplete`; else null. */
  incomplete_details: incompleteDetailsSchema.nullable(),
  /** The model that answered, as the service calls it. */
  model: z.string(),
  /** What the model said, thought and called, in order. Empty until there is something. */
  output: z.array(responseOutputItemSchema),
  /** As in the request, and so are the settings below, with the defaults filled in. */
  instructions: z.union([z.string(), z.array(responseInputItemSchema)]).nullable(),
  /** The response that this one continues. */
  previous_response_id: z.string().nullable(),
  /** What the model was offered. */
  tools: z.array(toolSchema),
  /** Which tools it might or had to call. */
  tool_choice: toolChoiceSchema,
  /** Whether the answer may hold several calls. */
  parallel_tool_calls: z.boolean(),
  /** 0 to 2. */
  temperature: z.number().nullable(),
  /** 0 to 1. */
  top_p: z.number().nullable(),
  /** -2 to 2. */
  presence_penalty: z.number(),
  /** -2 to 2. */
  frequency_penalty: z.number(),
  /** 0 to 20. */
  top_logprobs: z.int().nullable(),
  /** The form of the text, and how wordy it was to be. */
  text: responseTextConfigSchema,
  /** How much the model was to think, and what was to be told of it. */
  reasoning: reasoningSchema.nullable(),
  /** `auto`: oldest turns were dropped until the input fitted. */
  truncation: truncationSchema,
  /** Most tokens to generate; null: as many as the model can. */
  max_output_tokens: z.int().nullable(),
  /** Most calls of hosted tools; null: no limit. */
  max_tool_calls: z.int().nullable(),
  /** Whether the response is kept. */
  store: z.boolean(),
  /** Whether it is made without a connection. */
  background: z.boolean(),
  /** How the request was scheduled. */
  service_tier: openEnum(serviceTierSchema.options),
  /** Pairs of text that came with the request. */
  metadata: z.record(z.string(), z.string()).nullable(),
  /** Names the end user, as the request did. */
  safety_identifier: z.string().nullable(),
  /** Requests with the same key share a prompt prefix. */
  prompt_cache_key: z.string().nullable(),
  /** What the response has cost, in tokens; null until it is known. */
  usage: responseUsageSchema.nullable(),

  /** The official types require it; null where none applied. */
  access_programs: accessProgramsSchema.nullish(),
  /** The conversation that the response was added to. */
  conversation: z.looseObject({ id: z.string() }).nullish(),
  /** Whether images in the context were made smaller. */
  image: z.looseObject({ context_compression: z.enum(['enabled', 'disabled']) }).optional(),
  /** Reasoning that was left out of what the model saw, in the order of the input. */
  input_transformations: z.array(inputTransformationSchema).optional(),
  /** What a moderation found in input and output. */
  moderation: moderationSchema.nullish(),
  /** The prompt template that was filled in. */
  prompt: responsePromptSchema.nullish(),
  /** How long the prompt prefix is kept. */
  prompt_cache_retention: promptCacheRetentionSchema.nullish(),
  /** How the prompt cache was used. */
  prompt_cache_options: promptCacheOptionsSchema.optional(),
  /** Whether a cached prefix was used, and why not. */
  prompt_cache_diagnostics: promptCacheDiagnosticsSchema.optional(),
  /** What hosted tools used. */
  tool_usage: toolUsageSchema.optional(),
  /** Old name of `safety_identifier`. */
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
