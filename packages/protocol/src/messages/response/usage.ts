// Token counts. The whole prompt is input_tokens + cache_creation_input_tokens + cache_read_input_tokens.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { openEnum } from '../../schema/open-enum.js';

const count = z.int().min(0);

/** Tokens written to the cache, by how long they are kept. */
export const cacheCreationSchema = z.looseObject({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count });
export type CacheCreation = z.infer<typeof cacheCreationSchema>;

/** The share of `output_tokens` that was thinking. */
export const outputTokensDetailsSchema = z.looseObject({ thinking_tokens: count });
export type OutputTokensDetails = z.infer<typeof outputTokensDetailsSchema>;

export const serverToolUsageSchema = z.looseObject({ web_search_requests: count, web_fetch_requests: count });
export type ServerToolUsage = z.infer<typeof serverToolUsageSchema>;

const iteration = {
  input_tokens: count,
  output_tokens: count,
  cache_creation_input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation: cacheCreationSchema.nullish(),
};
export const messageIterationUsageSchema = z.looseObject({
  type: z.literal('message'),
  model: z.string().nullish(),
  ...iteration,
});
export type MessageIterationUsage = z.infer<typeof messageIterationUsageSchema>;
export const compactionIterationUsageSchema = z.looseObject({ type: z.literal('compaction'), ...iteration });
export type CompactionIterationUsage = z.infer<typeof compactionIterationUsageSchema>;
export const advisorMessageIterationUsageSchema = z.looseObject({
  type: z.literal('advisor_message'),
  model: z.string(),
  ...iteration,
});
export type AdvisorMessageIterationUsage = z.infer<typeof advisorMessageIterationUsageSchema>;
export const fallbackMessageIterationUsageSchema = z.looseObject({
  type: z.literal('fallback_message'),
  model: z.string(),
  ...iteration,
});
export type FallbackMessageIterationUsage = z.infer<typeof fallbackMessageIterationUsageSchema>;

type IterationUsage =
  | MessageIterationUsage
  | CompactionIterationUsage
  | AdvisorMessageIterationUsage
  | FallbackMessageIterationUsage
  | UnknownMember;
const iterationUsageSchema: z.ZodType<IterationUsage> = openUnion([
  messageIterationUsageSchema,
  compactionIterationUsageSchema,
  advisorMessageIterationUsageSchema,
  fallbackMessageIterationUsageSchema,
]);
/** Beta: one entry a model call. */
export const iterationsUsageSchema = z.array(iterationUsageSchema);
export type IterationsUsage = z.infer<typeof iterationsUsageSchema>;

export const fallbackCreditRedeemedSchema = z.looseObject({ type: z.literal('redeemed') });
export type FallbackCreditRedeemed = z.infer<typeof fallbackCreditRedeemedSchema>;
export const fallbackCreditNotAppliedSchema = z.looseObject({
  type: z.literal('not_applied'),
  reason: openEnum([
    'body_mismatch',
    'continuation_excluded',
    'continuation_only',
    'expired',
    'invalid_target_model',
    'not_enabled',
    'reprice_unavailable',
    'temporarily_unavailable',
    'variant_fields_present',
    'wrong_organization',
    'wrong_platform',
    'wrong_workspace',
  ]),
  remove_to_redeem: z.array(z.string()).nullish(),
});
export type FallbackCreditNotApplied = z.infer<typeof fallbackCreditNotAppliedSchema>;
/** Beta: what became of a `fallback_credit_token`. */
export const fallbackCreditUsageSchema = z.looseObject({
  status: openUnion([fallbackCreditRedeemedSchema, fallbackCreditNotAppliedSchema]),
});
export type FallbackCreditUsage = z.infer<typeof fallbackCreditUsageSchema>;

const totals = {
  /** Tokens that the model wrote, thinking included. */
  output_tokens: count,
  /** Tokens of the prompt that were written to a cache. */
  cache_creation_input_tokens: count.nullish(),
  /** Tokens of the prompt that were read from a cache. */
  cache_read_input_tokens: count.nullish(),
  /** How often tools ran at the service. */
  server_tool_use: serverToolUsageSchema.nullish(),
  /** The share of `output_tokens` that was thinking. */
  output_tokens_details: outputTokensDetailsSchema.nullish(),
  /** Beta: one entry a call of a model, where the answer took several. */
  iterations: iterationsUsageSchema.nullish(),
  /** Beta: what became of a `fallback_credit_token`. */
  fallback_credit: fallbackCreditUsageSchema.nullish(),
};

const usageShape = {
  /** Tokens of the prompt that were neither read from nor written to a cache. */
  input_tokens: count,
  ...totals,
  /** `cache_creation_input_tokens` by how long the cache keeps them. */
  cache_creation: cacheCreationSchema.nullish(),
  /** Where the model ran. */
  inference_geo: z.string().nullish(),
  /** How the request was scheduled. */
  service_tier: openEnum(['standard', 'priority', 'batch']).nullish(),
  /** How fast the model was asked to be. */
  speed: openEnum(['standard', 'fast']).nullish(),
};
export type UsageShape = { [Name in keyof typeof usageShape]: (typeof usageShape)[Name] };
/** Members that the official types call required and nullable are optional here: no client needs them at run time. */
export const usageSchema: z.ZodObject<UsageShape, z.core.$loose> = z.looseObject(usageShape);
export type Usage = z.infer<typeof usageSchema>;

/** Totals of the whole message so far, not increments. What is absent or null has not changed. */
export const messageDeltaUsageSchema = z.looseObject({ input_tokens: count.nullish(), ...totals });
export type MessageDeltaUsage = z.infer<typeof messageDeltaUsageSchema>;
