// Tool search: references to tools whose definitions were sent with `defer_loading`.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { openEnum } from '../../schema/open-enum.js';

const toolReferenceBlockShape = {
  type: z.literal('tool_reference'),
  /** Name of a tool in `tools`, usually one with `defer_loading`. */
  tool_name: z.string(),
};
export type ToolReferenceBlockShape = {
  [Name in keyof typeof toolReferenceBlockShape]: (typeof toolReferenceBlockShape)[Name];
};
/** Names a tool of this request; from here on the model may call it. */
export const toolReferenceBlockSchema: z.ZodObject<ToolReferenceBlockShape, z.core.$loose> =
  z.looseObject(toolReferenceBlockShape);
export type ToolReferenceBlock = z.infer<typeof toolReferenceBlockSchema>;

const toolReferenceBlockParamShape = {
  ...toolReferenceBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type ToolReferenceBlockParamShape = {
  [Name in keyof typeof toolReferenceBlockParamShape]: (typeof toolReferenceBlockParamShape)[Name];
};
/**
 * References a tool of this request in the result of the client's own tool search; from then on the model may call
 * it.
 */
export const toolReferenceBlockParamSchema: z.ZodObject<ToolReferenceBlockParamShape, z.core.$loose> =
  z.looseObject(toolReferenceBlockParamShape);
export type ToolReferenceBlockParam = z.infer<typeof toolReferenceBlockParamSchema>;

const toolSearchToolSearchResultBlockShape = {
  type: z.literal('tool_search_tool_search_result'),
  tool_references: z.array(toolReferenceBlockSchema),
};
export type ToolSearchToolSearchResultBlockShape = {
  [Name in keyof typeof toolSearchToolSearchResultBlockShape]: (typeof toolSearchToolSearchResultBlockShape)[Name];
};
/** The tools that were found. */
export const toolSearchToolSearchResultBlockSchema: z.ZodObject<ToolSearchToolSearchResultBlockShape, z.core.$loose> =
  z.looseObject(toolSearchToolSearchResultBlockShape);
export type ToolSearchToolSearchResultBlock = z.infer<typeof toolSearchToolSearchResultBlockSchema>;
/** As a request sends it back. */
export const toolSearchToolSearchResultBlockParamSchema = z.looseObject({
  type: z.literal('tool_search_tool_search_result'),
  tool_references: z.array(toolReferenceBlockParamSchema),
});
export type ToolSearchToolSearchResultBlockParam = z.infer<typeof toolSearchToolSearchResultBlockParamSchema>;

/** Why the search failed. */
export const toolSearchToolResultErrorCodeSchema = openEnum([
  'invalid_tool_input',
  'unavailable',
  'too_many_requests',
  'execution_time_exceeded',
]);
export type ToolSearchToolResultErrorCode = z.infer<typeof toolSearchToolResultErrorCodeSchema>;

const toolSearchToolResultErrorObjectShape = {
  type: z.literal('tool_search_tool_result_error'),
  error_code: toolSearchToolResultErrorCodeSchema,
  /** Error details, as text. */
  error_message: z.string().nullish(),
};
export type ToolSearchToolResultErrorObjectShape = {
  [Name in keyof typeof toolSearchToolResultErrorObjectShape]: (typeof toolSearchToolResultErrorObjectShape)[Name];
};
/** The search failed. */
export const toolSearchToolResultErrorObjectSchema: z.ZodObject<ToolSearchToolResultErrorObjectShape, z.core.$loose> =
  z.looseObject(toolSearchToolResultErrorObjectShape);
export type ToolSearchToolResultErrorObject = z.infer<typeof toolSearchToolResultErrorObjectSchema>;
/** As a request sends it back. */
export const toolSearchToolResultErrorParamSchema = toolSearchToolResultErrorObjectSchema;
export type ToolSearchToolResultErrorParam = ToolSearchToolResultErrorObject;

const result = {
  type: z.literal('tool_search_tool_result'),
  /** The `id` of the corresponding `server_tool_use`. */
  tool_use_id: z.string(),
};
type ToolSearchContent = ToolSearchToolResultErrorObject | ToolSearchToolSearchResultBlock | UnknownMember;
const toolSearchContentSchema: z.ZodType<ToolSearchContent> = openUnion([
  toolSearchToolResultErrorObjectSchema,
  toolSearchToolSearchResultBlockSchema,
]);

const toolSearchToolResultBlockShape = {
  ...result,
  /** The tools, or why there are none. */
  content: toolSearchContentSchema,
};
export type ToolSearchToolResultBlockShape = {
  [Name in keyof typeof toolSearchToolResultBlockShape]: (typeof toolSearchToolResultBlockShape)[Name];
};
/** What a search for tools found, at an upstream of this dialect. */
export const toolSearchToolResultBlockSchema: z.ZodObject<ToolSearchToolResultBlockShape, z.core.$loose> =
  z.looseObject(toolSearchToolResultBlockShape);
export type ToolSearchToolResultBlock = z.infer<typeof toolSearchToolResultBlockSchema>;

type ToolSearchContentParam = ToolSearchToolResultErrorParam | ToolSearchToolSearchResultBlockParam | UnknownMember;
const toolSearchContentParamSchema: z.ZodType<ToolSearchContentParam> = openUnion([
  toolSearchToolResultErrorParamSchema,
  toolSearchToolSearchResultBlockParamSchema,
]);

const toolSearchToolResultBlockParamShape = {
  ...result,
  /** The tools, or why there are none. */
  content: toolSearchContentParamSchema,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type ToolSearchToolResultBlockParamShape = {
  [Name in keyof typeof toolSearchToolResultBlockParamShape]: (typeof toolSearchToolResultBlockParamShape)[Name];
};
/** What a search for tools found, sent back. */
export const toolSearchToolResultBlockParamSchema: z.ZodObject<ToolSearchToolResultBlockParamShape, z.core.$loose> =
  z.looseObject(toolSearchToolResultBlockParamShape);
export type ToolSearchToolResultBlockParam = z.infer<typeof toolSearchToolResultBlockParamSchema>;
