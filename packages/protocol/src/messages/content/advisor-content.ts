// Beta: a second model that the first one consults.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { openEnum } from '../../schema/open-enum.js';

const advisorResultBlockShape = {
  type: z.literal('advisor_result'),
  text: z.string(),
  /** Why the advice ended, with the values of a message's `stop_reason`. `max_tokens`: the advice was truncated. */
  stop_reason: z.string().nullish(),
};
export type AdvisorResultBlockShape = {
  [Name in keyof typeof advisorResultBlockShape]: (typeof advisorResultBlockShape)[Name];
};
/** Advice from the advisor. */
export const advisorResultBlockSchema: z.ZodObject<AdvisorResultBlockShape, z.core.$loose> =
  z.looseObject(advisorResultBlockShape);
export type AdvisorResultBlock = z.infer<typeof advisorResultBlockSchema>;
/** As a request sends it back. */
export const advisorResultBlockParamSchema = advisorResultBlockSchema;
export type AdvisorResultBlockParam = AdvisorResultBlock;

const advisorRedactedResultBlockShape = {
  type: z.literal('advisor_redacted_result'),
  /** Opaque: sent back unchanged. */
  encrypted_content: z.string(),
  /** Why the advice ended, with the values of a message's `stop_reason`. `max_tokens`: the advice was truncated. */
  stop_reason: z.string().nullish(),
};
export type AdvisorRedactedResultBlockShape = {
  [Name in keyof typeof advisorRedactedResultBlockShape]: (typeof advisorRedactedResultBlockShape)[Name];
};
/** Encrypted advice from the advisor, readable only by the model. */
export const advisorRedactedResultBlockSchema: z.ZodObject<AdvisorRedactedResultBlockShape, z.core.$loose> =
  z.looseObject(advisorRedactedResultBlockShape);
export type AdvisorRedactedResultBlock = z.infer<typeof advisorRedactedResultBlockSchema>;
/** As a request sends it back. */
export const advisorRedactedResultBlockParamSchema = advisorRedactedResultBlockSchema;
export type AdvisorRedactedResultBlockParam = AdvisorRedactedResultBlock;

/** Why there is no advice. */
export const advisorToolResultErrorObjectSchema = z.looseObject({
  type: z.literal('advisor_tool_result_error'),
  error_code: openEnum([
    'max_uses_exceeded',
    'prompt_too_long',
    'too_many_requests',
    'overloaded',
    'unavailable',
    'execution_time_exceeded',
    'model_not_found',
  ]),
});
export type AdvisorToolResultErrorObject = z.infer<typeof advisorToolResultErrorObjectSchema>;
/** As a request sends it back. */
export const advisorToolResultErrorParamSchema = advisorToolResultErrorObjectSchema;
export type AdvisorToolResultErrorParam = AdvisorToolResultErrorObject;

type AdvisorContent = AdvisorToolResultErrorObject | AdvisorResultBlock | AdvisorRedactedResultBlock | UnknownMember;
const advisorContentSchema: z.ZodType<AdvisorContent> = openUnion([
  advisorToolResultErrorObjectSchema,
  advisorResultBlockSchema,
  advisorRedactedResultBlockSchema,
]);

const advisorToolResultBlockShape = {
  type: z.literal('advisor_tool_result'),
  /** The `id` of the corresponding `server_tool_use`. */
  tool_use_id: z.string(),
  /** The advice, or why there is none. */
  content: advisorContentSchema,
};
export type AdvisorToolResultBlockShape = {
  [Name in keyof typeof advisorToolResultBlockShape]: (typeof advisorToolResultBlockShape)[Name];
};
/** Beta: the advisor's result, from an upstream of this dialect. */
export const advisorToolResultBlockSchema: z.ZodObject<AdvisorToolResultBlockShape, z.core.$loose> =
  z.looseObject(advisorToolResultBlockShape);
export type AdvisorToolResultBlock = z.infer<typeof advisorToolResultBlockSchema>;

const advisorToolResultBlockParamShape = {
  ...advisorToolResultBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type AdvisorToolResultBlockParamShape = {
  [Name in keyof typeof advisorToolResultBlockParamShape]: (typeof advisorToolResultBlockParamShape)[Name];
};
/** Beta: the advisor's result, sent back. Other models receive its text. */
export const advisorToolResultBlockParamSchema: z.ZodObject<AdvisorToolResultBlockParamShape, z.core.$loose> =
  z.looseObject(advisorToolResultBlockParamShape);
export type AdvisorToolResultBlockParam = z.infer<typeof advisorToolResultBlockParamSchema>;
