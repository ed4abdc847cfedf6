export { McpToolServers } from './mcp/mcp-tool-servers.js';
export type { McpRequestRecord } from './mcp/server-session.js';
export {
  defaultToolServerLimits,
  defaultToolServerPorts,
  type ConfiguredToolServer,
  type ToolServerSettings,
} from './mcp/tool-server-settings.js';
export { defaultFetchSettings, fetchableTypes, type FetchSettings } from './web/fetch-settings.js';
export { MediaFetcher, type FetchedMedia, type MediaFetcherOptions } from './web/media-fetcher.js';
export { MediaUrlError } from './web/media-url-error.js';
