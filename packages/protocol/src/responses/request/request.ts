import * as z from 'zod';
import { accessProgramsParamSchema } from './access-programs.js';
import { backgroundOptionsParamSchema } from './background-options.js';
import { responseIncludableSchema } from './include.js';
import { responseInputSchema } from '../items/input-item.js';
import { metadataSchema } from './metadata.js';
import { moderationParamSchema } from './moderation.js';
import { promptCacheOptionsParamSchema, promptCacheRetentionSchema } from './prompt-cache.js';
import { responsePromptSchema } from './prompt.js';
import { reasoningSchema } from './reasoning-config.js';
import { serviceTierSchema } from './service-tier.js';
import { responseTextConfigSchema } from './text-config.js';
import { toolChoiceSchema } from '../tools/tool-choice.js';
import { toolSchema } from '../tools/tool.js';

/** A conversation by its id, bare or in an object. */
export const conversationParamSchema = z.union([z.string(), z.looseObject({ id: z.string() })]);
export type ConversationParam = z.infer<typeof conversationParamSchema>;

/** `auto`: drop complete oldest turns until the input fits. `disabled` (default): reject an input that does not fit. */
export const truncationSchema = z.enum(['auto', 'disabled']);
export type Truncation = z.infer<typeof truncationSchema>;

/** Automatic context management by the server, such as `{type: "compaction", compact_threshold: tokens}`. */
export const contextManagementSchema = z.looseObject({ type: z.string(), compact_threshold: z.int().min(0).nullish() });
export type ContextManagement = z.infer<typeof contextManagementSchema>;

const responseCreateParamsShape = {
  /** Name of the model. The official types allow a prompt template to define it; here it is required. */
  model: z.string().min(1),
  /** New input: a string is one user message; otherwise items, such as messages, tool results and replayed output. */
  input: responseInputSchema.optional(),
  /** System text of this turn only: later turns do not inherit it. */
  instructions: z.string().nullish(),
  /** Whether to stream the response as server-sent events. Default false. */
  stream: z.boolean().nullish(),
  /** Only with `stream`. `include_obfuscation`: pad deltas to hide their sizes. */
  stream_options: z.looseObject({ include_obfuscation: z.boolean().optional() }).nullish(),
  /** Whether to store the response. Default true. */
  store: z.boolean().nullish(),
  /** Return immediately with status `queued` and continue in the background. Requires `store`. Default false. */
  background: z.boolean().nullish(),
  /** How work in the background is scheduled. */
  background_options: backgroundOptionsParamSchema.nullish(),
  /** The response to continue. Not together with `conversation`. */
  previous_response_id: z.string().nullish(),
  /** The conversation to continue and to add to. Not together with `previous_response_id`. */
  conversation: conversationParamSchema.nullish(),
  /** Additional fields of the response. Unknown values have no effect. */
  include: z.array(responseIncludableSchema).nullish(),
  /** Tools that the model may call: functions and custom tools run at the client, most others at the service. */
  tools: z.array(toolSchema).nullish(),
  /** Which tools the model may or must call. Default `auto`. */
  tool_choice: toolChoiceSchema.nullish(),
  /** Whether one response may contain several tool calls. Default true. */
  parallel_tool_calls: z.boolean().nullish(),
  /** Maximum number of hosted tool calls in one response. */
  max_tool_calls: z.int().min(1).nullish(),
  /** Maximum number of tokens to generate, including reasoning. At least 1; an upper bound, not a guarantee. */
  max_output_tokens: z.int().min(1).nullish(),
  /** Sampling temperature, 0 to 2; 0 is greedy. */
  temperature: z.number().min(0).max(2).nullish(),
  /** Only the likeliest tokens that have this probability together, 0 to 1. */
  top_p: z.number().min(0).max(1).nullish(),
  /** Number of most likely tokens to report at each position, with their log probabilities. 0 to 20. */
  top_logprobs: z.int().min(0).max(20).nullish(),
  /** Makes tokens that have already occurred less likely. -2 to 2. From Open Responses; not in the official types. */
  presence_penalty: z.number().min(-2).max(2).nullish(),
  /** Makes tokens less likely with each occurrence. -2 to 2. From Open Responses; not in the official types. */
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  /** Format of the response text (`format`) and its verbosity (`verbosity`). */
  text: responseTextConfigSchema.nullish(),
  /** Reasoning effort (`effort`), and the returned summary (`summary`). */
  reasoning: reasoningSchema.nullish(),
  /** `auto`: drop complete oldest turns until the input fits. `disabled` (default): reject an input that does not fit. */
  truncation: truncationSchema.nullish(),
  /** How the server manages a growing context, such as `{type: "compaction", compact_threshold: tokens}`. */
  context_management: z.array(contextManagementSchema).nullish(),
  /** A stored prompt template, with values for its variables. */
  prompt: responsePromptSchema.nullish(),
  /** Requests with the same key share a prompt prefix. */
  prompt_cache_key: z.string().nullish(),
  /** How the prompt cache is used. */
  prompt_cache_options: promptCacheOptionsParamSchema.nullish(),
  /** How long a prompt prefix stays cached. */
  prompt_cache_retention: promptCacheRetentionSchema.nullish(),
  /** How the request is scheduled. Default `auto`. */
  service_tier: serviceTierSchema.nullish(),
  /** Up to 16 pairs of text that stay with the response; keys up to 64 characters, values up to 512. */
  metadata: metadataSchema.nullish(),
  /** Pseudonymous id of the end user. */
  safety_identifier: z.string().nullish(),
  /** Old name of `safety_identifier`. */
  user: z.string().nullish(),
  /** Whether and how input and output are moderated. */
  moderation: moderationParamSchema.nullish(),
  /** `context_compression`: whether images in the context may be made smaller. */
  image: z.looseObject({ context_compression: z.enum(['auto', 'enabled', 'disabled']).optional() }).nullish(),
  /** Access programs that the client takes part in. */
  access_programs: accessProgramsParamSchema.nullish(),
};
export type ResponseCreateParamsShape = {
  [Name in keyof typeof responseCreateParamsShape]: (typeof responseCreateParamsShape)[Name];
};
/** Body of `POST /v1/responses`. */
export const responseCreateParamsSchema: z.ZodObject<ResponseCreateParamsShape, z.core.$loose> =
  z.looseObject(responseCreateParamsShape);
export type ResponseCreateParams = z.infer<typeof responseCreateParamsSchema>;

const responseRetrieveParamsShape = {
  /** Additional fields of the response. */
  include: z.array(responseIncludableSchema).optional(),
  /** Pad deltas to hide their sizes. Only with `stream`. */
  include_obfuscation: z.boolean().optional(),
  /** Replay the events after this sequence number, then follow live. Only with `stream`. */
  starting_after: z.int().min(0).optional(),
  /** Whether to stream the response as server-sent events. Default false. */
  stream: z.boolean().optional(),
};
export type ResponseRetrieveParamsShape = {
  [Name in keyof typeof responseRetrieveParamsShape]: (typeof responseRetrieveParamsShape)[Name];
};
/** Query of `GET /v1/responses/{id}`, after parsing. */
export const responseRetrieveParamsSchema: z.ZodObject<ResponseRetrieveParamsShape, z.core.$loose> =
  z.looseObject(responseRetrieveParamsShape);
export type ResponseRetrieveParams = z.infer<typeof responseRetrieveParamsSchema>;
