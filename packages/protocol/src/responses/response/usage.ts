import * as z from 'zod';

const count = z.int().min(0);

const inputTokensDetailsShape = {
  /** Read from a cache. */
  cached_tokens: count,
  /** Written to a cache. */
  cache_write_tokens: count.optional(),
  /** Tokens written to a cache, by time to live (30 minutes, 12 hours). */
  cache_write_tokens_details: z.looseObject({ ttl_30m_tokens: count, ttl_12h_tokens: count }).optional(),
  /** Of text. */
  text_tokens: count.optional(),
  /** Of sound. */
  audio_tokens: count.optional(),
  /** Of images. */
  image_tokens: count.optional(),
};
export type InputTokensDetailsShape = {
  [Name in keyof typeof inputTokensDetailsShape]: (typeof inputTokensDetailsShape)[Name];
};
/** Tokens of the input, by where they came from. */
export const inputTokensDetailsSchema: z.ZodObject<InputTokensDetailsShape, z.core.$loose> =
  z.looseObject(inputTokensDetailsShape);
export type InputTokensDetails = z.infer<typeof inputTokensDetailsSchema>;

/** Tokens of the output, by kind. */
export const outputTokensDetailsSchema = z.looseObject({
  reasoning_tokens: count,
  text_tokens: count.optional(),
  audio_tokens: count.optional(),
});
export type OutputTokensDetails = z.infer<typeof outputTokensDetailsSchema>;

const inputOutputUsageShape = {
  /** Tokens that the model read, those from a cache included. */
  input_tokens: count,
  /** Where tokens of the input came from. */
  input_tokens_details: inputTokensDetailsSchema,
  /** Tokens that the model wrote, reasoning included. */
  output_tokens: count,
  /** Tokens of the output, by kind. */
  output_tokens_details: outputTokensDetailsSchema,
  /** Input and output together. */
  total_tokens: count,
  /** Alias of `input_tokens`. */
  prompt_tokens: count.optional(),
  /** Alias of `output_tokens`. */
  completion_tokens: count.optional(),
  /** Alias of `input_tokens_details`. */
  prompt_tokens_details: inputTokensDetailsSchema.partial().optional(),
  /** Alias of `output_tokens_details`. */
  completion_tokens_details: outputTokensDetailsSchema.partial().optional(),
  /** True when the upstream reported no usage: one token per received delta. Default false. */
  estimated: z.boolean().optional(),
};
export type InputOutputUsageShape = {
  [Name in keyof typeof inputOutputUsageShape]: (typeof inputOutputUsageShape)[Name];
};
/** Usage with input/output names, and optionally the completion-style names as well. */
export const inputOutputUsageSchema: z.ZodObject<InputOutputUsageShape, z.core.$loose> =
  z.looseObject(inputOutputUsageShape);
export type InputOutputUsage = z.infer<typeof inputOutputUsageSchema>;

const promptCompletionUsageShape = {
  /** Tokens that the model read, those from a cache included. */
  prompt_tokens: count,
  /** Tokens that the model wrote, reasoning included. */
  completion_tokens: count,
  /** Where tokens of the input came from. */
  prompt_tokens_details: inputTokensDetailsSchema.partial(),
  /** Tokens of the output, by kind. */
  completion_tokens_details: outputTokensDetailsSchema.partial(),
  /** Input and output together. */
  total_tokens: count,
  /** True when the upstream reported no usage: one token per received delta. Default false. */
  estimated: z.boolean().optional(),
  input_tokens: z.undefined().optional(),
  input_tokens_details: z.undefined().optional(),
  output_tokens: z.undefined().optional(),
  output_tokens_details: z.undefined().optional(),
};
export type PromptCompletionUsageShape = {
  [Name in keyof typeof promptCompletionUsageShape]: (typeof promptCompletionUsageShape)[Name];
};
/** Usage of an installation that is set to the completion-style names alone. */
export const promptCompletionUsageSchema: z.ZodObject<PromptCompletionUsageShape, z.core.$loose> =
  z.looseObject(promptCompletionUsageShape);
export type PromptCompletionUsage = z.infer<typeof promptCompletionUsageSchema>;

/**
 * Token usage of a response. By default one object carries both namings with equal numbers; an installation may
 * restrict it to either one.
 */
export const responseUsageSchema = z.union([inputOutputUsageSchema, promptCompletionUsageSchema]);
export type ResponseUsage = z.infer<typeof responseUsageSchema>;
