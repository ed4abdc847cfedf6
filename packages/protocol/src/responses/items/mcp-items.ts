// Calls of tools that an MCP server offers, made by the service.
import * as z from 'zod';
import { openUnion } from '../../schema/open-union.js';

/** Why a call of an MCP tool failed. */
export const mcpToolCallErrorSchema = openUnion([
  z.looseObject({ type: z.literal('mcp_protocol_error'), code: z.number(), message: z.string() }),
  z.looseObject({ type: z.literal('mcp_tool_execution_error'), content: z.unknown() }),
  z.looseObject({ type: z.literal('http_error'), code: z.number(), message: z.string() }),
]);
export type McpToolCallError = z.infer<typeof mcpToolCallErrorSchema>;

const mcpCallShape = {
  type: z.literal('mcp_call'),
  id: z.string(),
  server_label: z.string(),
  name: z.string(),
  arguments: z.string(),
  approval_request_id: z.string().nullish(),
  error: mcpToolCallErrorSchema.nullish(),
  output: z.string().nullish(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'calling', 'failed']).optional(),
};
export type McpCallShape = { [Name in keyof typeof mcpCallShape]: (typeof mcpCallShape)[Name] };
/** A call, and what came back. */
export const mcpCallSchema: z.ZodObject<McpCallShape, z.core.$loose> = z.looseObject(mcpCallShape);
export type McpCall = z.infer<typeof mcpCallSchema>;

const mcpListToolsShape = {
  type: z.literal('mcp_list_tools'),
  id: z.string(),
  server_label: z.string(),
  tools: z.array(
    z.looseObject({
      name: z.string(),
      input_schema: z.unknown(),
      description: z.string().nullish(),
      annotations: z.unknown().optional(),
    }),
  ),
  error: z.string().nullish(),
};
export type McpListToolsShape = { [Name in keyof typeof mcpListToolsShape]: (typeof mcpListToolsShape)[Name] };
/** The tools that a server offers. */
export const mcpListToolsSchema: z.ZodObject<McpListToolsShape, z.core.$loose> = z.looseObject(mcpListToolsShape);
export type McpListTools = z.infer<typeof mcpListToolsSchema>;

const mcpApprovalRequestShape = {
  type: z.literal('mcp_approval_request'),
  id: z.string(),
  server_label: z.string(),
  name: z.string(),
  arguments: z.string(),
};
export type McpApprovalRequestShape = { [Name in keyof typeof mcpApprovalRequestShape]: (typeof mcpApprovalRequestShape)[Name] };
/** Asks the user whether a call may be made. */
export const mcpApprovalRequestSchema: z.ZodObject<McpApprovalRequestShape, z.core.$loose> =
  z.looseObject(mcpApprovalRequestShape);
export type McpApprovalRequest = z.infer<typeof mcpApprovalRequestSchema>;

const mcpApprovalResponseParamShape = {
  type: z.literal('mcp_approval_response'),
  id: z.string().nullish(),
  approval_request_id: z.string(),
  approve: z.boolean(),
  reason: z.string().nullish(),
};
export type McpApprovalResponseParamShape = {
  [Name in keyof typeof mcpApprovalResponseParamShape]: (typeof mcpApprovalResponseParamShape)[Name];
};
/** The user's answer, as clients send it. */
export const mcpApprovalResponseParamSchema: z.ZodObject<McpApprovalResponseParamShape, z.core.$loose> =
  z.looseObject(mcpApprovalResponseParamShape);
export type McpApprovalResponseParam = z.infer<typeof mcpApprovalResponseParamSchema>;

const mcpApprovalResponseShape = { ...mcpApprovalResponseParamShape, id: z.string() };
export type McpApprovalResponseShape = {
  [Name in keyof typeof mcpApprovalResponseShape]: (typeof mcpApprovalResponseShape)[Name];
};
/** The user's answer, as a response or a list holds it. */
export const mcpApprovalResponseSchema: z.ZodObject<McpApprovalResponseShape, z.core.$loose> =
  z.looseObject(mcpApprovalResponseShape);
export type McpApprovalResponse = z.infer<typeof mcpApprovalResponseSchema>;
