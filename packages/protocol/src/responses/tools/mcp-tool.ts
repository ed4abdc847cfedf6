import * as z from 'zod';
import { allowedCallersSchema } from '../caller.js';

/** Chooses tools of an MCP server: by name, or those that only read. */
export const mcpToolFilterSchema = z.looseObject({
  read_only: z.boolean().optional(),
  tool_names: z.array(z.string()).optional(),
});
export type McpToolFilter = z.infer<typeof mcpToolFilterSchema>;

/** Which calls need the user's consent. */
export const mcpToolApprovalFilterSchema = z.looseObject({
  always: mcpToolFilterSchema.optional(),
  never: mcpToolFilterSchema.optional(),
});
export type McpToolApprovalFilter = z.infer<typeof mcpToolApprovalFilterSchema>;

const mcpToolShape = {
  type: z.literal('mcp'),
  /** Names the server in calls and their items. Unique in a request. */
  server_label: z.string(),
  /** The address of the server; which ones may be named is for the installation to say. */
  server_url: z.string().optional(),
  /** What the server is for, told to the model. */
  server_description: z.string().optional(),
  /** The name of a server that the service knows, such as OpenAI's `connector_gmail`, in the place of its address. */
  connector_id: z.string().optional(),
  /** A server behind a tunnel of the vendor's. */
  tunnel_id: z.string().optional(),
  /** A secret: never stored, logged or echoed. */
  authorization: z.string().optional(),
  /** May hold secrets, as `authorization` does. */
  headers: z.record(z.string(), z.string()).nullish(),
  /** Who may call it: the model (`direct`), programs that it writes (`programmatic`), or both. Default `direct`. */
  allowed_callers: allowedCallersSchema.nullish(),
  /** Only these of its tools. Default: all. */
  allowed_tools: z.union([z.array(z.string()), mcpToolFilterSchema]).nullish(),
  /** Default `always`. */
  require_approval: z.union([z.enum(['always', 'never']), mcpToolApprovalFilterSchema]).nullish(),
  /** Its tools are offered only after a tool search found them. */
  defer_loading: z.boolean().optional(),
};
export type McpToolShape = { [Name in keyof typeof mcpToolShape]: (typeof mcpToolShape)[Name] };
/** The tools of an MCP server, which the service calls. One of `server_url`, `connector_id` and `tunnel_id` names it. */
export const mcpToolSchema: z.ZodObject<McpToolShape, z.core.$loose> = z.looseObject(mcpToolShape);
export type McpTool = z.infer<typeof mcpToolSchema>;
