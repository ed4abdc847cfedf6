export { McpToolServers } from './mcp/mcp-tool-servers.js';
export type { McpRequestRecord } from './mcp/server-session.js';
export {
  defaultToolServerLimits,
  defaultToolServerPorts,
  type ConfiguredToolServer,
  type ToolServerSettings,
} from './mcp/tool-server-settings.js';
