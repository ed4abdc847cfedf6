// Whether and how the model thinks before it responds.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

/** How thinking is returned: as a summary (default), as an empty text with a signature, or (beta) as progress notes. */
const displayField = z.enum(['summarized', 'omitted', 'updates']).nullish();

const thinkingBlockBindingShape = {
  /** `error` (default): reject the request, 400. `drop_block`: omit such blocks from the model's input. */
  prefix_mismatch_behavior: z.enum(['error', 'drop_block']).nullish(),
};
export type ThinkingBlockBindingShape = {
  [Name in keyof typeof thinkingBlockBindingShape]: (typeof thinkingBlockBindingShape)[Name];
};
/** Beta: handling of a thinking block from another prompt prefix. Only an upstream of this dialect supports it. */
export const thinkingBlockBindingSchema: z.ZodObject<ThinkingBlockBindingShape, z.core.$loose> =
  z.looseObject(thinkingBlockBindingShape);
export type ThinkingBlockBinding = z.infer<typeof thinkingBlockBindingSchema>;
const bindingField = thinkingBlockBindingSchema.nullish();

const thinkingConfigEnabledShape = {
  type: z.literal('enabled'),
  /** Thinking budget in tokens. At least 1024. Part of `max_tokens`, and less than it unless there are tools. */
  budget_tokens: z.int().min(1024),
  /**
   * `omitted`: an empty text with a signature. Otherwise the text is returned; upstreams of this dialect distinguish
   * `summarized` from `updates` (beta).
   */
  display: displayField,
  /**
   * Beta: handling of blocks from another prompt prefix. Null, absent or empty: the defaults. Only an upstream of
   * this dialect supports it.
   */
  block_binding: bindingField,
};
export type ThinkingConfigEnabledShape = {
  [Name in keyof typeof thinkingConfigEnabledShape]: (typeof thinkingConfigEnabledShape)[Name];
};
/** The model thinks, within a budget. */
export const thinkingConfigEnabledSchema: z.ZodObject<ThinkingConfigEnabledShape, z.core.$loose> =
  z.looseObject(thinkingConfigEnabledShape);
export type ThinkingConfigEnabled = z.infer<typeof thinkingConfigEnabledSchema>;

const thinkingConfigAdaptiveShape = {
  type: z.literal('adaptive'),
  /**
   * `omitted`: an empty text with a signature. Otherwise the text is returned; upstreams of this dialect distinguish
   * `summarized` from `updates` (beta).
   */
  display: displayField,
  /**
   * Beta: handling of blocks from another prompt prefix. Null, absent or empty: the defaults. Only an upstream of
   * this dialect supports it.
   */
  block_binding: bindingField,
};
export type ThinkingConfigAdaptiveShape = {
  [Name in keyof typeof thinkingConfigAdaptiveShape]: (typeof thinkingConfigAdaptiveShape)[Name];
};
/** The model decides whether and how much it thinks. */
export const thinkingConfigAdaptiveSchema: z.ZodObject<ThinkingConfigAdaptiveShape, z.core.$loose> =
  z.looseObject(thinkingConfigAdaptiveShape);
export type ThinkingConfigAdaptive = z.infer<typeof thinkingConfigAdaptiveSchema>;

/** No thinking except notes between tool calls, as thinking blocks. Other models think as with `adaptive`. */
export const thinkingConfigBetweenToolsSchema = z.looseObject({ type: z.literal('between_tools') });
export type ThinkingConfigBetweenTools = z.infer<typeof thinkingConfigBetweenToolsSchema>;

/** No thinking. The thinking of a model that cannot disable it is hidden. */
export const thinkingConfigDisabledSchema = z.looseObject({ type: z.literal('disabled') });
export type ThinkingConfigDisabled = z.infer<typeof thinkingConfigDisabledSchema>;

export type ThinkingConfigParam =
  | ThinkingConfigEnabled
  | ThinkingConfigDisabled
  | ThinkingConfigBetweenTools
  | ThinkingConfigAdaptive
  | UnknownMember;
/** Whether and how the model thinks before it responds. */
export const thinkingConfigParamSchema: z.ZodType<ThinkingConfigParam> = openUnion([
  thinkingConfigEnabledSchema,
  thinkingConfigDisabledSchema,
  thinkingConfigBetweenToolsSchema,
  thinkingConfigAdaptiveSchema,
]);
