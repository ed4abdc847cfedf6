// Beta: tools of MCP servers that the service connects to.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { jsonObjectSchema } from '../json-object.js';
import { textBlockParamSchema } from './text-and-image-param.js';
import { textBlockSchema } from './text-block.js';

export const mcpToolUseBlockSchema = z.looseObject({
  type: z.literal('mcp_tool_use'),
  id: z.string(),
  name: z.string(),
  server_name: z.string(),
  input: jsonObjectSchema,
});
export type MCPToolUseBlock = z.infer<typeof mcpToolUseBlockSchema>;
export const mcpToolUseBlockParamSchema = mcpToolUseBlockSchema.extend({ cache_control: cacheControlField });
export type MCPToolUseBlockParam = z.infer<typeof mcpToolUseBlockParamSchema>;

const result = { type: z.literal('mcp_tool_result'), tool_use_id: z.string() };
export const mcpToolResultBlockSchema = z.looseObject({
  ...result,
  is_error: z.boolean(),
  content: z.union([z.string(), z.array(openUnion([textBlockSchema]))]),
});
export type MCPToolResultBlock = z.infer<typeof mcpToolResultBlockSchema>;
export const requestMCPToolResultBlockParamSchema = z.looseObject({
  ...result,
  is_error: z.boolean().optional(),
  content: z.union([z.string(), z.array(openUnion([textBlockParamSchema]))]).optional(),
  cache_control: cacheControlField,
});
export type RequestMCPToolResultBlockParam = z.infer<typeof requestMCPToolResultBlockParamSchema>;

/** A tool as its MCP server describes it. */
export const mcpToolSchema = z.looseObject({
  name: z.string(),
  input_schema: jsonObjectSchema,
  description: z.string().nullish(),
});
export type MCPTool = z.infer<typeof mcpToolSchema>;
export const mcpToolParamSchema = mcpToolSchema;
export type MCPToolParam = MCPTool;

/** The tools that a server listed, kept in the conversation so that they need not be listed again. */
export const mcpToolListingBlockSchema = z.looseObject({
  type: z.literal('mcp_tool_listing'),
  mcp_server_name: z.string(),
  tools: z.array(mcpToolSchema),
});
export type MCPToolListingBlock = z.infer<typeof mcpToolListingBlockSchema>;
export const mcpToolListingBlockParamSchema = mcpToolListingBlockSchema;
export type MCPToolListingBlockParam = MCPToolListingBlock;

/** Default: every tool of the server is offered. */
export const requestMCPServerToolConfigurationSchema = z.looseObject({
  enabled: z.boolean().nullish(),
  allowed_tools: z.array(z.string()).nullish(),
});
export type RequestMCPServerToolConfiguration = z.infer<typeof requestMCPServerToolConfigurationSchema>;

export const requestMCPServerURLDefinitionSchema = z.looseObject({
  type: z.literal('url'),
  name: z.string(),
  url: z.string(),
  authorization_token: z.string().nullish(),
  tool_configuration: requestMCPServerToolConfigurationSchema.nullish(),
});
export type RequestMCPServerURLDefinition = z.infer<typeof requestMCPServerURLDefinitionSchema>;

export type MCPServerDefinition = RequestMCPServerURLDefinition | UnknownMember;
export const mcpServerDefinitionSchema: z.ZodType<MCPServerDefinition> = openUnion([requestMCPServerURLDefinitionSchema]);
