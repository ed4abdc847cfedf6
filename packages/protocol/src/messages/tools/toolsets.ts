// One entry that stands for a group of tools.
import * as z from 'zod';
import { cacheControlField } from '../request/cache-control.js';
import { mcpToolParamSchema } from '../content/mcp-content.js';

/** Settings of one member. Default: offered at once. */
export const toolsetMemberConfigSchema = z.looseObject({
  enabled: z.boolean().nullish(),
  defer_loading: z.boolean().nullish(),
});
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

export const browserToolsetConfigsSchema = z.looseObject({
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
});
export type BrowserToolsetConfigs = z.infer<typeof browserToolsetConfigsSchema>;

/** A browser at the client. Its calls carry `toolset_name: "browser"`. */
export const browserToolset20260801Schema = z.looseObject({
  type: z.literal('browser_toolset_20260801'),
  configs: browserToolsetConfigsSchema.nullish(),
  cache_control: cacheControlField,
});
export type BrowserToolset20260801 = z.infer<typeof browserToolset20260801Schema>;

export const computerToolsetConfigsSchema = z.looseObject({ ...pointer, cursor_position: member });
export type ComputerToolsetConfigs = z.infer<typeof computerToolsetConfigsSchema>;

/** A desktop at the client. Its calls carry `toolset_name: "computer"`. */
export const computerToolset20260801Schema = z.looseObject({
  type: z.literal('computer_toolset_20260801'),
  configs: computerToolsetConfigsSchema.nullish(),
  cache_control: cacheControlField,
});
export type ComputerToolset20260801 = z.infer<typeof computerToolset20260801Schema>;

export const mcpToolConfigSchema = z.looseObject({ enabled: z.boolean().optional(), defer_loading: z.boolean().optional() });
export type MCPToolConfig = z.infer<typeof mcpToolConfigSchema>;
export const mcpToolDefaultConfigSchema = mcpToolConfigSchema;
export type MCPToolDefaultConfig = MCPToolConfig;

/** Beta: the tools of one of the request's `mcp_servers`; `configs` is keyed by tool name. */
export const mcpToolsetSchema = z.looseObject({
  type: z.literal('mcp_toolset'),
  mcp_server_name: z.string(),
  configs: z.record(z.string(), mcpToolConfigSchema).nullish(),
  default_config: mcpToolDefaultConfigSchema.optional(),
  tools: z.array(mcpToolParamSchema).nullish(),
  cache_control: cacheControlField,
});
export type MCPToolset = z.infer<typeof mcpToolsetSchema>;
