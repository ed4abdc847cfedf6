// Whether and how the model thinks before it answers.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';

/** How thinking is shown: as a summary (default), as an empty text with a signature, or (beta) as progress notes. */
const displayField = z.enum(['summarized', 'omitted', 'updates']).nullish();

/** Beta: what to do with a thinking block that was made for another prompt prefix. */
export const thinkingBlockBindingSchema = z.looseObject({
  prefix_mismatch_behavior: z.enum(['error', 'drop_block']).nullish(),
});
export type ThinkingBlockBinding = z.infer<typeof thinkingBlockBindingSchema>;
const bindingField = thinkingBlockBindingSchema.nullish();

/** `budget_tokens` is part of `max_tokens` and must be smaller, except between tools. At least 1024. */
export const thinkingConfigEnabledSchema = z.looseObject({
  type: z.literal('enabled'),
  budget_tokens: z.int().min(1024),
  display: displayField,
  block_binding: bindingField,
});
export type ThinkingConfigEnabled = z.infer<typeof thinkingConfigEnabledSchema>;

/** The model decides whether and how much. */
export const thinkingConfigAdaptiveSchema = z.looseObject({
  type: z.literal('adaptive'),
  display: displayField,
  block_binding: bindingField,
});
export type ThinkingConfigAdaptive = z.infer<typeof thinkingConfigAdaptiveSchema>;

/** Only between tool calls. */
export const thinkingConfigBetweenToolsSchema = z.looseObject({ type: z.literal('between_tools') });
export type ThinkingConfigBetweenTools = z.infer<typeof thinkingConfigBetweenToolsSchema>;

export const thinkingConfigDisabledSchema = z.looseObject({ type: z.literal('disabled') });
export type ThinkingConfigDisabled = z.infer<typeof thinkingConfigDisabledSchema>;

export type ThinkingConfigParam =
  | ThinkingConfigEnabled
  | ThinkingConfigDisabled
  | ThinkingConfigBetweenTools
  | ThinkingConfigAdaptive
  | UnknownMember;
export const thinkingConfigParamSchema: z.ZodType<ThinkingConfigParam> = openUnion([
  thinkingConfigEnabledSchema,
  thinkingConfigDisabledSchema,
  thinkingConfigBetweenToolsSchema,
  thinkingConfigAdaptiveSchema,
]);
