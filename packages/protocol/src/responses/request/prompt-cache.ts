import * as z from 'zod';

/** How long a prompt prefix stays cached. */
export const promptCacheRetentionSchema = z.enum(['in_memory', '24h']);

const promptCacheOptionsParamShape = {
  /** ID of the response whose prompt is compared with this one, to explain a cache miss. */
  comparison_response_id: z.string().nullish(),
  /** `explicit`: only prefixes that end at a `prompt_cache_breakpoint` are cached. Default `implicit`. */
  mode: z.enum(['implicit', 'explicit']).optional(),
  /** Reads the prompt into the cache without generating a response. */
  prewarm: z.boolean().optional(),
  /** How long prefixes stay cached. */
  ttl: z.enum(['30m', '12h']).optional(),
};
export type PromptCacheOptionsParamShape = {
  [Name in keyof typeof promptCacheOptionsParamShape]: (typeof promptCacheOptionsParamShape)[Name];
};
/** How the prompt cache is used, as clients ask for it. */
export const promptCacheOptionsParamSchema: z.ZodObject<PromptCacheOptionsParamShape, z.core.$loose> =
  z.looseObject(promptCacheOptionsParamShape);
export type PromptCacheOptionsParam = z.infer<typeof promptCacheOptionsParamSchema>;

/** How the prompt cache was used. */
export const promptCacheOptionsSchema = z.looseObject({
  mode: z.enum(['implicit', 'explicit']),
  ttl: z.enum(['30m', '12h']),
  comparison_response_id: z.string().nullish(),
});
export type PromptCacheOptions = z.infer<typeof promptCacheOptionsSchema>;
