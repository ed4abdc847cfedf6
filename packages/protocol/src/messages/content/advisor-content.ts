// Beta: a second model that the first one asks for advice.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { openEnum } from '../../schema/open-enum.js';

export const advisorResultBlockSchema = z.looseObject({
  type: z.literal('advisor_result'),
  text: z.string(),
  stop_reason: z.string().nullish(),
});
export type AdvisorResultBlock = z.infer<typeof advisorResultBlockSchema>;
export const advisorResultBlockParamSchema = advisorResultBlockSchema;
export type AdvisorResultBlockParam = AdvisorResultBlock;

export const advisorRedactedResultBlockSchema = z.looseObject({
  type: z.literal('advisor_redacted_result'),
  encrypted_content: z.string(),
  stop_reason: z.string().nullish(),
});
export type AdvisorRedactedResultBlock = z.infer<typeof advisorRedactedResultBlockSchema>;
export const advisorRedactedResultBlockParamSchema = advisorRedactedResultBlockSchema;
export type AdvisorRedactedResultBlockParam = AdvisorRedactedResultBlock;

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
export const advisorToolResultErrorParamSchema = advisorToolResultErrorObjectSchema;
export type AdvisorToolResultErrorParam = AdvisorToolResultErrorObject;

type AdvisorContent = AdvisorToolResultErrorObject | AdvisorResultBlock | AdvisorRedactedResultBlock | UnknownMember;
const advisorContentSchema: z.ZodType<AdvisorContent> = openUnion([
  advisorToolResultErrorObjectSchema,
  advisorResultBlockSchema,
  advisorRedactedResultBlockSchema,
]);
export const advisorToolResultBlockSchema = z.looseObject({
  type: z.literal('advisor_tool_result'),
  tool_use_id: z.string(),
  content: advisorContentSchema,
});
export type AdvisorToolResultBlock = z.infer<typeof advisorToolResultBlockSchema>;
export const advisorToolResultBlockParamSchema = advisorToolResultBlockSchema.extend({ cache_control: cacheControlField });
export type AdvisorToolResultBlockParam = z.infer<typeof advisorToolResultBlockParamSchema>;
