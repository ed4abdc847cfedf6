// Toolsets: one entry for a group of tools.
import * as z from 'zod';
import { cacheControlField } from '../request/cache-control.js';
import { mcpToolParamSchema } from '../content/mcp-content.js';

const toolsetMemberConfigShape = {
  /** Whether the model may call it. Default true. */
  enabled: z.boolean().nullish(),
  /** Hidden until a tool search finds it. Default false. */
  defer_loading: z.boolean().nullish(),
};
export type ToolsetMemberConfigShape = {
  [Name in keyof typeof toolsetMemberConfigShape]: (typeof toolsetMemberConfigShape)[Name];
};
/** Settings of one tool of the set. Default: offered immediately. */
export const toolsetMemberConfigSchema: z.ZodObject<ToolsetMemberConfigShape, z.core.$loose> =
  z.looseObject(toolsetMemberConfigShape);
export type ToolsetMemberConfig = z.infer<typeof toolsetMemberConfigSchema>;

const member = toolsetMemberConfigSchema.nullish();

const pointer = {
  double_click: member,
  hold_key: member,
  key: member,
  left_click: member,
  left_click_drag: member,
  left_mouse_down: member,
  left_mouse_up: member,
  middle_click: member,
  mouse_move: member,
  right_click: member,
  screenshot: member,
  scroll: member,
  triple_click: member,
  type: member,
  wait: member,
  zoom: member,
};

const browserToolsetConfigsShape = {
  ...pointer,
  close_tab: member,
  file_upload: member,
  find: member,
  form_input: member,
  get_page_text: member,
  hover: member,
  javascript_exec: member,
  list_tabs: member,
  navigate: member,
  new_tab: member,
  read_console: member,
  read_network: member,
  read_page: member,
  scroll_to: member,
  switch_tab: member,
};
export type BrowserToolsetConfigsShape = {
  [Name in keyof typeof browserToolsetConfigsShape]: (typeof browserToolsetConfigsShape)[Name];
};
/** Settings by tool name, as used in calls. A tool without an entry has the defaults. */
export const browserToolsetConfigsSchema: z.ZodObject<BrowserToolsetConfigsShape, z.core.$loose> =
  z.looseObject(browserToolsetConfigsShape);
export type BrowserToolsetConfigs = z.infer<typeof browserToolsetConfigsSchema>;

const browserToolset20260801Shape = {
  type: z.literal('browser_toolset_20260801'),
  /** Settings of single members. Null or absent: the defaults for all. */
  configs: browserToolsetConfigsSchema.nullish(),
  /** Ends a prompt prefix worth caching with this tool. */
  cache_control: cacheControlField,
};
export type BrowserToolset20260801Shape = {
  [Name in keyof typeof browserToolset20260801Shape]: (typeof browserToolset20260801Shape)[Name];
};
/** A browser at the client. Its calls carry `toolset_name: "browser"`. Only an upstream of this dialect offers it. */
export const browserToolset20260801Schema: z.ZodObject<BrowserToolset20260801Shape, z.core.$loose> =
  z.looseObject(browserToolset20260801Shape);
export type BrowserToolset20260801 = z.infer<typeof browserToolset20260801Schema>;

const computerToolsetConfigsShape = {
  ...pointer,
  cursor_position: member,
};
export type ComputerToolsetConfigsShape = {
  [Name in keyof typeof computerToolsetConfigsShape]: (typeof computerToolsetConfigsShape)[Name];
};
/** Settings by tool name, as used in calls. A tool without an entry has the defaults. */
export const computerToolsetConfigsSchema: z.ZodObject<ComputerToolsetConfigsShape, z.core.$loose> =
  z.looseObject(computerToolsetConfigsShape);
export type ComputerToolsetConfigs = z.infer<typeof computerToolsetConfigsSchema>;

const computerToolset20260801Shape = {
  type: z.literal('computer_toolset_20260801'),
  /** Settings of single members. Null or absent: the defaults for all. */
  configs: computerToolsetConfigsSchema.nullish(),
  /** Ends a prompt prefix worth caching with this tool. */
  cache_control: cacheControlField,
};
export type ComputerToolset20260801Shape = {
  [Name in keyof typeof computerToolset20260801Shape]: (typeof computerToolset20260801Shape)[Name];
};
/** A desktop at the client. Its calls carry `toolset_name: "computer"`. Only an upstream of this dialect offers it. */
export const computerToolset20260801Schema: z.ZodObject<ComputerToolset20260801Shape, z.core.$loose> =
  z.looseObject(computerToolset20260801Shape);
export type ComputerToolset20260801 = z.infer<typeof computerToolset20260801Schema>;

const mcpToolConfigShape = {
  /** Whether it is offered. Default true. */
  enabled: z.boolean().optional(),
  /** Hidden until a tool search finds it. Default false. Tools that this service calls are offered at once. */
  defer_loading: z.boolean().optional(),
};
export type MCPToolConfigShape = { [Name in keyof typeof mcpToolConfigShape]: (typeof mcpToolConfigShape)[Name] };
/** Settings of one tool of an MCP server. */
export const mcpToolConfigSchema: z.ZodObject<MCPToolConfigShape, z.core.$loose> = z.looseObject(mcpToolConfigShape);
export type MCPToolConfig = z.infer<typeof mcpToolConfigSchema>;
/** Settings of all tools of a server. */
export const mcpToolDefaultConfigSchema = mcpToolConfigSchema;
export type MCPToolDefaultConfig = MCPToolConfig;

const mcpToolsetShape = {
  type: z.literal('mcp_toolset'),
  /** The `name` of one of `mcp_servers`. At most one toolset per server. */
  mcp_server_name: z.string(),
  /** By the names of tools. They go before `default_config`. */
  configs: z.record(z.string(), mcpToolConfigSchema).nullish(),
  /** For tools that `configs` does not name. Default: offered at once. */
  default_config: mcpToolDefaultConfigSchema.optional(),
  /**
   * Tools listed by the MCP server, from an `mcp_tool_listing` block, which avoids another request. Only an upstream
   * of this dialect supports it.
   */
  tools: z.array(mcpToolParamSchema).nullish(),
  /** Ends a prompt prefix worth caching with this tool. */
  cache_control: cacheControlField,
};
export type MCPToolsetShape = { [Name in keyof typeof mcpToolsetShape]: (typeof mcpToolsetShape)[Name] };
/** Beta: which tools of one of the request's `mcp_servers` are offered. */
export const mcpToolsetSchema: z.ZodObject<MCPToolsetShape, z.core.$loose> = z.looseObject(mcpToolsetShape);
export type MCPToolset = z.infer<typeof mcpToolsetSchema>;
