// Beta: other models that answer when the first one refuses.
import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { outputConfigSchema } from '../request/output-config.js';
import { refusalCategorySchema } from './refusal.js';
import { thinkingConfigParamSchema } from '../request/thinking.js';

export const fallbackInfoSchema = z.looseObject({ model: z.string() });
export type FallbackInfo = z.infer<typeof fallbackInfoSchema>;
export const fallbackInfoParamSchema = fallbackInfoSchema;
export type FallbackInfoParam = FallbackInfo;

export const fallbackRefusalTriggerSchema = z.looseObject({
  type: z.literal('refusal'),
  category: refusalCategorySchema.nullable(),
});
export type FallbackRefusalTrigger = z.infer<typeof fallbackRefusalTriggerSchema>;

/** From here on `to` answers. The message's `model` is that of the last such block. */
export const fallbackBlockSchema = z.looseObject({
  type: z.literal('fallback'),
  from: fallbackInfoSchema,
  to: fallbackInfoSchema,
  trigger: openUnion([fallbackRefusalTriggerSchema]),
});
export type FallbackBlock = z.infer<typeof fallbackBlockSchema>;
export const fallbackBlockParamSchema = z.looseObject({
  type: z.literal('fallback'),
  from: fallbackInfoParamSchema,
  to: fallbackInfoParamSchema,
  trigger: z.unknown().optional(),
});
export type FallbackBlockParam = z.infer<typeof fallbackBlockParamSchema>;

/** A model to try next, with the settings that differ for it. */
export const fallbackParamSchema = z.looseObject({
  model: z.string(),
  max_tokens: z.int().min(1).nullish(),
  output_config: outputConfigSchema.nullish(),
  speed: z.enum(['standard', 'fast']).nullish(),
  thinking: thinkingConfigParamSchema.nullish(),
});
export type FallbackParam = z.infer<typeof fallbackParamSchema>;

export const fallbacksParamSchema = z.union([z.array(fallbackParamSchema), z.literal('default')]);
export type FallbacksParam = z.infer<typeof fallbacksParamSchema>;

/** `mode` defaults to `strict`: a token that cannot be redeemed is an error. */
export const fallbackCreditTokenParamSchema = z.looseObject({
  token: z.string(),
  mode: z.enum(['strict', 'best_effort']).optional(),
});
export type FallbackCreditTokenParam = z.infer<typeof fallbackCreditTokenParamSchema>;
