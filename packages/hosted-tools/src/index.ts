export { CodeExecution, type CodeExecutionOptions } from './code/code-execution.js';
export { defaultCodeSettings, type CodeSettings, type FileQuotaOf } from './code/code-settings.js';
export type {
  CodeCall,
  CodeExecutor,
  CodeLimits,
  CodeOutput,
  CodeSession,
  FileSlice,
  ProbeAttempts,
} from './code/code-executor.js';
export { findCodeExecutor, type ExecutorSettings, type FoundExecutor } from './code/find-code-executor.js';
export { findContainer, uploadedFile } from './code/stored-container.js';
export { workFolder } from './code/work-folder.js';
export { McpServerPool } from './mcp/mcp-server-pool.js';
export type { McpRequestRecord } from './mcp/server-session.js';
export {
  defaultMcpServerLimits,
  defaultMcpServerPorts,
  type ConfiguredMcpServer,
  type McpServerSettings,
} from './mcp/mcp-server-settings.js';
export { defaultFetchSettings, fetchableTypes, type FetchSettings } from './web/fetch-settings.js';
export { MediaFetcher, type FetchedMedia, type MediaFetcherOptions } from './web/media-fetcher.js';
export { MediaUrlError } from './web/media-url-error.js';
export { isPublicUrl } from './web/is-public-url.js';
export { isPublicAddress, type AddressPolicy } from './web/public-address.js';
