// The body of POST /v1/messages. Both generations of the dialect; what a version forbids is the service's rule.
import { z } from 'zod';
import { cacheControlField } from './cache-control.js';
import { compactionConfigSchema } from './compaction.js';
import { messageCreateParamsContainerSchema } from './container.js';
import { contextManagementConfigSchema } from './context-management.js';
import { diagnosticsParamSchema } from './diagnostics.js';
import { fallbackCreditTokenParamSchema, fallbacksParamSchema } from './fallback.js';
import { mcpServerDefinitionSchema } from './mcp-content.js';
import { messageParamSchema } from './message-param.js';
import { jsonOutputFormatSchema, outputConfigSchema } from './output-config.js';
import { textBlockParamSchema } from './text-and-image-param.js';
import { thinkingConfigParamSchema } from './thinking.js';
import { messageThreadParamSchema } from './thread.js';
import { toolChoiceSchema } from './tool-choice.js';
import { toolUnionSchema } from './tools.js';

/** `user_id` is opaque; it must not name a person. */
export const metadataSchema = z.looseObject({ user_id: z.string().nullish() });
export type Metadata = z.infer<typeof metadataSchema>;

/** Beta: who pays. Default `self`. */
export const billingPolicySchema = z.looseObject({
  type: z.literal('billing_policy'),
  bill_to: z.enum(['self', 'user_profile']).optional(),
});
export type BillingPolicy = z.infer<typeof billingPolicySchema>;

/** Most messages in one request. */
export const maxMessages = 100_000;

/** What generation and token counting have in common. */
export const promptFields = {
  model: z.string().min(1),
  messages: z.array(messageParamSchema).max(maxMessages),
  system: z.union([z.string(), z.array(textBlockParamSchema)]).optional(),
  tools: z.array(toolUnionSchema).optional(),
  tool_choice: toolChoiceSchema.optional(),
  thinking: thinkingConfigParamSchema.optional(),
  output_config: outputConfigSchema.optional(),
  /** Marks the last block that can carry a mark. */
  cache_control: cacheControlField,
  /** Default `standard`. */
  speed: z.enum(['standard', 'fast']).nullish(),
  // Beta from here on.
  mcp_servers: z.array(mcpServerDefinitionSchema).optional(),
  context_management: contextManagementConfigSchema.nullish(),
  compaction: compactionConfigSchema.nullish(),
  /** Old name of `output_config.format`. */
  output_format: jsonOutputFormatSchema.nullish(),
  billing_policy: billingPolicySchema.nullish(),
};

export const messageCreateParamsSchema = z.looseObject({
  ...promptFields,
  /** A cap on the answer, thinking included. At least 1 (contract section 4.1). */
  max_tokens: z.int().min(1),
  /** Default false. */
  stream: z.boolean().optional(),
  /** The answer ends before the first of these; it does not contain it. */
  stop_sequences: z.array(z.string()).optional(),
  /** 0 to 1. Version 2023-06-01 only, like the next two. */
  temperature: z.number().min(0).max(1).optional(),
  /** 0 to 1. */
  top_p: z.number().min(0).max(1).optional(),
  /** At least 0; 0 means no limit. */
  top_k: z.int().min(0).optional(),
  metadata: metadataSchema.optional(),
  /** Default `auto`. */
  service_tier: z.enum(['auto', 'standard_only']).optional(),
  container: messageCreateParamsContainerSchema.nullish(),
  inference_geo: z.string().nullish(),
  diagnostics: diagnosticsParamSchema.nullish(),
  // Beta from here on.
  thread: messageThreadParamSchema.nullish(),
  fallbacks: fallbacksParamSchema.nullish(),
  fallback_credit_token: z.union([z.string(), fallbackCreditTokenParamSchema]).nullish(),
});
export type MessageCreateParams = z.infer<typeof messageCreateParamsSchema>;
