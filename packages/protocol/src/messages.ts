// The messages dialect: schemas and types by the names of the official SDK, the stream grammar, the accumulator.
export {
  isMessagesVersion, messagesBetaHeader, messagesRequestIdHeader, messagesVersionHeaders, messagesVersions,
  type MessagesVersion,
} from './messages/version.js';
export { jsonObjectSchema, type JsonObject } from './messages/json-object.js';
export { cacheControlEphemeralSchema, type CacheControlEphemeral } from './messages/request/cache-control.js';
export {
  citationCharLocationParamSchema, citationCharLocationSchema, citationContentBlockLocationParamSchema,
  citationContentBlockLocationSchema, citationPageLocationParamSchema, citationPageLocationSchema,
  citationsConfigParamSchema, citationsConfigSchema, citationSearchResultLocationParamSchema,
  citationsSearchResultLocationSchema, citationsWebSearchResultLocationSchema,
  citationWebSearchResultLocationParamSchema, textCitationParamSchema, textCitationSchema, type CitationCharLocation,
  type CitationCharLocationParam, type CitationContentBlockLocation, type CitationContentBlockLocationParam,
  type CitationPageLocation, type CitationPageLocationParam, type CitationsConfig, type CitationsConfigParam,
  type CitationSearchResultLocationParam, type CitationsSearchResultLocation, type CitationsWebSearchResultLocation,
  type CitationWebSearchResultLocationParam, type TextCitation, type TextCitationParam,
} from './messages/content/citations.js';
export {
  directCallerSchema, serverToolCaller20260120Schema, serverToolCallerSchema, toolUseCallerSchema, type DirectCaller,
  type ServerToolCaller, type ServerToolCaller20260120, type ToolUseCaller,
} from './messages/caller.js';
export {
  base64ImageSourceSchema, base64PDFSourceSchema, fileDocumentSourceSchema, fileImageSourceSchema, imageSourceSchema,
  plainTextSourceSchema, urlImageSourceSchema, urlPDFSourceSchema, type Base64ImageSource, type Base64PDFSource,
  type FileDocumentSource, type FileImageSource, type ImageSource, type PlainTextSource, type URLImageSource,
  type URLPDFSource,
} from './messages/content/sources.js';
export {
  contentBlockSourceContentSchema, imageBlockParamSchema, imageTransformationsParamSchema, textBlockParamSchema,
  type ContentBlockSourceContent, type ImageBlockParam, type ImageTransformationsParam, type TextBlockParam,
} from './messages/content/text-and-image-param.js';
export {
  contentBlockSourceSchema, documentBlockParamSchema, documentSourceSchema, searchResultBlockParamSchema,
  type ContentBlockSource, type DocumentBlockParam, type DocumentSource, type SearchResultBlockParam,
} from './messages/content/document-param.js';
export {
  browserStateBlockParamSchema, browserStateChangeDownloadCompletedSchema, browserStateChangeDownloadFailedSchema,
  browserStateChangeDownloadStartedSchema, browserStateChangeSchema, browserStateChangeTabOpenedSchema,
  browserStateTabEntrySchema, type BrowserStateBlockParam, type BrowserStateChange,
  type BrowserStateChangeDownloadCompleted, type BrowserStateChangeDownloadFailed,
  type BrowserStateChangeDownloadStarted, type BrowserStateChangeTabOpened, type BrowserStateTabEntry,
} from './messages/content/browser-state.js';
export { textBlockSchema, type TextBlock } from './messages/content/text-block.js';
export {
  serverToolNameSchema, serverToolUseBlockParamSchema, serverToolUseBlockSchema, type ServerToolName,
  type ServerToolUseBlock, type ServerToolUseBlockParam,
} from './messages/content/server-tool-use.js';
export {
  webSearchResultBlockParamSchema, webSearchResultBlockSchema, webSearchToolRequestErrorObjectSchema,
  webSearchToolResultBlockContentSchema, webSearchToolResultBlockParamContentSchema,
  webSearchToolResultBlockParamSchema, webSearchToolResultBlockSchema, webSearchToolResultErrorCodeSchema,
  webSearchToolResultErrorObjectSchema, type WebSearchResultBlock, type WebSearchResultBlockParam,
  type WebSearchToolRequestErrorObject, type WebSearchToolResultBlock, type WebSearchToolResultBlockContent,
  type WebSearchToolResultBlockParam, type WebSearchToolResultBlockParamContent, type WebSearchToolResultErrorCode,
  type WebSearchToolResultErrorObject,
} from './messages/content/web-search-content.js';
export {
  documentBlockSchema, webFetchBlockParamSchema, webFetchBlockSchema, webFetchToolResultBlockParamSchema,
  webFetchToolResultBlockSchema, webFetchToolResultErrorBlockParamSchema, webFetchToolResultErrorBlockSchema,
  webFetchToolResultErrorCodeSchema, type DocumentBlock, type FetchedSource, type WebFetchBlock,
  type WebFetchBlockParam, type WebFetchToolResultBlock, type WebFetchToolResultBlockParam,
  type WebFetchToolResultErrorBlock, type WebFetchToolResultErrorBlockParam, type WebFetchToolResultErrorCode,
} from './messages/content/web-fetch-content.js';
export {
  bashCodeExecutionOutputBlockParamSchema, bashCodeExecutionOutputBlockSchema,
  bashCodeExecutionResultBlockParamSchema, bashCodeExecutionResultBlockSchema,
  bashCodeExecutionToolResultBlockParamSchema, bashCodeExecutionToolResultBlockSchema,
  bashCodeExecutionToolResultErrorCodeSchema, bashCodeExecutionToolResultErrorObjectSchema,
  bashCodeExecutionToolResultErrorParamSchema, codeExecutionOutputBlockParamSchema, codeExecutionOutputBlockSchema,
  codeExecutionResultBlockParamSchema, codeExecutionResultBlockSchema, codeExecutionToolResultBlockContentSchema,
  codeExecutionToolResultBlockParamContentSchema, codeExecutionToolResultBlockParamSchema,
  codeExecutionToolResultBlockSchema, codeExecutionToolResultErrorCodeSchema,
  codeExecutionToolResultErrorObjectSchema, codeExecutionToolResultErrorParamSchema,
  encryptedCodeExecutionResultBlockParamSchema, encryptedCodeExecutionResultBlockSchema,
  type BashCodeExecutionOutputBlock, type BashCodeExecutionOutputBlockParam, type BashCodeExecutionResultBlock,
  type BashCodeExecutionResultBlockParam, type BashCodeExecutionToolResultBlock,
  type BashCodeExecutionToolResultBlockParam, type BashCodeExecutionToolResultErrorCode,
  type BashCodeExecutionToolResultErrorObject, type BashCodeExecutionToolResultErrorParam,
  type CodeExecutionOutputBlock, type CodeExecutionOutputBlockParam, type CodeExecutionResultBlock,
  type CodeExecutionResultBlockParam, type CodeExecutionToolResultBlock, type CodeExecutionToolResultBlockContent,
  type CodeExecutionToolResultBlockParam, type CodeExecutionToolResultBlockParamContent,
  type CodeExecutionToolResultErrorCode, type CodeExecutionToolResultErrorObject,
  type CodeExecutionToolResultErrorParam, type EncryptedCodeExecutionResultBlock,
  type EncryptedCodeExecutionResultBlockParam,
} from './messages/content/code-execution-content.js';
export {
  textEditorCodeExecutionCreateResultBlockParamSchema, textEditorCodeExecutionCreateResultBlockSchema,
  textEditorCodeExecutionStrReplaceResultBlockParamSchema, textEditorCodeExecutionStrReplaceResultBlockSchema,
  textEditorCodeExecutionToolResultBlockParamSchema, textEditorCodeExecutionToolResultBlockSchema,
  textEditorCodeExecutionToolResultErrorCodeSchema, textEditorCodeExecutionToolResultErrorObjectSchema,
  textEditorCodeExecutionToolResultErrorParamSchema, textEditorCodeExecutionViewResultBlockParamSchema,
  textEditorCodeExecutionViewResultBlockSchema, type TextEditorCodeExecutionCreateResultBlock,
  type TextEditorCodeExecutionCreateResultBlockParam, type TextEditorCodeExecutionStrReplaceResultBlock,
  type TextEditorCodeExecutionStrReplaceResultBlockParam, type TextEditorCodeExecutionToolResultBlock,
  type TextEditorCodeExecutionToolResultBlockParam, type TextEditorCodeExecutionToolResultErrorCode,
  type TextEditorCodeExecutionToolResultErrorObject, type TextEditorCodeExecutionToolResultErrorParam,
  type TextEditorCodeExecutionViewResultBlock, type TextEditorCodeExecutionViewResultBlockParam,
} from './messages/content/text-editor-content.js';
export {
  toolReferenceBlockParamSchema, toolReferenceBlockSchema, toolSearchToolResultBlockParamSchema,
  toolSearchToolResultBlockSchema, toolSearchToolResultErrorCodeSchema, toolSearchToolResultErrorObjectSchema,
  toolSearchToolResultErrorParamSchema, toolSearchToolSearchResultBlockParamSchema,
  toolSearchToolSearchResultBlockSchema, type ToolReferenceBlock, type ToolReferenceBlockParam,
  type ToolSearchToolResultBlock, type ToolSearchToolResultBlockParam, type ToolSearchToolResultErrorCode,
  type ToolSearchToolResultErrorObject, type ToolSearchToolResultErrorParam, type ToolSearchToolSearchResultBlock,
  type ToolSearchToolSearchResultBlockParam,
} from './messages/content/tool-search-content.js';
export {
  mcpServerDefinitionSchema, mcpToolListingBlockParamSchema, mcpToolListingBlockSchema, mcpToolParamSchema,
  mcpToolResultBlockSchema, mcpToolSchema, mcpToolUseBlockParamSchema, mcpToolUseBlockSchema,
  requestMCPServerToolConfigurationSchema, requestMCPServerURLDefinitionSchema, requestMCPToolResultBlockParamSchema,
  type MCPServerDefinition, type MCPTool, type MCPToolListingBlock, type MCPToolListingBlockParam, type MCPToolParam,
  type MCPToolResultBlock, type MCPToolUseBlock, type MCPToolUseBlockParam, type RequestMCPServerToolConfiguration,
  type RequestMCPServerURLDefinition, type RequestMCPToolResultBlockParam,
} from './messages/content/mcp-content.js';
export {
  advisorRedactedResultBlockParamSchema, advisorRedactedResultBlockSchema, advisorResultBlockParamSchema,
  advisorResultBlockSchema, advisorToolResultBlockParamSchema, advisorToolResultBlockSchema,
  advisorToolResultErrorObjectSchema, advisorToolResultErrorParamSchema, type AdvisorRedactedResultBlock,
  type AdvisorRedactedResultBlockParam, type AdvisorResultBlock, type AdvisorResultBlockParam,
  type AdvisorToolResultBlock, type AdvisorToolResultBlockParam, type AdvisorToolResultErrorObject,
  type AdvisorToolResultErrorParam,
} from './messages/content/advisor-content.js';
export {
  refusalCategorySchema, refusalStopDetailsSchema, stopDetailsSchema, type RefusalCategory, type RefusalStopDetails, type StopDetails,
} from './messages/response/refusal.js';
export {
  effortSchema, jsonOutputFormatSchema, outputConfigSchema, tokenTaskBudgetSchema, type Effort, type JSONOutputFormat,
  type OutputConfig, type TokenTaskBudget,
} from './messages/request/output-config.js';
export {
  thinkingBlockBindingSchema, thinkingConfigAdaptiveSchema, thinkingConfigBetweenToolsSchema,
  thinkingConfigDisabledSchema, thinkingConfigEnabledSchema, thinkingConfigParamSchema, type ThinkingBlockBinding,
  type ThinkingConfigAdaptive, type ThinkingConfigBetweenTools, type ThinkingConfigDisabled,
  type ThinkingConfigEnabled, type ThinkingConfigParam,
} from './messages/request/thinking.js';
export {
  fallbackBlockParamSchema, fallbackBlockSchema, fallbackCreditTokenParamSchema, fallbackInfoParamSchema,
  fallbackInfoSchema, fallbackParamSchema, fallbackRefusalTriggerSchema, fallbacksParamSchema, type FallbackBlock,
  type FallbackBlockParam, type FallbackCreditTokenParam, type FallbackInfo, type FallbackInfoParam,
  type FallbackParam, type FallbackRefusalTrigger, type FallbacksParam,
} from './messages/response/fallback.js';
export {
  toolChoiceAnySchema, toolChoiceAutoSchema, toolChoiceNoneSchema, toolChoiceSchema, toolChoiceToolSchema,
  type ToolChoice, type ToolChoiceAny, type ToolChoiceAuto, type ToolChoiceNone, type ToolChoiceTool,
} from './messages/tools/tool-choice.js';
export {
  inputSchemaSchema, memoryTool20250818Schema, toolBash20241022Schema, toolBash20250124Schema,
  toolComputerUse20241022Schema, toolComputerUse20250124Schema, toolComputerUse20251124Schema, toolSchema,
  toolTextEditor20241022Schema, toolTextEditor20250124Schema, toolTextEditor20250429Schema,
  toolTextEditor20250728Schema, type InputSchema, type MemoryTool20250818, type Tool, type ToolBash20241022,
  type ToolBash20250124, type ToolComputerUse20241022, type ToolComputerUse20250124, type ToolComputerUse20251124,
  type ToolTextEditor20241022, type ToolTextEditor20250124, type ToolTextEditor20250429, type ToolTextEditor20250728,
} from './messages/tools/client-tools.js';
export {
  advisorTool20260301Schema, codeExecutionTool20250522Schema, codeExecutionTool20250825Schema,
  codeExecutionTool20260120Schema, codeExecutionTool20260521Schema, toolSearchToolBm25_20251119Schema,
  toolSearchToolRegex20251119Schema, userLocationSchema, webFetchTool20250910Schema, webFetchTool20260209Schema,
  webFetchTool20260309Schema, webFetchTool20260318Schema, webFetchURLSourceAllSchema, webFetchURLSourceExceptSchema,
  webFetchURLSourceNoneSchema, webFetchURLSourceOnlySchema, webFetchURLSourcesSchema,
  webFetchURLSourceToolReferenceSchema, webSearchTool20250305Schema, webSearchTool20260209Schema,
  webSearchTool20260318Schema, type AdvisorTool20260301, type CodeExecutionTool20250522,
  type CodeExecutionTool20250825, type CodeExecutionTool20260120, type CodeExecutionTool20260521,
  type ToolSearchToolBm25_20251119, type ToolSearchToolRegex20251119, type UserLocation, type WebFetchTool20250910,
  type WebFetchTool20260209, type WebFetchTool20260309, type WebFetchTool20260318, type WebFetchURLSourceAll,
  type WebFetchURLSourceExcept, type WebFetchURLSourceNone, type WebFetchURLSourceOnly, type WebFetchURLSources,
  type WebFetchURLSourceToolReference, type WebSearchTool20250305, type WebSearchTool20260209,
  type WebSearchTool20260318,
} from './messages/tools/server-tools.js';
export {
  browserToolset20260801Schema, browserToolsetConfigsSchema, computerToolset20260801Schema,
  computerToolsetConfigsSchema, mcpToolConfigSchema, mcpToolDefaultConfigSchema, mcpToolsetSchema,
  toolsetMemberConfigSchema, type BrowserToolset20260801, type BrowserToolsetConfigs, type ComputerToolset20260801,
  type ComputerToolsetConfigs, type MCPToolConfig, type MCPToolDefaultConfig, type MCPToolset,
  type ToolsetMemberConfig,
} from './messages/tools/toolsets.js';
export {
  clientToolUnionSchema, toolUnionSchema, type ClientTool, type ClientToolUnion, type ServerTool, type ToolUnion,
} from './messages/tools/tools.js';
export {
  requestToolAdditionBlockSchema, requestToolRemovalBlockSchema, toolAdditionBlockSchema,
  toolChangeMCPToolReferenceSchema, toolChangeMCPToolsetReferenceSchema, toolChangeToolDefinitionParamSchema,
  toolChangeToolReferenceSchema, toolRemovalBlockSchema, type RequestToolAdditionBlock, type RequestToolRemovalBlock,
  type ToolAdditionBlock, type ToolChangeMCPToolReference, type ToolChangeMCPToolsetReference,
  type ToolChangeToolDefinitionParam, type ToolChangeToolReference, type ToolRemovalBlock,
} from './messages/tools/tool-change.js';
export {
  compactionBlockParamSchema, compactionBlockSchema, compactionConfigSchema, summarizeCompactionSchema,
  type CompactionBlock, type CompactionBlockParam, type CompactionConfig, type SummarizeCompaction,
} from './messages/request/compaction.js';
export {
  containerUploadBlockParamSchema, contentBlockParamSchema, redactedThinkingBlockParamSchema,
  thinkingBlockParamSchema, toolResultBlockParamSchema, toolResultContentBlockParamSchema, toolUseBlockParamSchema,
  type ContainerUploadBlockParam, type ContentBlockParam, type RedactedThinkingBlockParam, type ThinkingBlockParam,
  type ToolResultBlockParam, type ToolResultContentBlockParam, type ToolUseBlockParam,
} from './messages/content/content-param.js';
export {
  containerUploadBlockSchema, contentBlockSchema, redactedThinkingBlockSchema, thinkingBlockSchema,
  toolUseBlockSchema, type ContainerUploadBlock, type ContentBlock, type RedactedThinkingBlock, type ThinkingBlock,
  type ToolUseBlock,
} from './messages/content/content.js';
export {
  containerParamsSchema, containerSchema, containerSkillSchema, messageCreateParamsContainerSchema, skillParamsSchema,
  type Container, type ContainerParams, type ContainerSkill, type MessageCreateParamsContainer, type SkillParams,
} from './messages/request/container.js';
export {
  allThinkingTurnsSchema, clearThinking20251015EditResponseSchema, clearThinking20251015EditSchema,
  clearToolUses20250919EditResponseSchema, clearToolUses20250919EditSchema, compact20260112EditSchema,
  contextManagementConfigSchema, contextManagementResponseSchema, inputTokensClearAtLeastSchema,
  inputTokensTriggerSchema, thinkingTurnsSchema, toolUsesKeepSchema, toolUsesTriggerSchema, type AllThinkingTurns,
  type ClearThinking20251015Edit, type ClearThinking20251015EditResponse, type ClearToolUses20250919Edit,
  type ClearToolUses20250919EditResponse, type Compact20260112Edit, type ContextManagementConfig,
  type ContextManagementEdit, type ContextManagementResponse, type InputTokensClearAtLeast, type InputTokensTrigger,
  type ThinkingTurns, type ToolUsesKeep, type ToolUsesTrigger,
} from './messages/request/context-management.js';
export {
  deletedMessageThreadSchema, messageThreadParamSchema, threadContinueParamsSchema, threadCreateParamsSchema,
  type DeletedMessageThread, type MessageThreadParam, type ThreadContinueParams, type ThreadCreateParams,
} from './messages/request/thread.js';
export {
  cacheMissMessagesChangedSchema, cacheMissModelChangedSchema, cacheMissPreviousMessageNotFoundSchema,
  cacheMissReasonSchema, cacheMissSystemChangedSchema, cacheMissToolsChangedSchema, cacheMissUnavailableSchema,
  diagnosticsParamSchema, diagnosticsSchema, type CacheMissMessagesChanged, type CacheMissModelChanged,
  type CacheMissPreviousMessageNotFound, type CacheMissReason, type CacheMissSystemChanged,
  type CacheMissToolsChanged, type CacheMissUnavailable, type Diagnostics, type DiagnosticsParam,
} from './messages/request/diagnostics.js';
export {
  assistantMessageParamSchema, messageContentParamSchema, messageParamSchema, systemMessageOutputConfigSchema,
  systemMessageParamSchema, userMessageParamSchema, type AssistantMessageParam, type MessageContentParam,
  type MessageParam, type SystemContentBlockParam, type SystemMessageOutputConfig, type SystemMessageParam,
  type UserMessageParam,
} from './messages/request/message-param.js';
export {
  billingPolicySchema, maxMessages, messageCreateParamsSchema, metadataSchema, type BillingPolicy,
  type MessageCreateParams, type Metadata,
} from './messages/request/request.js';
export {
  advisorMessageIterationUsageSchema, cacheCreationSchema, compactionIterationUsageSchema,
  fallbackCreditNotAppliedSchema, fallbackCreditRedeemedSchema, fallbackCreditUsageSchema,
  fallbackMessageIterationUsageSchema, iterationsUsageSchema, messageDeltaUsageSchema, messageIterationUsageSchema,
  outputTokensDetailsSchema, serverToolUsageSchema, usageSchema, type AdvisorMessageIterationUsage,
  type CacheCreation, type CompactionIterationUsage, type FallbackCreditNotApplied, type FallbackCreditRedeemed,
  type FallbackCreditUsage, type FallbackMessageIterationUsage, type IterationsUsage, type MessageDeltaUsage,
  type MessageIterationUsage, type OutputTokensDetails, type ServerToolUsage, type Usage,
} from './messages/response/usage.js';
export {
  inputTransformationSchema, messageSchema, stopReasonSchema, thinkingDroppedInputTransformationSchema,
  thinkingMismatchAllowedInputTransformationSchema, type InputTransformation, type Message, type StopReason,
  type ThinkingDroppedInputTransformation, type ThinkingMismatchAllowedInputTransformation,
} from './messages/response/message.js';
export {
  citationsDeltaSchema, compactionContentBlockDeltaSchema, contentBlockDeltaEventSchema, contentBlockDeltaSchema,
  contentBlockStartEventSchema, contentBlockStopEventSchema, errorEventSchema, inputJSONDeltaSchema,
  messageDeltaEventSchema, messageStartEventSchema, messageStopEventSchema, messageStreamEventSchema, pingEventSchema,
  signatureDeltaSchema, textDeltaSchema, thinkingDeltaSchema, type CitationsDelta, type CompactionContentBlockDelta,
  type ContentBlockDelta, type ContentBlockDeltaEvent, type ContentBlockStartEvent, type ContentBlockStopEvent,
  type ErrorEvent, type InputJSONDelta, type MessageDeltaEvent, type MessageStartEvent, type MessageStopEvent,
  type MessageStreamEvent, type PingEvent, type SignatureDelta, type TextDelta, type ThinkingDelta,
} from './messages/streams/events.js';
export { errorCodes, errorCodesByStatus, errorStatus, type KnownErrorType } from './messages/errors/error-tables.js';
export {
  errorCodeSchema, errorDetailsSchema, errorObjectSchema, errorResponseSchema, errorTypeSchema,
  threadUnsupportedFeatureNameSchema, type ErrorCode, type ErrorDetails, type ErrorObject, type ErrorResponse,
  type ErrorType, type ThreadUnsupportedFeatureName,
} from './messages/errors/errors.js';
export {
  countTokensContextManagementResponseSchema, messageCountTokensParamsSchema, messageTokensCountSchema,
  type CountTokensContextManagementResponse, type MessageCountTokensParams, type MessageTokensCount,
} from './messages/count-tokens.js';
export {
  pageCursorParamsSchema, pageCursorSchema, pageParamsSchema, pageSchema, type Page, type PageCursor,
  type PageCursorParams, type PageParams,
} from './messages/pagination.js';
export {
  batchCreateParamsSchema, batchRequestSchema, deletedMessageBatchSchema, messageBatchCanceledResultSchema,
  messageBatchErroredResultSchema, messageBatchesPageSchema, messageBatchExpiredResultSchema,
  messageBatchIndividualResponseSchema, messageBatchRequestCountsSchema, messageBatchResultSchema, messageBatchSchema,
  messageBatchSucceededResultSchema, type BatchCreateParams, type BatchRequest, type DeletedMessageBatch,
  type MessageBatch, type MessageBatchCanceledResult, type MessageBatchErroredResult, type MessageBatchesPage,
  type MessageBatchExpiredResult, type MessageBatchIndividualResponse, type MessageBatchRequestCounts,
  type MessageBatchResult, type MessageBatchSucceededResult,
} from './messages/batches.js';
export {
  capabilitySupportSchema, contextManagementCapabilitySchema, effortCapabilitySchema, modelCapabilitiesSchema,
  modelInfoSchema, modelInfosPageSchema, serverToolsCapabilitySchema, thinkingCapabilitySchema, thinkingTypesSchema,
  type CapabilitySupport, type ContextManagementCapability, type EffortCapability, type ModelCapabilities,
  type ModelInfo, type ModelInfosPage, type ServerToolsCapability, type ThinkingCapability, type ThinkingTypes,
} from './messages/models.js';
export {
  deletedFileSchema, fileMetadataPageCursorSchema, fileMetadataSchema, fileUploadParamsSchema, type DeletedFile,
  type FileMetadata, type FileMetadataPageCursor, type FileUploadParams,
} from './messages/files.js';
export { type GrammarRule } from './messages/grammar/grammar-rule.js';
export { GrammarError } from './schema/grammar-error.js';
export { checkMessageStream, MessageGrammar } from './messages/grammar/message-grammar.js';
export {
  accumulateMessage, accumulateMessages, beginMessage, type AccumulatedMessage, type MessageAccumulation,
} from './messages/streams/accumulate-message.js';
export { messageEvents } from './messages/streams/message-events.js';
export { AccumulationError } from './schema/accumulation-error.js';
export type * from './messages/shapes.js';
