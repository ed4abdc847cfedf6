// Token counts. The complete prompt is input_tokens + cache_creation_input_tokens + cache_read_input_tokens.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { openEnum } from '../../schema/open-enum.js';

const count = z.int().min(0);

const cacheCreationShape = {
  /** For five minutes. */
  ephemeral_5m_input_tokens: count,
  /** For an hour. */
  ephemeral_1h_input_tokens: count,
};
export type CacheCreationShape = { [Name in keyof typeof cacheCreationShape]: (typeof cacheCreationShape)[Name] };
/** Tokens written to the cache, by time to live. */
export const cacheCreationSchema: z.ZodObject<CacheCreationShape, z.core.$loose> = z.looseObject(cacheCreationShape);
export type CacheCreation = z.infer<typeof cacheCreationSchema>;

const outputTokensDetailsShape = {
  /** All thinking tokens, even if less of the thinking is returned. */
  thinking_tokens: count,
};
export type OutputTokensDetailsShape = {
  [Name in keyof typeof outputTokensDetailsShape]: (typeof outputTokensDetailsShape)[Name];
};
/** What `output_tokens` is made of. */
export const outputTokensDetailsSchema: z.ZodObject<OutputTokensDetailsShape, z.core.$loose> =
  z.looseObject(outputTokensDetailsShape);
export type OutputTokensDetails = z.infer<typeof outputTokensDetailsSchema>;

/** How often tools ran at the service. */
export const serverToolUsageSchema = z.looseObject({ web_search_requests: count, web_fetch_requests: count });
export type ServerToolUsage = z.infer<typeof serverToolUsageSchema>;

const iteration = {
  /** Tokens of the prompt that were neither read from nor written to a cache. */
  input_tokens: count,
  /** Tokens that the model wrote, thinking included. */
  output_tokens: count,
  /** Tokens of the prompt that were written to a cache. */
  cache_creation_input_tokens: count,
  /** Tokens of the prompt that were read from a cache. */
  cache_read_input_tokens: count,
  /** `cache_creation_input_tokens` by time to live. */
  cache_creation: cacheCreationSchema.nullish(),
};

const messageIterationUsageShape = {
  type: z.literal('message'),
  /** Null or absent: that of the message. */
  model: z.string().nullish(),
  ...iteration,
};
export type MessageIterationUsageShape = {
  [Name in keyof typeof messageIterationUsageShape]: (typeof messageIterationUsageShape)[Name];
};
/** A call of the responding model. */
export const messageIterationUsageSchema: z.ZodObject<MessageIterationUsageShape, z.core.$loose> =
  z.looseObject(messageIterationUsageShape);
export type MessageIterationUsage = z.infer<typeof messageIterationUsageSchema>;

const compactionIterationUsageShape = {
  type: z.literal('compaction'),
  ...iteration,
};
export type CompactionIterationUsageShape = {
  [Name in keyof typeof compactionIterationUsageShape]: (typeof compactionIterationUsageShape)[Name];
};
/** The call that generated a summary. Totals exclude it. */
export const compactionIterationUsageSchema: z.ZodObject<CompactionIterationUsageShape, z.core.$loose> =
  z.looseObject(compactionIterationUsageShape);
export type CompactionIterationUsage = z.infer<typeof compactionIterationUsageSchema>;

const advisorMessageIterationUsageShape = {
  type: z.literal('advisor_message'),
  model: z.string(),
  ...iteration,
};
export type AdvisorMessageIterationUsageShape = {
  [Name in keyof typeof advisorMessageIterationUsageShape]: (typeof advisorMessageIterationUsageShape)[Name];
};
/** A call of the advisor. */
export const advisorMessageIterationUsageSchema: z.ZodObject<AdvisorMessageIterationUsageShape, z.core.$loose> =
  z.looseObject(advisorMessageIterationUsageShape);
export type AdvisorMessageIterationUsage = z.infer<typeof advisorMessageIterationUsageSchema>;

const fallbackMessageIterationUsageShape = {
  type: z.literal('fallback_message'),
  model: z.string(),
  ...iteration,
};
export type FallbackMessageIterationUsageShape = {
  [Name in keyof typeof fallbackMessageIterationUsageShape]: (typeof fallbackMessageIterationUsageShape)[Name];
};
/** The call of the fallback model that responded after a refusal. */
export const fallbackMessageIterationUsageSchema: z.ZodObject<FallbackMessageIterationUsageShape, z.core.$loose> =
  z.looseObject(fallbackMessageIterationUsageShape);
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
/** Beta: one entry per model call. */
export const iterationsUsageSchema = z.array(iterationUsageSchema);
export type IterationsUsage = z.infer<typeof iterationsUsageSchema>;

/** It costs as if this model had been asked from the start. */
export const fallbackCreditRedeemedSchema = z.looseObject({ type: z.literal('redeemed') });
export type FallbackCreditRedeemed = z.infer<typeof fallbackCreditRedeemedSchema>;

const fallbackCreditNotAppliedShape = {
  type: z.literal('not_applied'),
  /** Why the token was not redeemed. */
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
  /**
   * Fields to remove from the request so that the token can be redeemed. Only with the reason
   * `variant_fields_present`.
   */
  remove_to_redeem: z.array(z.string()).nullish(),
};
export type FallbackCreditNotAppliedShape = {
  [Name in keyof typeof fallbackCreditNotAppliedShape]: (typeof fallbackCreditNotAppliedShape)[Name];
};
/** It costs as usual. */
export const fallbackCreditNotAppliedSchema: z.ZodObject<FallbackCreditNotAppliedShape, z.core.$loose> =
  z.looseObject(fallbackCreditNotAppliedShape);
export type FallbackCreditNotApplied = z.infer<typeof fallbackCreditNotAppliedSchema>;

const fallbackCreditUsageShape = {
  /** Whether it was redeemed. */
  status: openUnion([fallbackCreditRedeemedSchema, fallbackCreditNotAppliedSchema]),
};
export type FallbackCreditUsageShape = {
  [Name in keyof typeof fallbackCreditUsageShape]: (typeof fallbackCreditUsageShape)[Name];
};
/** Beta: what became of a `fallback_credit_token`, at an upstream of this dialect. */
export const fallbackCreditUsageSchema: z.ZodObject<FallbackCreditUsageShape, z.core.$loose> =
  z.looseObject(fallbackCreditUsageShape);
export type FallbackCreditUsage = z.infer<typeof fallbackCreditUsageSchema>;

const totals = {
  /** Tokens that the model wrote, thinking included. */
  output_tokens: count,
  /** Tokens of the prompt that were written to a cache. */
  cache_creation_input_tokens: count.nullish(),
  /** Tokens of the prompt that were read from a cache. */
  cache_read_input_tokens: count.nullish(),
  /** How often tools ran at the service; null where none did. */
  server_tool_use: serverToolUsageSchema.nullish(),
  /** The share of `output_tokens` that was thinking. */
  output_tokens_details: outputTokensDetailsSchema.nullish(),
  /** Beta: one entry per model call, if the response required several. */
  iterations: iterationsUsageSchema.nullish(),
  /** Beta: what became of a `fallback_credit_token`. */
  fallback_credit: fallbackCreditUsageSchema.nullish(),
  /** True when the upstream reported no usage: one token per received delta. Default false. */
  estimated: z.boolean().optional(),
};

const usageShape = {
  /** Tokens of the prompt that were neither read from nor written to a cache. */
  input_tokens: count,
  ...totals,
  /** `cache_creation_input_tokens` by time to live. */
  cache_creation: cacheCreationSchema.nullish(),
  /** Where the model ran; null when that is not known. */
  inference_geo: z.string().nullish(),
  /** How the request was scheduled; null when that is not known. */
  service_tier: openEnum(['standard', 'priority', 'batch']).nullish(),
  /** How fast the model was asked to be; null when that was not asked. */
  speed: openEnum(['standard', 'fast']).nullish(),
};
export type UsageShape = { [Name in keyof typeof usageShape]: (typeof usageShape)[Name] };
/** What a message has cost. Members that official types call required and nullable are optional here: no client needs them at run time. */
export const usageSchema: z.ZodObject<UsageShape, z.core.$loose> = z.looseObject(usageShape);
export type Usage = z.infer<typeof usageSchema>;

const messageDeltaUsageShape = {
  /** Tokens of the prompt that were neither read from nor written to a cache. */
  input_tokens: count.nullish(),
  ...totals,
};
export type MessageDeltaUsageShape = {
  [Name in keyof typeof messageDeltaUsageShape]: (typeof messageDeltaUsageShape)[Name];
};
/** Totals of the message so far, not increments. An absent or null field has not changed. */
export const messageDeltaUsageSchema: z.ZodObject<MessageDeltaUsageShape, z.core.$loose> =
  z.looseObject(messageDeltaUsageShape);
export type MessageDeltaUsage = z.infer<typeof messageDeltaUsageSchema>;
