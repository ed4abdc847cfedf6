// Beta: tools that join or leave in the middle of a conversation.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { toolUnionSchema } from './tools.js';

export const toolChangeToolReferenceSchema = z.looseObject({ type: z.literal('tool_reference'), name: z.string() });
export type ToolChangeToolReference = z.infer<typeof toolChangeToolReferenceSchema>;

export const toolChangeMCPToolReferenceSchema = z.looseObject({
  type: z.literal('mcp_tool_reference'),
  name: z.string(),
  server_name: z.string(),
});
export type ToolChangeMCPToolReference = z.infer<typeof toolChangeMCPToolReferenceSchema>;

export const toolChangeMCPToolsetReferenceSchema = z.looseObject({
  type: z.literal('mcp_toolset_reference'),
  server_name: z.string(),
});
export type ToolChangeMCPToolsetReference = z.infer<typeof toolChangeMCPToolsetReferenceSchema>;

/** A tool that was not in `tools`. */
export const toolChangeToolDefinitionParamSchema = z.looseObject({
  type: z.literal('tool_definition'),
  definition: toolUnionSchema,
});
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
type RemovedTool =
  | ToolChangeToolReference
  | ToolChangeMCPToolReference
  | ToolChangeMCPToolsetReference
  | UnknownMember;
const removedToolSchema: z.ZodType<RemovedTool> = openUnion([
  toolChangeToolReferenceSchema,
  toolChangeMCPToolReferenceSchema,
  toolChangeMCPToolsetReferenceSchema,
]);

export const toolAdditionBlockSchema = z.looseObject({ type: z.literal('tool_addition'), tool: addedToolSchema });
export type ToolAdditionBlock = z.infer<typeof toolAdditionBlockSchema>;
export const requestToolAdditionBlockSchema = toolAdditionBlockSchema.extend({ cache_control: cacheControlField });
export type RequestToolAdditionBlock = z.infer<typeof requestToolAdditionBlockSchema>;

export const toolRemovalBlockSchema = z.looseObject({ type: z.literal('tool_removal'), tool: removedToolSchema });
export type ToolRemovalBlock = z.infer<typeof toolRemovalBlockSchema>;
export const requestToolRemovalBlockSchema = toolRemovalBlockSchema.extend({ cache_control: cacheControlField });
export type RequestToolRemovalBlock = z.infer<typeof requestToolRemovalBlockSchema>;
