export { createHostedTools, type HostedToolRunner, type HostedToolRunners } from './create-hosted-tools.js';
export {
  defaultDocumentLimits,
  type DocumentFailure,
  type DocumentFailureCode,
  type DocumentHints,
  type DocumentLimits,
  type DocumentSection,
  type ReadableDocument,
} from './documents/document.js';
export { pageTexts } from './documents/page-texts.js';
export { readDocument, type ReadDocumentOptions } from './documents/read-document.js';
export { CodeExecution, type CodeExecutionOptions } from './code/code-execution.js';
export { defaultCodeSettings, type CodeSettings } from './code/code-settings.js';
export type {
  CodeCall,
  CodeExecutor,
  CodeLimits,
  CodeOutput,
  CodeSession,
  FileSlice,
  ProbeAttempts,
} from './code/code-executor.js';
export {
  findCodeExecutor,
  type ExecutorKind,
  type ExecutorSettings,
  type FoundExecutor,
} from './code/find-code-executor.js';
export { withoutDeleted } from './code/container-files.js';
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
export { ObservedHostedTools, type HostedCallRecord } from './observed-hosted-tools.js';
export { defaultFetchSettings, fetchableTypes, type FetchSettings } from './web/fetch-settings.js';
export { MediaFetcher, type FetchedMedia, type MediaFetcherOptions } from './web/media-fetcher.js';
export { MediaUrlError } from './web/media-url-error.js';
export { isPublicUrl } from './web/is-public-url.js';
export { isPublicAddress, type AddressPolicy } from './web/public-address.js';
export { autoChunkLengths, chunkSections, type ChunkableSection } from './file-search/chunk-sections.js';
export { findRetrievalModel } from './file-search/find-retrieval-model.js';
export { FileSearch } from './file-search/file-search.js';
export { estimateTokens, type CountTokens } from './shared/estimate-tokens.js';
export {
  ingestFile,
  type DocumentReader,
  type IngestionLimits,
  type IngestionOutcome,
  type IngestionPorts,
  type ReadSections,
} from './file-search/ingest-file.js';
export {
  findVectorStores,
  searchFiles,
  VectorStoreMissing,
  type FileSearchQuery,
  type FoundChunks,
  type SearchDegradation,
  type SearchPorts,
} from './file-search/search-files.js';
export { PageReader, type PageReaderOptions } from './web-fetch/page-reader.js';
export { WebFetch } from './web-fetch/web-fetch.js';
export {
  defaultWebFetchSettings,
  type PageCacheSettings,
  type WebFetchSettings,
} from './web-fetch/web-fetch-settings.js';
export { openSearchProvider } from './web-search/open-search-provider.js';
export type {
  ProvidedPage,
  SearchFailureReason,
  SearchHit,
  SearchOutcome,
  SearchProvider,
  SearchQuery,
} from './web-search/search-provider.js';
export { WebSearch, type WebSearchOptions } from './web-search/web-search.js';
export {
  defaultWebSearchSettings,
  type LocalPage,
  type WebSearchProviderName,
  type WebSearchSettings,
} from './web-search/web-search-settings.js';
export { parseDomainRule, type DomainRule } from './web/domain-rule.js';
export type { DomainSettings } from './web/domain-policy.js';
export type { PageFetchSettings, PageFetcherOptions } from './web/page-fetcher.js';
