// Finding tools by search: references to tools whose definitions were sent with `defer_loading`.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { openEnum } from '../../schema/open-enum.js';

/** Names a tool of this request; from here on the model may call it. */
export const toolReferenceBlockSchema = z.looseObject({ type: z.literal('tool_reference'), tool_name: z.string() });
export type ToolReferenceBlock = z.infer<typeof toolReferenceBlockSchema>;
export const toolReferenceBlockParamSchema = toolReferenceBlockSchema.extend({ cache_control: cacheControlField });
export type ToolReferenceBlockParam = z.infer<typeof toolReferenceBlockParamSchema>;

export const toolSearchToolSearchResultBlockSchema = z.looseObject({
  type: z.literal('tool_search_tool_search_result'),
  tool_references: z.array(toolReferenceBlockSchema),
});
export type ToolSearchToolSearchResultBlock = z.infer<typeof toolSearchToolSearchResultBlockSchema>;
export const toolSearchToolSearchResultBlockParamSchema = z.looseObject({
  type: z.literal('tool_search_tool_search_result'),
  tool_references: z.array(toolReferenceBlockParamSchema),
});
export type ToolSearchToolSearchResultBlockParam = z.infer<typeof toolSearchToolSearchResultBlockParamSchema>;

export const toolSearchToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
]);
export type ToolSearchToolResultErrorCode = z.infer<typeof toolSearchToolResultErrorCodeSchema>;
export const toolSearchToolResultErrorObjectSchema = z.looseObject({
  type: z.literal('tool_search_tool_result_error'),
  error_code: toolSearchToolResultErrorCodeSchema,
  error_message: z.string().nullish(),
});
export type ToolSearchToolResultErrorObject = z.infer<typeof toolSearchToolResultErrorObjectSchema>;
export const toolSearchToolResultErrorParamSchema = toolSearchToolResultErrorObjectSchema;
export type ToolSearchToolResultErrorParam = ToolSearchToolResultErrorObject;

const result = { type: z.literal('tool_search_tool_result'), tool_use_id: z.string() };
type ToolSearchContent = ToolSearchToolResultErrorObject | ToolSearchToolSearchResultBlock | UnknownMember;
const toolSearchContentSchema: z.ZodType<ToolSearchContent> = openUnion([
  toolSearchToolResultErrorObjectSchema,
  toolSearchToolSearchResultBlockSchema,
]);
export const toolSearchToolResultBlockSchema = z.looseObject({ ...result, content: toolSearchContentSchema });
export type ToolSearchToolResultBlock = z.infer<typeof toolSearchToolResultBlockSchema>;

type ToolSearchContentParam = ToolSearchToolResultErrorParam | ToolSearchToolSearchResultBlockParam | UnknownMember;
const toolSearchContentParamSchema: z.ZodType<ToolSearchContentParam> = openUnion([
  toolSearchToolResultErrorParamSchema,
  toolSearchToolSearchResultBlockParamSchema,
]);
export const toolSearchToolResultBlockParamSchema = z.looseObject({
  ...result,
  content: toolSearchContentParamSchema,
  cache_control: cacheControlField,
});
export type ToolSearchToolResultBlockParam = z.infer<typeof toolSearchToolResultBlockParamSchema>;
