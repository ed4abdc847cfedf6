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

/** Status of a response. `completed`, `incomplete`, `failed` and `cancelled` are final and never change. */
export const responseStatusSchema = z.enum(['completed', 'failed', 'in_progress', 'cancelled', 'queued', 'incomplete']);
export type ResponseStatus = z.infer<typeof responseStatusSchema>;

/** Why a response is incomplete. */
export const incompleteDetailsSchema = z.looseObject({
  reason: openEnum(['max_output_tokens', 'max_messages', 'content_filter', 'steered']).optional(),
});
export type IncompleteDetails = z.infer<typeof incompleteDetailsSchema>;

/** The keys that Open Responses requires, present in every response. */
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
  /** Why the response was truncated, when the status is `incomplete`; otherwise null. */
  incomplete_details: incompleteDetailsSchema.nullable(),
  /** Name of the responding model in the service. */
  model: z.string(),
  /** Messages, reasoning and tool calls of the model, in order. Empty until the first item. */
  output: z.array(responseOutputItemSchema),
  /** As in the request, and so are the settings below, with the defaults filled in. */
  instructions: z.union([z.string(), z.array(responseInputItemSchema)]).nullable(),
  /** ID of the response that this one continues. */
  previous_response_id: z.string().nullable(),
  /** What the model was offered. */
  tools: z.array(toolSchema),
  /** Which tools it might or had to call. */
  tool_choice: toolChoiceSchema,
  /** Whether the response may contain several tool calls. */
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
  /** Requested reasoning effort and reasoning summary. */
  reasoning: reasoningSchema.nullable(),
  /** `auto`: oldest turns were dropped until the input fitted. */
  truncation: truncationSchema,
  /** Maximum number of tokens to generate; null means the model's maximum. */
  max_output_tokens: z.int().nullable(),
  /** Maximum number of hosted tool calls; null means no limit. */
  max_tool_calls: z.int().nullable(),
  /** Whether the response is stored. */
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
  /** Reasoning that was omitted from the model's input, in input order. */
  input_transformations: z.array(inputTransformationSchema).optional(),
  /** What a moderation found in input and output. */
  moderation: moderationSchema.nullish(),
  /** The prompt template that was filled in. */
  prompt: responsePromptSchema.nullish(),
  /** How long the prompt prefix stays cached. */
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
 * A response. All keys of `responseKeys` are present, null where they have no value; the others appear only when they
 * apply. Sampling values are the effective ones. Times are Unix seconds.
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
