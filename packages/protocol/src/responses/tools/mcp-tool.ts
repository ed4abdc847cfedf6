import * as z from 'zod';
import { allowedCallersSchema } from '../caller.js';

/** Chooses tools of an MCP server: by name, or those that only read. */
export const mcpToolFilterSchema = z.looseObject({
  read_only: z.boolean().optional(),
  tool_names: z.array(z.string()).optional(),
});
export type McpToolFilter = z.infer<typeof mcpToolFilterSchema>;

/** Which calls need the user's approval. */
export const mcpToolApprovalFilterSchema = z.looseObject({
  always: mcpToolFilterSchema.optional(),
  never: mcpToolFilterSchema.optional(),
});
export type McpToolApprovalFilter = z.infer<typeof mcpToolApprovalFilterSchema>;

const mcpToolShape = {
  type: z.literal('mcp'),
  /** Names the server in calls and their items. Unique in a request. */
  server_label: z.string(),
  /** URL of the server; the installation restricts which URLs are allowed. */
  server_url: z.string().optional(),
  /** Purpose of the server, shown to the model. */
  server_description: z.string().optional(),
  /** Name of a server known to the service, such as OpenAI's `connector_gmail`, instead of a URL. */
  connector_id: z.string().optional(),
  /** A server reached through one of the vendor's tunnels. */
  tunnel_id: z.string().optional(),
  /** A secret: never stored, logged or echoed. */
  authorization: z.string().optional(),
  /** Extra HTTP headers. They may contain secrets, as `authorization` does. */
  headers: z.record(z.string(), z.string()).nullish(),
  /** Who may call the tool: the model (`direct`), programs that it writes (`programmatic`), or both. Default `direct`. */
  allowed_callers: allowedCallersSchema.nullish(),
  /** Only these of its tools. Default: all. */
  allowed_tools: z.union([z.array(z.string()), mcpToolFilterSchema]).nullish(),
  /** Default `always`. */
  require_approval: z.union([z.enum(['always', 'never']), mcpToolApprovalFilterSchema]).nullish(),
  /** Its tools are offered only after a tool search found them. */
  defer_loading: z.boolean().optional(),
};
export type McpToolShape = { [Name in keyof typeof mcpToolShape]: (typeof mcpToolShape)[Name] };
/**
 * The tools of an MCP server, which the service calls. One of `server_url`, `connector_id` and `tunnel_id` identifies
 * the server.
 */
export const mcpToolSchema: z.ZodObject<McpToolShape, z.core.$loose> = z.looseObject(mcpToolShape);
export type McpTool = z.infer<typeof mcpToolSchema>;
