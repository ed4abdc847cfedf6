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
/** Request metadata; the model does not see it. */
export const metadataSchema: z.ZodObject<MetadataShape, z.core.$loose> = z.looseObject(metadataShape);
export type Metadata = z.infer<typeof metadataSchema>;

const billingPolicyShape = {
  type: z.literal('billing_policy'),
  /** `user_profile`: the customer of the profile that the request names. Default `self`. */
  bill_to: z.enum(['self', 'user_profile']).optional(),
};
export type BillingPolicyShape = { [Name in keyof typeof billingPolicyShape]: (typeof billingPolicyShape)[Name] };
/** Beta: who pays. Only an upstream of this dialect supports it. */
export const billingPolicySchema: z.ZodObject<BillingPolicyShape, z.core.$loose> = z.looseObject(billingPolicyShape);
export type BillingPolicy = z.infer<typeof billingPolicySchema>;

/** Maximum number of messages in one request. */
export const maxMessages = 100_000;

/** What generation and token counting have in common. */
export const promptFields = {
  /** Name of the model, as `GET /v1/models` lists it. */
  model: z.string().min(1),
  /** The conversation, oldest message first; the model responds to the last one. At most 100,000. */
  messages: z.array(messageParamSchema).max(maxMessages),
  /** Instructions before the conversation: one string, or several text blocks. */
  system: z.union([z.string(), z.array(textBlockParamSchema)]).optional(),
  /** What the model may call: tools of the client (`input_schema`), and tools that the service runs (by `type`). */
  tools: z.array(toolUnionSchema).optional(),
  /** Whether the model may or must call tools, and which. Default `auto`. */
  tool_choice: toolChoiceSchema.optional(),
  /** Whether and how the model thinks before it responds. Absent: no thinking, unless `output_config.effort` is set. */
  thinking: thinkingConfigParamSchema.optional(),
  /** Format of the response (`format`) and work that the model puts into it (`effort`). */
  output_config: outputConfigSchema.optional(),
  /** Marks the last cacheable block as the end of a prompt prefix to cache. */
  cache_control: cacheControlField,
  /**
   * `fast`: more tokens per second, if a model supports it. Default `standard`. Only an upstream of this dialect
   * supports it.
   */
  speed: z.enum(['standard', 'fast']).nullish(),
  // Beta from here on.
  /**
   * Beta: MCP servers whose tools the service may call, if its installation allows it; otherwise the response has a
   * warning.
   */
  mcp_servers: z.array(mcpServerDefinitionSchema).optional(),
  /** Beta: edits that shorten what the model reads, made in their order. */
  context_management: contextManagementConfigSchema.nullish(),
  /** Beta: requests a summary of the conversation instead of a response. */
  compaction: compactionConfigSchema.nullish(),
  /** Old name of `output_config.format`, which goes before it. */
  output_format: jsonOutputFormatSchema.nullish(),
  /** Beta: who pays. Default `self`. Only an upstream of this dialect supports it. */
  billing_policy: billingPolicySchema.nullish(),
};
/** The fields of a request that decide its prompt. */
export type PromptShape = { [Name in keyof typeof promptFields]: (typeof promptFields)[Name] };

const messageCreateParamsShape = {
  ...promptFields,
  /** Maximum number of tokens to generate, including thinking. At least 1; an upper bound, not a guarantee. */
  max_tokens: z.int().min(1),
  /** Whether to stream the response as server-sent events. Default false. */
  stream: z.boolean().optional(),
  /** The response ends before the first of these and does not contain it. Each is non-empty; at most 1,000. */
  stop_sequences: z.array(z.string().min(1)).optional(),
  /** Sampling temperature, 0 to 1; 0 is greedy. Version 2023-06-01 only, like `top_p` and `top_k`. */
  temperature: z.number().min(0).max(1).optional(),
  /** Only the likeliest tokens that have this probability together, 0 to 1. Version 2023-06-01 only. */
  top_p: z.number().min(0).max(1).optional(),
  /** Only the likeliest so many tokens. At least 0; 0 means no limit. Version 2023-06-01 only. */
  top_k: z.int().min(0).optional(),
  /** Request metadata; the model does not see it. */
  metadata: metadataSchema.optional(),
  /**
   * Whether reserved capacity may be used (`auto`, the default) or not. An optional parameter, for upstreams that
   * support it.
   */
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  /**
   * Container for code: the id of one to reuse, or settings of a new one. Only an upstream of this dialect supports
   * it.
   */
  container: messageCreateParamsContainerSchema.nullish(),
  /** Region where the model runs. Default: that of the installation. Only an upstream of this dialect supports it. */
  inference_geo: z.string().nullish(),
  /**
   * Asks why the prompt cache was missed, compared with the response `previous_message_id`. Only an upstream of this
   * dialect supports it.
   */
  diagnostics: diagnosticsParamSchema.nullish(),
  // Beta from here on.
  /** Beta: the service stores the conversation, and later requests send only new messages. */
  thread: messageThreadParamSchema.nullish(),
  /**
   * Beta: models to try in order when the first one refuses; `default`: those of the service. Only an upstream of
   * this dialect supports it.
   */
  fallbacks: fallbacksParamSchema.nullish(),
  /** Beta: token from a refusal for the same request to another model. Only an upstream of this dialect supports it. */
  fallback_credit_token: z.union([z.string(), fallbackCreditTokenParamSchema]).nullish(),
};
export type MessageCreateParamsShape = {
  [Name in keyof typeof messageCreateParamsShape]: (typeof messageCreateParamsShape)[Name];
};
/** Body of `POST /v1/messages`. */
export const messageCreateParamsSchema: z.ZodObject<MessageCreateParamsShape, z.core.$loose> =
  z.looseObject(messageCreateParamsShape);
export type MessageCreateParams = z.infer<typeof messageCreateParamsSchema>;
