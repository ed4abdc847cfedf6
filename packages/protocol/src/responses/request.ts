import { z } from 'zod';
import { accessProgramsParamSchema } from './access-programs.js';
import { responseIncludableSchema } from './include.js';
import { responseInputSchema } from './items/input-item.js';
import { metadataSchema } from './metadata.js';
import { moderationParamSchema } from './moderation.js';
import { promptCacheOptionsParamSchema, promptCacheRetentionSchema } from './prompt-cache.js';
import { responsePromptSchema } from './prompt.js';
import { reasoningSchema } from './reasoning-config.js';
import { serviceTierSchema } from './service-tier.js';
import { responseTextConfigSchema } from './text-config.js';
import { toolChoiceSchema } from './tools/tool-choice.js';
import { toolSchema } from './tools/tool.js';

/** A conversation by its id, bare or in an object. */
export const conversationParamSchema = z.union([z.string(), z.looseObject({ id: z.string() })]);
export type ConversationParam = z.infer<typeof conversationParamSchema>;

/** `auto`: drop whole oldest turns until the input fits. `disabled` (default): refuse an input that does not fit. */
export const truncationSchema = z.enum(['auto', 'disabled']);
export type Truncation = z.infer<typeof truncationSchema>;

/** What the server does with the context by itself, such as `{type: "compaction", compact_threshold: tokens}`. */
export const contextManagementSchema = z.looseObject({ type: z.string(), compact_threshold: z.int().min(0).nullish() });
export type ContextManagement = z.infer<typeof contextManagementSchema>;

/** Body of `POST /v1/responses`. */
export const responseCreateParamsSchema = z.looseObject({
  /** The official types let a prompt template name the model; here it is required. */
  model: z.string().min(1),
  input: responseInputSchema.optional(),
  /** System text of this turn only: later turns do not inherit it. */
  instructions: z.string().nullish(),
  /** Answer by server-sent events. Default false. */
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_obfuscation: z.boolean().optional() }).nullish(),
  /** Keep the response. Default true. */
  store: z.boolean().nullish(),
  /** Answer at once with status `queued` and work on. Needs `store`. Default false. */
  background: z.boolean().nullish(),
  /** The response to continue. Not together with `conversation`. */
  previous_response_id: z.string().nullish(),
  conversation: conversationParamSchema.nullish(),
  include: z.array(responseIncludableSchema).nullish(),
  tools: z.array(toolSchema).nullish(),
  tool_choice: toolChoiceSchema.nullish(),
  /** Whether one answer may hold several calls. Default true. */
  parallel_tool_calls: z.boolean().nullish(),
  /** Most calls of hosted tools in one response. */
  max_tool_calls: z.int().min(1).nullish(),
  /** Most tokens to generate, reasoning included. At least 1; a cap, not a promise. */
  max_output_tokens: z.int().min(1).nullish(),
  /** 0 to 2; 0 is greedy. */
  temperature: z.number().min(0).max(2).nullish(),
  /** 0 to 1. */
  top_p: z.number().min(0).max(1).nullish(),
  /** Alternatives to report a token, 0 to 20. */
  top_logprobs: z.int().min(0).max(20).nullish(),
  /** -2 to 2. From Open Responses; not in the official types. */
  presence_penalty: z.number().min(-2).max(2).nullish(),
  /** -2 to 2. From Open Responses; not in the official types. */
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  text: responseTextConfigSchema.nullish(),
  reasoning: reasoningSchema.nullish(),
  truncation: truncationSchema.nullish(),
  context_management: z.array(contextManagementSchema).nullish(),
  prompt: responsePromptSchema.nullish(),
  /** Requests with the same key share a prompt prefix. */
  prompt_cache_key: z.string().nullish(),
  prompt_cache_options: promptCacheOptionsParamSchema.nullish(),
  prompt_cache_retention: promptCacheRetentionSchema.nullish(),
  service_tier: serviceTierSchema.nullish(),
  metadata: metadataSchema.nullish(),
  /** Names the end user without saying who it is. */
  safety_identifier: z.string().nullish(),
  /** Old name of `safety_identifier`. */
  user: z.string().nullish(),
  moderation: moderationParamSchema.nullish(),
  image: z.looseObject({ context_compression: z.enum(['auto', 'enabled', 'disabled']).optional() }).nullish(),
  access_programs: accessProgramsParamSchema.nullish(),
});
export type ResponseCreateParams = z.infer<typeof responseCreateParamsSchema>;

/** Query of `GET /v1/responses/{id}`, after parsing. */
export const responseRetrieveParamsSchema = z.looseObject({
  include: z.array(responseIncludableSchema).optional(),
  include_obfuscation: z.boolean().optional(),
  /** Replay the events after this sequence number, then follow live. Only with `stream`. */
  starting_after: z.int().min(0).optional(),
  stream: z.boolean().optional(),
});
export type ResponseRetrieveParams = z.infer<typeof responseRetrieveParamsSchema>;
