// Beta: tools of MCP servers that the service connects to.
import * as z from 'zod';
import { openUnion, type UnknownMember } from '../../schema/open-union.js';
import { cacheControlField } from '../request/cache-control.js';
import { jsonObjectSchema } from '../json-object.js';
import { textBlockParamSchema } from './text-and-image-param.js';
import { textBlockSchema } from './text-block.js';

const mcpToolUseBlockShape = {
  type: z.literal('mcp_tool_use'),
  /** Names the call: the `tool_use_id` of its result. */
  id: z.string(),
  /** The tool, as its server calls it. */
  name: z.string(),
  /** The server, by its `name` in `mcp_servers`. */
  server_name: z.string(),
  /** The arguments, as the model wrote them. */
  input: jsonObjectSchema,
};
export type MCPToolUseBlockShape = { [Name in keyof typeof mcpToolUseBlockShape]: (typeof mcpToolUseBlockShape)[Name] };
/** A call of an MCP tool, executed by the service; its result follows in the same response. */
export const mcpToolUseBlockSchema: z.ZodObject<MCPToolUseBlockShape, z.core.$loose> =
  z.looseObject(mcpToolUseBlockShape);
export type MCPToolUseBlock = z.infer<typeof mcpToolUseBlockSchema>;

const mcpToolUseBlockParamShape = {
  ...mcpToolUseBlockShape,
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type MCPToolUseBlockParamShape = {
  [Name in keyof typeof mcpToolUseBlockParamShape]: (typeof mcpToolUseBlockParamShape)[Name];
};
/** A call of an MCP tool, sent back. */
export const mcpToolUseBlockParamSchema: z.ZodObject<MCPToolUseBlockParamShape, z.core.$loose> =
  z.looseObject(mcpToolUseBlockParamShape);
export type MCPToolUseBlockParam = z.infer<typeof mcpToolUseBlockParamSchema>;

const result = {
  type: z.literal('mcp_tool_result'),
  /** The `id` of the corresponding `mcp_tool_use`. */
  tool_use_id: z.string(),
};

const mcpToolResultBlockShape = {
  ...result,
  /** Whether the tool failed; `content` then describes the error. */
  is_error: z.boolean(),
  /** A string is one text block. */
  content: z.union([z.string(), z.array(openUnion([textBlockSchema]))]),
};
export type MCPToolResultBlockShape = {
  [Name in keyof typeof mcpToolResultBlockShape]: (typeof mcpToolResultBlockShape)[Name];
};
/** Result of an MCP tool. */
export const mcpToolResultBlockSchema: z.ZodObject<MCPToolResultBlockShape, z.core.$loose> =
  z.looseObject(mcpToolResultBlockShape);
export type MCPToolResultBlock = z.infer<typeof mcpToolResultBlockSchema>;

const requestMCPToolResultBlockParamShape = {
  ...result,
  /** Default false. */
  is_error: z.boolean().optional(),
  /** A string is one text block. Absent: empty. */
  content: z.union([z.string(), z.array(openUnion([textBlockParamSchema]))]).optional(),
  /** Ends a prompt prefix worth caching with this block. */
  cache_control: cacheControlField,
};
export type RequestMCPToolResultBlockParamShape = {
  [Name in keyof typeof requestMCPToolResultBlockParamShape]: (typeof requestMCPToolResultBlockParamShape)[Name];
};
/** Result of an MCP tool, sent back. */
export const requestMCPToolResultBlockParamSchema: z.ZodObject<RequestMCPToolResultBlockParamShape, z.core.$loose> =
  z.looseObject(requestMCPToolResultBlockParamShape);
export type RequestMCPToolResultBlockParam = z.infer<typeof requestMCPToolResultBlockParamSchema>;

const mcpToolShape = {
  /** Without the name of the server. */
  name: z.string(),
  /** JSON Schema of its input. */
  input_schema: jsonObjectSchema,
  /** What it does; the model reads this. */
  description: z.string().nullish(),
};
export type MCPToolShape = { [Name in keyof typeof mcpToolShape]: (typeof mcpToolShape)[Name] };
/** A tool as its MCP server describes it. */
export const mcpToolSchema: z.ZodObject<MCPToolShape, z.core.$loose> = z.looseObject(mcpToolShape);
export type MCPTool = z.infer<typeof mcpToolSchema>;
/** As a request has it. */
export const mcpToolParamSchema = mcpToolSchema;
export type MCPToolParam = MCPTool;

const mcpToolListingBlockShape = {
  type: z.literal('mcp_tool_listing'),
  /** The server, by its `name` in `mcp_servers`. */
  mcp_server_name: z.string(),
  tools: z.array(mcpToolSchema),
};
export type MCPToolListingBlockShape = {
  [Name in keyof typeof mcpToolListingBlockShape]: (typeof mcpToolListingBlockShape)[Name];
};
/** The tools that an MCP server listed, stored in the conversation to avoid listing them again. */
export const mcpToolListingBlockSchema: z.ZodObject<MCPToolListingBlockShape, z.core.$loose> =
  z.looseObject(mcpToolListingBlockShape);
export type MCPToolListingBlock = z.infer<typeof mcpToolListingBlockSchema>;
/** As a request sends it back. */
export const mcpToolListingBlockParamSchema = mcpToolListingBlockSchema;
export type MCPToolListingBlockParam = MCPToolListingBlock;

const requestMCPServerToolConfigurationShape = {
  /** False: none of them. Default true. */
  enabled: z.boolean().nullish(),
  /** Their names. Null or absent: all. */
  allowed_tools: z.array(z.string()).nullish(),
};
export type RequestMCPServerToolConfigurationShape = {
  [Name in keyof typeof requestMCPServerToolConfigurationShape]: (typeof requestMCPServerToolConfigurationShape)[Name];
};
/** Which tools of an MCP server are offered. Default: all. A toolset may restrict them. */
export const requestMCPServerToolConfigurationSchema: z.ZodObject<
  RequestMCPServerToolConfigurationShape,
  z.core.$loose
> = z.looseObject(requestMCPServerToolConfigurationShape);
export type RequestMCPServerToolConfiguration = z.infer<typeof requestMCPServerToolConfigurationSchema>;

const requestMCPServerURLDefinitionShape = {
  type: z.literal('url'),
  /** Chosen by the client and unique in the request. Blocks and toolsets refer to it. */
  name: z.string(),
  url: z.string(),
  /**
   * Token for the MCP server. The service does not store it, so every request sends it again, including requests of a
   * thread.
   */
  authorization_token: z.string().nullish(),
  /** Which of its tools are offered. Default: all. */
  tool_configuration: requestMCPServerToolConfigurationSchema.nullish(),
};
export type RequestMCPServerURLDefinitionShape = {
  [Name in keyof typeof requestMCPServerURLDefinitionShape]: (typeof requestMCPServerURLDefinitionShape)[Name];
};
/** An MCP server that the service connects to, where its installation allows that. */
export const requestMCPServerURLDefinitionSchema: z.ZodObject<RequestMCPServerURLDefinitionShape, z.core.$loose> =
  z.looseObject(requestMCPServerURLDefinitionShape);
export type RequestMCPServerURLDefinition = z.infer<typeof requestMCPServerURLDefinitionSchema>;

export type MCPServerDefinition = RequestMCPServerURLDefinition | UnknownMember;
/** An MCP server whose tools the service may call. */
export const mcpServerDefinitionSchema: z.ZodType<MCPServerDefinition> = openUnion([
  requestMCPServerURLDefinitionSchema,
]);
