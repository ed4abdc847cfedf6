import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';

/** How much of an earlier response's prompt was readable from the cache, and the reason if it was not. */
export const promptCacheDiagnosticsSchema = openUnion([
  z.looseObject({
    type: z.literal('cache_miss'),
    reason: z.enum([
      'model_changed',
      'prompt_cache_key_changed',
      'tools_changed',
      'text_format_changed',
      'reasoning_effort_changed',
      'verbosity_changed',
      'context_compacted',
      'input_changed',
      'service_tier_changed',
    ]),
    cache_missed_tokens: z.int(),
    comparison_reusable_tokens: z.int().optional(),
  }),
  z.looseObject({ type: z.literal('cache_hit') }),
  z.looseObject({ type: z.literal('comparison_response_not_found') }),
  z.looseObject({ type: z.literal('unavailable') }),
]);
export type PromptCacheDiagnostics = z.infer<typeof promptCacheDiagnosticsSchema>;
