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
  /** The server, by the label that the request gave it. */
  server_label: z.string(),
  /** The tool, as the server calls it. */
  name: z.string(),
  /** JSON object as text, as the model wrote it. */
  arguments: z.string(),
  /** The approval that let the call be made. */
  approval_request_id: z.string().nullish(),
  /** Why it failed; null or absent where it did not. */
  error: mcpToolCallErrorSchema.nullish(),
  /** What the tool gave back, as text. */
  output: z.string().nullish(),
  /** `calling` while the server works; `failed` has `error`. */
  status: z.enum(['in_progress', 'completed', 'incomplete', 'calling', 'failed']).optional(),
};
export type McpCallShape = { [Name in keyof typeof mcpCallShape]: (typeof mcpCallShape)[Name] };
/** A call, and what came back. */
export const mcpCallSchema: z.ZodObject<McpCallShape, z.core.$loose> = z.looseObject(mcpCallShape);
export type McpCall = z.infer<typeof mcpCallSchema>;

const mcpListToolsShape = {
  type: z.literal('mcp_list_tools'),
  id: z.string(),
  /** The server, by the label that the request gave it. */
  server_label: z.string(),
  /** What it offers and the request allows; `input_schema` is a JSON Schema. */
  tools: z.array(
    z.looseObject({
      name: z.string(),
      input_schema: z.unknown(),
      description: z.string().nullish(),
      annotations: z.unknown().optional(),
    }),
  ),
  /** Why the tools could not be listed. */
  error: z.string().nullish(),
};
export type McpListToolsShape = { [Name in keyof typeof mcpListToolsShape]: (typeof mcpListToolsShape)[Name] };
/** The tools that a server offers. */
export const mcpListToolsSchema: z.ZodObject<McpListToolsShape, z.core.$loose> = z.looseObject(mcpListToolsShape);
export type McpListTools = z.infer<typeof mcpListToolsSchema>;

const mcpApprovalRequestShape = {
  type: z.literal('mcp_approval_request'),
  /** Referenced by the response's `approval_request_id`. */
  id: z.string(),
  /** The server, by the label that the request gave it. */
  server_label: z.string(),
  /** The tool that would be called. */
  name: z.string(),
  /** Arguments of the call: a JSON object as text. */
  arguments: z.string(),
};
export type McpApprovalRequestShape = {
  [Name in keyof typeof mcpApprovalRequestShape]: (typeof mcpApprovalRequestShape)[Name];
};
/** Asks the user whether a call may be made. */
export const mcpApprovalRequestSchema: z.ZodObject<McpApprovalRequestShape, z.core.$loose> =
  z.looseObject(mcpApprovalRequestShape);
export type McpApprovalRequest = z.infer<typeof mcpApprovalRequestSchema>;

const mcpApprovalResponseParamShape = {
  type: z.literal('mcp_approval_response'),
  /** Names the item; made by the service where it is absent. */
  id: z.string().nullish(),
  /** The `id` of the corresponding approval request. */
  approval_request_id: z.string(),
  /** True: the service makes the call. False: the model learns that the call was rejected. */
  approve: z.boolean(),
  /** Reason for the model. */
  reason: z.string().nullish(),
};
export type McpApprovalResponseParamShape = {
  [Name in keyof typeof mcpApprovalResponseParamShape]: (typeof mcpApprovalResponseParamShape)[Name];
};
/** The user's approval or rejection, as clients send it. */
export const mcpApprovalResponseParamSchema: z.ZodObject<McpApprovalResponseParamShape, z.core.$loose> =
  z.looseObject(mcpApprovalResponseParamShape);
export type McpApprovalResponseParam = z.infer<typeof mcpApprovalResponseParamSchema>;

const mcpApprovalResponseShape = { ...mcpApprovalResponseParamShape, id: z.string() };
export type McpApprovalResponseShape = {
  [Name in keyof typeof mcpApprovalResponseShape]: (typeof mcpApprovalResponseShape)[Name];
};
/** The user's approval or rejection, as in a response or a list. */
export const mcpApprovalResponseSchema: z.ZodObject<McpApprovalResponseShape, z.core.$loose> =
  z.looseObject(mcpApprovalResponseShape);
export type McpApprovalResponse = z.infer<typeof mcpApprovalResponseSchema>;

const mcpCallParamShape = {
  ...mcpCallShape,
  /** ID of the item in the response. Clients that store nothing omit it. */
  id: z.string().nullish(),
};
export type McpCallParamShape = {
  [Name in keyof typeof mcpCallParamShape]: (typeof mcpCallParamShape)[Name];
};
/** A call as clients send it back. */
export const mcpCallParamSchema: z.ZodObject<McpCallParamShape, z.core.$loose> = z.looseObject(mcpCallParamShape);
export type McpCallParam = z.infer<typeof mcpCallParamSchema>;

const mcpListToolsParamShape = {
  ...mcpListToolsShape,
  /** ID of the item in the response. Clients that store nothing omit it. */
  id: z.string().nullish(),
};
export type McpListToolsParamShape = {
  [Name in keyof typeof mcpListToolsParamShape]: (typeof mcpListToolsParamShape)[Name];
};
/** The tools of a server as clients send them back. */
export const mcpListToolsParamSchema: z.ZodObject<McpListToolsParamShape, z.core.$loose> =
  z.looseObject(mcpListToolsParamShape);
export type McpListToolsParam = z.infer<typeof mcpListToolsParamSchema>;
