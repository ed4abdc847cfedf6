// The body of POST /v1/messages. Both generations of the dialect; what a version forbids is the service's rule.
import * as z from 'zod';
import { cacheControlField } from './cache-control.js';
import { compactionConfigSchema } from './compaction.js';
import { messageCreateParamsContainerSchema } from './container.js';
import { mcpServerDefinitionSchema } from '../content/mcp-content.js';
import { textBlockParamSchema } from '../content/text-and-image-param.js';
import { contextManagementConfigSchema } from './context-management.js';
import { diagnosticsParamSchema } from './diagnostics.js';
import { fallbackCreditTokenParamSchema, fallbacksParamSchema } from '../response/fallback.js';
import { messageParamSchema } from './message-param.js';
import { jsonOutputFormatSchema, outputConfigSchema } from './output-config.js';
import { thinkingConfigParamSchema } from './thinking.js';
import { messageThreadParamSchema } from './thread.js';
import { toolChoiceSchema } from '../tools/tool-choice.js';
import { toolUnionSchema } from '../tools/tools.js';

const metadataShape = {
  /** Names the end user to upstreams. Opaque; it must not name a person. */
  user_id: z.string().nullish(),
};
export type MetadataShape = { [Name in keyof typeof metadataShape]: (typeof metadataShape)[Name] };
/** About the request; the model does not see it. */
export const metadataSchema: z.ZodObject<MetadataShape, z.core.$loose> = z.looseObject(metadataShape);
export type Metadata = z.infer<typeof metadataSchema>;

const billingPolicyShape = {
  type: z.literal('billing_policy'),
  /** `user_profile`: the customer behind the profile that the request names. Default `self`. */
  bill_to: z.enum(['self', 'user_profile']).optional(),
};
export type BillingPolicyShape = { [Name in keyof typeof billingPolicyShape]: (typeof billingPolicyShape)[Name] };
/** Beta: who pays. Only an upstream of this dialect heeds it. */
export const billingPolicySchema: z.ZodObject<BillingPolicyShape, z.core.$loose> = z.looseObject(billingPolicyShape);
export type BillingPolicy = z.infer<typeof billingPolicySchema>;

/** Most messages in one request. */
export const maxMessages = 100_000;

/** What generation and token counting have in common. */
export const promptFields = {
  /** Name of the model that answers, as `GET /v1/models` lists it. */
  model: z.string().min(1),
  /** The conversation, oldest message first; the last one is what is answered. At most 100,000. */
  messages: z.array(messageParamSchema).max(maxMessages),
  /** Instructions that stand before the conversation: one text, or several text blocks. */
  system: z.union([z.string(), z.array(textBlockParamSchema)]).optional(),
  /** What the model may call: tools of the client (`input_schema`), and tools that the service runs (by `type`). */
  tools: z.array(toolUnionSchema).optional(),
  /** Whether the model may or must call tools, and which. Default `auto`. */
  tool_choice: toolChoiceSchema.optional(),
  /** Whether and how the model thinks before it answers. Absent: not, unless `output_config.effort` is set. */
  thinking: thinkingConfigParamSchema.optional(),
  /** The form of the answer (`format`) and the work that the model puts into it (`effort`). */
  output_config: outputConfigSchema.optional(),
  /** Marks the last block that can carry a mark as the end of a prompt prefix worth caching. */
  cache_control: cacheControlField,
  /** `fast`: more tokens a second, where a model offers that. Default `standard`. Only an upstream of this dialect heeds it. */
  speed: z.enum(['standard', 'fast']).nullish(),
  // Beta from here on.
  /** Beta: MCP servers whose tools the service may call, where its installation allows that; elsewhere there is a warning. */
  mcp_servers: z.array(mcpServerDefinitionSchema).optional(),
  /** Beta: edits that shorten what the model reads, made in their order. */
  context_management: contextManagementConfigSchema.nullish(),
  /** Beta: asks for a summary of the conversation in the place of an answer. */
  compaction: compactionConfigSchema.nullish(),
  /** Old name of `output_config.format`, which goes before it. */
  output_format: jsonOutputFormatSchema.nullish(),
  /** Beta: who pays. Default `self`. Only an upstream of this dialect heeds it. */
  billing_policy: billingPolicySchema.nullish(),
};
/** The fields of a request that decide its prompt. */
export type PromptShape = { [Name in keyof typeof promptFields]: (typeof promptFields)[Name] };

const messageCreateParamsShape = {
  ...promptFields,
  /** Most tokens to generate, thinking included. At least 1; a cap, not a promise. */
  max_tokens: z.int().min(1),
  /** Answer by server-sent events. Default false. */
  stream: z.boolean().optional(),
  /** The answer ends before the first of these; it does not contain it. None is empty; at most 1,000. */
  stop_sequences: z.array(z.string().min(1)).optional(),
  /** How much chance is in the choice of tokens: 0 to 1, 0 is greedy. Version 2023-06-01 only, like `top_p` and `top_k`. */
  temperature: z.number().min(0).max(1).optional(),
  /** Only the likeliest tokens that have this probability together, 0 to 1. Version 2023-06-01 only. */
  top_p: z.number().min(0).max(1).optional(),
  /** Only the likeliest so many tokens. At least 0; 0 means no limit. Version 2023-06-01 only. */
  top_k: z.int().min(0).optional(),
  /** About the request; the model does not see it. */
  metadata: metadataSchema.optional(),
  /** Whether capacity that was set apart may be used (`auto`, the default) or not. A wish, for upstreams that know it. */
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  /** The machine in which code runs: the id of one to use again, or settings of a new one. Only an upstream of this dialect heeds it. */
  container: messageCreateParamsContainerSchema.nullish(),
  /** The region where the model runs. Default: that of the installation. Only an upstream of this dialect heeds it. */
  inference_geo: z.string().nullish(),
  /** Asks why the prompt cache was missed, compared with the answer `previous_message_id`. Only an upstream of this dialect heeds it. */
  diagnostics: diagnosticsParamSchema.nullish(),
  // Beta from here on.
  /** Beta: the service keeps the conversation, and later requests send only what is new. */
  thread: messageThreadParamSchema.nullish(),
  /** Beta: models to try in order when the first one refuses; `default`: those that the service has. Only an upstream of this dialect heeds it. */
  fallbacks: fallbacksParamSchema.nullish(),
  /** Beta: what a refusal gave for asking the same of another model. Only an upstream of this dialect heeds it. */
  fallback_credit_token: z.union([z.string(), fallbackCreditTokenParamSchema]).nullish(),
};
export type MessageCreateParamsShape = {
  [Name in keyof typeof messageCreateParamsShape]: (typeof messageCreateParamsShape)[Name];
};
/** Body of `POST /v1/messages`. */
export const messageCreateParamsSchema: z.ZodObject<MessageCreateParamsShape, z.core.$loose> =
  z.looseObject(messageCreateParamsShape);
export type MessageCreateParams = z.infer<typeof messageCreateParamsSchema>;
