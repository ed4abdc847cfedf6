// Beta: fallback models that respond when the first one refuses.
import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';
import { outputConfigSchema } from '../request/output-config.js';
import { refusalCategorySchema } from './refusal.js';
import { thinkingConfigParamSchema } from '../request/thinking.js';

/** A model that responded or refused. */
export const fallbackInfoSchema = z.looseObject({ model: z.string() });
export type FallbackInfo = z.infer<typeof fallbackInfoSchema>;
/** As a request sends it back. */
export const fallbackInfoParamSchema = fallbackInfoSchema;
export type FallbackInfoParam = FallbackInfo;

const fallbackRefusalTriggerShape = {
  type: z.literal('refusal'),
  /** Category of the refusal; null when it is unknown. */
  category: refusalCategorySchema.nullable(),
};
export type FallbackRefusalTriggerShape = {
  [Name in keyof typeof fallbackRefusalTriggerShape]: (typeof fallbackRefusalTriggerShape)[Name];
};
/** The model refused. */
export const fallbackRefusalTriggerSchema: z.ZodObject<FallbackRefusalTriggerShape, z.core.$loose> =
  z.looseObject(fallbackRefusalTriggerShape);
export type FallbackRefusalTrigger = z.infer<typeof fallbackRefusalTriggerSchema>;

const fallbackBlockShape = {
  type: z.literal('fallback'),
  /** The model that ended here. */
  from: fallbackInfoSchema,
  /** The model that continues. */
  to: fallbackInfoSchema,
  /** Why `from` ended. */
  trigger: openUnion([fallbackRefusalTriggerSchema]),
};
export type FallbackBlockShape = { [Name in keyof typeof fallbackBlockShape]: (typeof fallbackBlockShape)[Name] };
/**
 * Beta: from this block on, `to` responds. The message's `model` is that of the last such block. From an upstream of
 * this dialect.
 */
export const fallbackBlockSchema: z.ZodObject<FallbackBlockShape, z.core.$loose> = z.looseObject(fallbackBlockShape);
export type FallbackBlock = z.infer<typeof fallbackBlockSchema>;

const fallbackBlockParamShape = {
  type: z.literal('fallback'),
  /** The model that ended here. */
  from: fallbackInfoParamSchema,
  /** The model that continues. */
  to: fallbackInfoParamSchema,
  /** As in the response. Not validated. */
  trigger: z.unknown().optional(),
};
export type FallbackBlockParamShape = {
  [Name in keyof typeof fallbackBlockParamShape]: (typeof fallbackBlockParamShape)[Name];
};
/** Beta: where one model replaced another, sent back at its position. Other models do not receive it. */
export const fallbackBlockParamSchema: z.ZodObject<FallbackBlockParamShape, z.core.$loose> =
  z.looseObject(fallbackBlockParamShape);
export type FallbackBlockParam = z.infer<typeof fallbackBlockParamSchema>;

const fallbackParamShape = {
  /** As the request's `model`. */
  model: z.string(),
  /** Null or absent: the request's. */
  max_tokens: z.int().min(1).nullish(),
  /** Goes before the request's, member by member. */
  output_config: outputConfigSchema.nullish(),
  /** Absent: `fast` if the request asks for it and the model supports it. Null: `standard`. */
  speed: z.enum(['standard', 'fast']).nullish(),
  /** Absent: the request's, where the model knows it. */
  thinking: thinkingConfigParamSchema.nullish(),
};
export type FallbackParamShape = { [Name in keyof typeof fallbackParamShape]: (typeof fallbackParamShape)[Name] };
/** A model to try next, with the settings that differ for it. */
export const fallbackParamSchema: z.ZodObject<FallbackParamShape, z.core.$loose> = z.looseObject(fallbackParamShape);
export type FallbackParam = z.infer<typeof fallbackParamSchema>;

/** Beta: models to try in order when the first one refuses. Only an upstream of this dialect supports it. */
export const fallbacksParamSchema = z.union([z.array(fallbackParamSchema), z.literal('default')]);
export type FallbacksParam = z.infer<typeof fallbacksParamSchema>;

const fallbackCreditTokenParamShape = {
  /** The `fallback_credit_token` of the refusal's `stop_details`. */
  token: z.string(),
  /**
   * When the token cannot be redeemed: reject the request (`strict`, default) or process it at the usual price
   * (`best_effort`).
   */
  mode: z.enum(['strict', 'best_effort']).optional(),
};
export type FallbackCreditTokenParamShape = {
  [Name in keyof typeof fallbackCreditTokenParamShape]: (typeof fallbackCreditTokenParamShape)[Name];
};
/** Beta: token from a refusal for the same request to another model. Only an upstream of this dialect supports it. */
export const fallbackCreditTokenParamSchema: z.ZodObject<FallbackCreditTokenParamShape, z.core.$loose> =
  z.looseObject(fallbackCreditTokenParamShape);
export type FallbackCreditTokenParam = z.infer<typeof fallbackCreditTokenParamSchema>;
