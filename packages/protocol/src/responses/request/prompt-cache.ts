import * as z from 'zod';

/** How long a cached prompt prefix is kept. */
export const promptCacheRetentionSchema = z.enum(['in_memory', '24h']);

const promptCacheOptionsParamShape = {
  comparison_response_id: z.string().nullish(),
  mode: z.enum(['implicit', 'explicit']).optional(),
  prewarm: z.boolean().optional(),
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
