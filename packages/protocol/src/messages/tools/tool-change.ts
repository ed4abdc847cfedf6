// Beta: tools added or removed in the middle of a conversation.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { toolUnionSchema } from './tools.js';

const toolChangeToolReferenceShape = {
  type: z.literal('tool_reference'),
  /** As the model calls it. */
  name: z.string(),
};
export type ToolChangeToolReferenceShape = {
  [Name in keyof typeof toolChangeToolReferenceShape]: (typeof toolChangeToolReferenceShape)[Name];
};
/** A tool of `tools`, or one added by a message. */
export const toolChangeToolReferenceSchema: z.ZodObject<ToolChangeToolReferenceShape, z.core.$loose> =
  z.looseObject(toolChangeToolReferenceShape);
export type ToolChangeToolReference = z.infer<typeof toolChangeToolReferenceSchema>;

const toolChangeMCPToolReferenceShape = {
  type: z.literal('mcp_tool_reference'),
  /** As its server calls it. */
  name: z.string(),
  /** The server, by its `name` in `mcp_servers`. */
  server_name: z.string(),
};
export type ToolChangeMCPToolReferenceShape = {
  [Name in keyof typeof toolChangeMCPToolReferenceShape]: (typeof toolChangeMCPToolReferenceShape)[Name];
};
/** A tool of an MCP server. Only an upstream of this dialect supports it. */
export const toolChangeMCPToolReferenceSchema: z.ZodObject<ToolChangeMCPToolReferenceShape, z.core.$loose> =
  z.looseObject(toolChangeMCPToolReferenceShape);
export type ToolChangeMCPToolReference = z.infer<typeof toolChangeMCPToolReferenceSchema>;

const toolChangeMCPToolsetReferenceShape = {
  type: z.literal('mcp_toolset_reference'),
  /** The server, by its `name` in `mcp_servers`. */
  server_name: z.string(),
};
export type ToolChangeMCPToolsetReferenceShape = {
  [Name in keyof typeof toolChangeMCPToolsetReferenceShape]: (typeof toolChangeMCPToolsetReferenceShape)[Name];
};
/** All tools of an MCP server. Only an upstream of this dialect supports it. */
export const toolChangeMCPToolsetReferenceSchema: z.ZodObject<ToolChangeMCPToolsetReferenceShape, z.core.$loose> =
  z.looseObject(toolChangeMCPToolsetReferenceShape);
export type ToolChangeMCPToolsetReference = z.infer<typeof toolChangeMCPToolsetReferenceSchema>;

const toolChangeToolDefinitionParamShape = {
  type: z.literal('tool_definition'),
  /** As an entry of `tools`. */
  definition: toolUnionSchema,
};
export type ToolChangeToolDefinitionParamShape = {
  [Name in keyof typeof toolChangeToolDefinitionParamShape]: (typeof toolChangeToolDefinitionParamShape)[Name];
};
/** A tool that was not in `tools`. */
export const toolChangeToolDefinitionParamSchema: z.ZodObject<ToolChangeToolDefinitionParamShape, z.core.$loose> =
  z.looseObject(toolChangeToolDefinitionParamShape);
export type ToolChangeToolDefinitionParam = z.infer<typeof toolChangeToolDefinitionParamSchema>;

type AddedTool =
  | ToolChangeToolReference
  | ToolChangeMCPToolReference
  | ToolChangeMCPToolsetReference
  | ToolChangeToolDefinitionParam
  | UnknownMember;
const addedToolSchema: z.ZodType<AddedTool> = openUnion([
  toolChangeToolReferenceSchema,
  toolChangeMCPToolReferenceSchema,
  toolChangeMCPToolsetReferenceSchema,
  toolChangeToolDefinitionParamSchema,
]);
type RemovedTool = ToolChangeToolReference | ToolChangeMCPToolReference | ToolChangeMCPToolsetReference | UnknownMember;
const removedToolSchema: z.ZodType<RemovedTool> = openUnion([
  toolChangeToolReferenceSchema,
  toolChangeMCPToolReferenceSchema,
  toolChangeMCPToolsetReferenceSchema,
]);

const toolAdditionBlockShape = {
  type: z.literal('tool_addition'),
  /** The tool's definition, or a reference to an earlier one. */
  tool: addedToolSchema,
};
export type ToolAdditionBlockShape = {
  [Name in keyof typeof toolAdditionBlockShape]: (typeof toolAdditionBlockShape)[Name];
};
/** Beta: a tool that the model may call from here on. */
export const toolAdditionBlockSchema: z.ZodObject<ToolAdditionBlockShape, z.core.$loose> =
  z.looseObject(toolAdditionBlockShape);
export type ToolAdditionBlock = z.infer<typeof toolAdditionBlockSchema>;

const requestToolAdditionBlockShape = {
  ...toolAdditionBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type RequestToolAdditionBlockShape = {
  [Name in keyof typeof requestToolAdditionBlockShape]: (typeof requestToolAdditionBlockShape)[Name];
};
/** Beta: a tool that the model may call from here on. */
export const requestToolAdditionBlockSchema: z.ZodObject<RequestToolAdditionBlockShape, z.core.$loose> =
  z.looseObject(requestToolAdditionBlockShape);
export type RequestToolAdditionBlock = z.infer<typeof requestToolAdditionBlockSchema>;

const toolRemovalBlockShape = {
  type: z.literal('tool_removal'),
  /** A reference to it. */
  tool: removedToolSchema,
};
export type ToolRemovalBlockShape = {
  [Name in keyof typeof toolRemovalBlockShape]: (typeof toolRemovalBlockShape)[Name];
};
/** Beta: a tool that the model may not call from here on. */
export const toolRemovalBlockSchema: z.ZodObject<ToolRemovalBlockShape, z.core.$loose> =
  z.looseObject(toolRemovalBlockShape);
export type ToolRemovalBlock = z.infer<typeof toolRemovalBlockSchema>;

const requestToolRemovalBlockShape = {
  ...toolRemovalBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type RequestToolRemovalBlockShape = {
  [Name in keyof typeof requestToolRemovalBlockShape]: (typeof requestToolRemovalBlockShape)[Name];
};
/** Beta: a tool that the model may not call from here on. */
export const requestToolRemovalBlockSchema: z.ZodObject<RequestToolRemovalBlockShape, z.core.$loose> =
  z.looseObject(requestToolRemovalBlockShape);
export type RequestToolRemovalBlock = z.infer<typeof requestToolRemovalBlockSchema>;
