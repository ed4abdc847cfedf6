// The shapes of nested schemas. They are named so that declaration files contain the name, in this package and in packages
// that build on a schema; see "The types that users see" in CONTRIBUTING.md.
export type { ContainerFileCitationShape, FileCitationShape, UrlCitationShape } from './response/annotations.js';
export type { BackgroundOptionsParamShape } from './request/background-options.js';
export type { ProgramCallerShape } from './caller.js';
export type {
  SearchCommandsShape,
  SearchParamsShape,
  SearchResponseShape,
  SearchSettingsShape,
} from './standalone-search.js';
export type { CompactedResponseShape, ResponseCompactParamsShape } from './compact.js';
export type { ComputerScreenshotContentShape, ConversationMessageShape, ConversationShape } from './conversations.js';
export type {
  CreateEmbeddingResponseShape,
  EmbeddingCreateParamsShape,
  EmbeddingShape,
  RetrievalUsageShape,
} from './embeddings.js';
export type { RerankDocumentShape, RerankParamsShape, RerankResponseShape, RerankResultShape } from './rerank.js';
export type { ErrorObjectShape } from './errors/errors.js';
export type { FileCreateParamsShape, FileListParamsShape, FileObjectShape } from './files.js';
export type {
  InputAudioShape,
  PromptCacheBreakpointShape,
  ResponseInputAudioShape,
  ResponseInputFileShape,
  ResponseInputImageShape,
} from './request/input-content.js';
export type { InputTokenCountParamsShape } from './input-tokens.js';
export type { InputTransformationShape } from './response/input-transformation.js';
export type { ListParamsShape } from './lists.js';
export type {
  VectorStoreCreateParamsShape,
  VectorStoreListParamsShape,
  VectorStoreShape,
  VectorStoreUpdateParamsShape,
} from './vector-stores.js';
export type {
  FileBatchCreateParamsShape,
  VectorStoreFileBatchShape,
  VectorStoreFileContentPageShape,
  VectorStoreFileCreateParamsShape,
  VectorStoreFileShape,
} from './vector-store-files.js';
export type {
  VectorStoreSearchParamsShape,
  VectorStoreSearchResponseShape,
  VectorStoreSearchResultsPageShape,
} from './vector-store-search.js';
export type { LogprobShape } from './response/logprobs.js';
export type { ModelShape } from './models.js';
export type { ReplayedOutputTextShape, ResponseOutputTextShape } from './response/output-content.js';
export type { PromptCacheOptionsParamShape } from './request/prompt-cache.js';
export type { ReasoningShape } from './request/reasoning-config.js';
export type { ResponseCreateParamsShape, ResponseRetrieveParamsShape } from './request/request.js';
export type { MisalignmentShape, ResponseErrorShape } from './response/response-error.js';
export type { ResponseShape } from './response/response.js';
export type { ResponseFormatTextJsonSchemaConfigShape, ResponseTextConfigShape } from './request/text-config.js';
export type { InputOutputUsageShape, InputTokensDetailsShape, PromptCompletionUsageShape } from './response/usage.js';
export type { ResponseWebhookEventShape } from './webhooks.js';
export type {
  ResponseCreateFrameShape,
  ResponseSteerFailedEventShape,
  ResponseSteerPendingEventShape,
  ResponseWebSocketErrorShape,
} from './websocket.js';
export type { ResponseImageGenCallPartialImageEventShape } from './events/hosted-tool-events.js';
export type { ResponseOutputItemAddedEventShape, ResponseOutputItemDoneEventShape } from './events/item-events.js';
export type { ResponseErrorEventShape } from './events/lifecycle-events.js';
export type { ResponseReasoningSummaryPartDoneEventShape } from './events/reasoning-events.js';
export type {
  ResponseShellCallCommandDeltaEventShape,
  ResponseShellCallOutputContentDeltaEventShape,
  ResponseShellCallOutputContentDoneEventShape,
} from './events/shell-events.js';
export type {
  ResponseOutputTextAnnotationAddedEventShape,
  ResponseTextDeltaEventShape,
  ResponseTextDoneEventShape,
} from './events/text-events.js';
export type {
  ApplyPatchCallOutputShape,
  ApplyPatchCallShape,
  ResponseApplyPatchToolCallOutputShape,
  ResponseApplyPatchToolCallShape,
} from './items/apply-patch-items.js';
export type {
  ResponseCodeInterpreterToolCallParamShape,
  ResponseCodeInterpreterToolCallShape,
} from './items/code-interpreter-item.js';
export type { ResponseCompactionItemShape } from './items/compaction-items.js';
export type {
  ComputerCallOutputShape,
  ComputerCallShape,
  ResponseComputerToolCallOutputItemShape,
  ResponseComputerToolCallShape,
} from './items/computer-items.js';
export type { AdditionalToolsParamShape, AdditionalToolsShape } from './items/configuration-items.js';
export type {
  ResponseCustomToolCallItemShape,
  ResponseCustomToolCallOutputItemShape,
  ResponseCustomToolCallOutputShape,
  ResponseCustomToolCallParamShape,
  ResponseCustomToolCallShape,
} from './items/custom-tool-items.js';
export type {
  FunctionCallOutputShape,
  ResponseFunctionToolCallItemShape,
  ResponseFunctionToolCallOutputItemShape,
  ResponseFunctionToolCallParamShape,
  ResponseFunctionToolCallShape,
} from './items/function-call-items.js';
export type {
  ImageGenerationCallParamShape,
  ImageGenerationCallShape,
  ImageGenerationErrorShape,
} from './items/image-generation-item.js';
export type {
  LocalShellCallOutputParamShape,
  LocalShellCallOutputShape,
  LocalShellCallParamShape,
  LocalShellCallShape,
} from './items/local-shell-items.js';
export type {
  McpApprovalRequestShape,
  McpApprovalResponseParamShape,
  McpApprovalResponseShape,
  McpCallShape,
  McpCallParamShape,
  McpListToolsShape,
  McpListToolsParamShape,
} from './items/mcp-items.js';
export type {
  ResponseInputMessageShape,
  ResponseMessageItemShape,
  ResponseOutputMessageShape,
} from './items/message-items.js';
export type { ProgramOutputShape, ProgramShape } from './items/program-items.js';
export type { ResponseReasoningItemParamShape, ResponseReasoningItemShape } from './items/reasoning-item.js';
export type {
  FileSearchResultShape,
  ResponseFileSearchToolCallShape,
  ResponseFileSearchToolCallParamShape,
  ResponseFunctionWebSearchShape,
  ResponseFunctionWebSearchParamShape,
  WebSearchActionSearchShape,
} from './items/search-items.js';
export type {
  ResponseFunctionShellToolCallOutputShape,
  ResponseFunctionShellToolCallShape,
  ShellActionShape,
  ShellCallOutputShape,
  ShellCallShape,
  ShellOutputContentShape,
} from './items/shell-items.js';
export type {
  ResponseToolSearchCallShape,
  ResponseToolSearchOutputItemParamShape,
  ResponseToolSearchOutputItemShape,
  ToolSearchCallShape,
} from './items/tool-search-items.js';
export type { ComputerUsePreviewToolShape } from './tools/computer-tools.js';
export type { CodeInterpreterAutoShape, ContainerAutoShape } from './tools/container.js';
export type { CustomToolShape } from './tools/custom-tool.js';
export type { FileSearchToolShape, RankingOptionsShape } from './tools/file-search-tool.js';
export type { FunctionToolShape } from './tools/function-tool.js';
export type { ImageGenerationToolShape } from './tools/image-generation-tool.js';
export type { McpToolShape } from './tools/mcp-tool.js';
export type { NamespaceToolShape } from './tools/namespace-tool.js';
export type { ToolChoiceMcpShape } from './tools/tool-choice.js';
export type { ToolSearchToolShape } from './tools/tool-search-tool.js';
export type { UserLocationShape, WebSearchPreviewToolShape, WebSearchToolShape } from './tools/web-search-tools.js';
