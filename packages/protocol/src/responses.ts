// The responses dialect: schemas, types, the order grammar of its streams and the accumulator of its responses.
export { accessProgramsParamSchema, accessProgramsSchema } from './responses/request/access-programs.js';
export {
  accumulateResponse,
  accumulateResponses,
  createResponseAccumulation,
  type AccumulatedResponse,
  type ResponseAccumulation,
} from './responses/streams/accumulate-response.js';
export { openingItem } from './responses/streams/item-growth.js';
export { outputItemEvents, responseEvents } from './responses/streams/response-events.js';
export type { KnownResponseEvent } from './responses/events/stream-event.js';
export { AccumulationError } from './schema/accumulation-error.js';
export {
  fileCitationSchema,
  urlCitationSchema,
  containerFileCitationSchema,
  filePathSchema,
  annotationSchema,
  type FileCitation,
  type UrlCitation,
  type ContainerFileCitation,
  type FilePath,
  type Annotation,
} from './responses/response/annotations.js';
export { backgroundOptionsParamSchema, type BackgroundOptionsParam } from './responses/request/background-options.js';
export { callerSchema, allowedCallersSchema, type Caller } from './responses/caller.js';
export {
  searchCommandsSchema,
  maxSearchCommands,
  searchParamsSchema,
  searchResponseSchema,
  searchSettingsSchema,
  type SearchCommands,
  type SearchParams,
  type SearchResponse,
  type SearchSettings,
} from './responses/standalone-search.js';
export {
  responseCompactParamsSchema,
  compactedResponseSchema,
  type ResponseCompactParams,
  type CompactedResponse,
} from './responses/compact.js';
export {
  textContentSchema,
  computerScreenshotContentSchema,
  conversationMessageSchema,
  conversationItemSchema,
  conversationItemListSchema,
  conversationSchema,
  conversationCreateParamsSchema,
  conversationUpdateParamsSchema,
  itemCreateParamsSchema,
  conversationDeletedResourceSchema,
  type TextContent,
  type ComputerScreenshotContent,
  type ConversationMessage,
  type ConversationItem,
  type ConversationItemList,
  type Conversation,
  type ConversationCreateParams,
  type ConversationUpdateParams,
  type ItemCreateParams,
  type ConversationDeletedResource,
} from './responses/conversations.js';
export {
  createEmbeddingResponseSchema,
  embeddingCreateParamsSchema,
  embeddingInputSchema,
  embeddingSchema,
  maxEmbeddingInputs,
  retrievalUsageSchema,
  type CreateEmbeddingResponse,
  type Embedding,
  type EmbeddingCreateParams,
  type EmbeddingInputParam,
  type RetrievalUsage,
} from './responses/embeddings.js';
export {
  maxRerankDocuments,
  rerankDocumentSchema,
  rerankParamsSchema,
  rerankResponseSchema,
  rerankResultSchema,
  type RerankDocument,
  type RerankParams,
  type RerankResponse,
  type RerankResult,
} from './responses/rerank.js';
export {
  errorTypes,
  errorKinds,
  findErrorKind,
  type ErrorType,
  type ErrorKind,
} from './responses/errors/error-kinds.js';
export { findFailureStatus } from './responses/errors/failure-statuses.js';
export { errorObjectSchema, errorBodySchema, type ErrorObject, type ErrorBody } from './responses/errors/errors.js';
export { responseIncludableSchema } from './responses/request/include.js';
export {
  promptCacheBreakpointSchema,
  imageDetailSchema,
  responseInputTextSchema,
  responseInputImageSchema,
  responseInputFileSchema,
  responseInputAudioSchema,
  responseInputContentSchema,
  toolOutputSchema,
  type PromptCacheBreakpoint,
  type ImageDetail,
  type ResponseInputText,
  type ResponseInputImage,
  type ResponseInputFile,
  type ResponseInputAudio,
  type ResponseInputContent,
  type ToolOutput,
} from './responses/request/input-content.js';
export {
  inputTokenCountParamsSchema,
  inputTokenCountResponseSchema,
  type InputTokenCountParams,
  type InputTokenCountResponse,
} from './responses/input-tokens.js';
export { itemStatusSchema, type ItemStatus } from './responses/item-status.js';
export { jsonSchemaSchema, type JsonSchema } from './responses/request/json-schema.js';
export {
  containerCreateParamsSchema,
  containerDeletedSchema,
  containerFileCreateParamsSchema,
  containerFileDeletedSchema,
  containerFileObjectSchema,
  containerFileObjectsPageSchema,
  containerObjectSchema,
  containerObjectsPageSchema,
  type ContainerCreateParams,
  type ContainerDeleted,
  type ContainerFileCreateParams,
  type ContainerFileDeleted,
  type ContainerFileObject,
  type ContainerFileObjectsPage,
  type ContainerObject,
  type ContainerObjectsPage,
} from './responses/containers.js';
export {
  filePurposes,
  filePurposeSchema,
  fileObjectSchema,
  fileObjectsPageSchema,
  fileDeletedSchema,
  fileCreateParamsSchema,
  fileListParamsSchema,
  type FilePurpose,
  type FileObject,
  type FileObjectsPage,
  type FileDeleted,
  type FileCreateParams,
  type FileListParams,
} from './responses/files.js';
export {
  listParamsSchema,
  createListSchema,
  responseItemListSchema,
  type ListParams,
  type ResponseItemList,
} from './responses/lists.js';
export {
  chunkLengthLimits,
  staticFileChunkingStrategySchema,
  fileChunkingStrategyParamSchema,
  fileChunkingStrategySchema,
  vectorStoreFileCountsSchema,
  vectorStoreExpiresAfterSchema,
  vectorStoreSchema,
  vectorStoresPageSchema,
  vectorStoreDeletedSchema,
  vectorStoreCreateParamsSchema,
  vectorStoreUpdateParamsSchema,
  vectorStoreListParamsSchema,
  type StaticFileChunkingStrategy,
  type FileChunkingStrategyParam,
  type FileChunkingStrategy,
  type VectorStoreFileCounts,
  type VectorStoreExpiresAfter,
  type VectorStore,
  type VectorStoresPage,
  type VectorStoreDeleted,
  type VectorStoreCreateParams,
  type VectorStoreUpdateParams,
  type VectorStoreListParams,
} from './responses/vector-stores.js';
export {
  fileAttributeLimits,
  maxFilesPerBatch,
  fileAttributesSchema,
  vectorStoreFileErrorSchema,
  vectorStoreFileSchema,
  vectorStoreFilesPageSchema,
  vectorStoreFileDeletedSchema,
  vectorStoreFileCreateParamsSchema,
  vectorStoreFileUpdateParamsSchema,
  vectorStoreFileContentSchema,
  vectorStoreFileContentPageSchema,
  fileBatchCreateParamsSchema,
  vectorStoreFileBatchSchema,
  type FileAttributes,
  type VectorStoreFileError,
  type VectorStoreFile,
  type VectorStoreFilesPage,
  type VectorStoreFileDeleted,
  type VectorStoreFileCreateParams,
  type VectorStoreFileUpdateParams,
  type VectorStoreFileContent,
  type VectorStoreFileContentPage,
  type FileBatchCreateParams,
  type VectorStoreFileBatch,
} from './responses/vector-store-files.js';
export {
  maxQueriesPerSearch,
  maxQueryLength,
  vectorStoreSearchParamsSchema,
  vectorStoreSearchResponseSchema,
  vectorStoreSearchResultsPageSchema,
  type VectorStoreSearchParams,
  type VectorStoreSearchResponse,
  type VectorStoreSearchResultsPage,
} from './responses/vector-store-search.js';
export {
  topLogprobSchema,
  logprobSchema,
  streamLogprobSchema,
  type TopLogprob,
  type Logprob,
  type StreamLogprob,
} from './responses/response/logprobs.js';
export { hasProtoMetadataKey, metadataLimits, metadataSchema, type Metadata } from './responses/request/metadata.js';
export { modelSchema, modelListSchema, type Model, type ModelList } from './responses/models.js';
export {
  moderationParamSchema,
  moderationVerdictSchema,
  moderationSchema,
  type ModerationParam,
  type ModerationVerdict,
  type Moderation,
} from './responses/request/moderation.js';
export {
  responseOutputTextSchema,
  replayedOutputTextSchema,
  responseOutputRefusalSchema,
  reasoningTextSchema,
  summaryTextSchema,
  reasoningContentSchema,
  reasoningSummarySchema,
  responseOutputContentSchema,
  type ResponseOutputText,
  type ReplayedOutputText,
  type ResponseOutputRefusal,
  type ReasoningText,
  type SummaryText,
  type ReasoningContent,
  type ReasoningSummary,
  type ResponseOutputContent,
} from './responses/response/output-content.js';
export { inputTransformationSchema, type InputTransformation } from './responses/response/input-transformation.js';
export {
  promptCacheDiagnosticsSchema,
  type PromptCacheDiagnostics,
} from './responses/response/prompt-cache-diagnostics.js';
export {
  promptCacheRetentionSchema,
  promptCacheOptionsParamSchema,
  promptCacheOptionsSchema,
  type PromptCacheOptionsParam,
  type PromptCacheOptions,
} from './responses/request/prompt-cache.js';
export { responsePromptSchema, type ResponsePrompt } from './responses/request/prompt.js';
export {
  reasoningEffortSchema,
  reasoningSchema,
  type ReasoningEffort,
  type Reasoning,
} from './responses/request/reasoning-config.js';
export {
  conversationParamSchema,
  truncationSchema,
  contextManagementSchema,
  responseCreateParamsSchema,
  responseRetrieveParamsSchema,
  type ConversationParam,
  type Truncation,
  type ContextManagement,
  type ResponseCreateParams,
  type ResponseRetrieveParams,
} from './responses/request/request.js';
export {
  misalignmentSchema,
  responseErrorCodes,
  responseErrorSchema,
  type Misalignment,
  type ResponseError,
} from './responses/response/response-error.js';
export { ResponseGrammar, checkResponseStream } from './responses/grammar/response-grammar.js';
export {
  responseStatusSchema,
  incompleteDetailsSchema,
  responseKeys,
  responseSchema,
  responseDeletedSchema,
  type ResponseStatus,
  type IncompleteDetails,
  type Response,
  type ResponseDeleted,
} from './responses/response/response.js';
export { serviceTierSchema, type ServiceTier } from './responses/request/service-tier.js';
export {
  responseFormatTextSchema,
  responseFormatJsonObjectSchema,
  responseFormatTextJsonSchemaConfigSchema,
  responseFormatTextConfigSchema,
  responseTextConfigSchema,
  type ResponseFormatTextJsonSchemaConfig,
  type ResponseFormatTextConfig,
  type ResponseTextConfig,
} from './responses/request/text-config.js';
export { toolUsageSchema, type ToolUsage } from './responses/response/tool-usage.js';
export {
  inputTokensDetailsSchema,
  outputTokensDetailsSchema,
  inputOutputUsageSchema,
  promptCompletionUsageSchema,
  responseUsageSchema,
  type InputTokensDetails,
  type OutputTokensDetails,
  type InputOutputUsage,
  type PromptCompletionUsage,
  type ResponseUsage,
} from './responses/response/usage.js';
export { responseWebhookEventSchema, type ResponseWebhookEvent } from './responses/webhooks.js';
export {
  responseCreateFrameSchema,
  responseSteerInputSchema,
  responseSteerEventSchema,
  responsesClientEventSchema,
  responseSteerAcceptedEventSchema,
  responseSteerRequiredInputSchema,
  responseSteerPendingEventSchema,
  responseSteerFailedEventSchema,
  responseWebSocketErrorSchema,
  responsesServerEventSchema,
  type ResponseCreateFrame,
  type ResponseSteerInput,
  type ResponseSteerEvent,
  type ResponsesClientEvent,
  type ResponseSteerAcceptedEvent,
  type ResponseSteerRequiredInput,
  type ResponseSteerPendingEvent,
  type ResponseSteerFailedEvent,
  type ResponseWebSocketError,
  type ResponsesServerEvent,
} from './responses/websocket.js';
export { codeInterpreterToolSchema, type CodeInterpreterTool } from './responses/tools/code-interpreter-tool.js';
export {
  computerToolSchema,
  computerUsePreviewToolSchema,
  type ComputerTool,
  type ComputerUsePreviewTool,
} from './responses/tools/computer-tools.js';
export {
  containerNetworkPolicySchema,
  skillSchema,
  containerAutoSchema,
  codeInterpreterAutoSchema,
  localEnvironmentSchema,
  containerReferenceSchema,
  shellEnvironmentSchema,
  type ContainerNetworkPolicy,
  type Skill,
  type ContainerAuto,
  type CodeInterpreterAuto,
  type LocalEnvironment,
  type ContainerReference,
  type ShellEnvironment,
} from './responses/tools/container.js';
export {
  customToolInputFormatSchema,
  customToolSchema,
  type CustomToolInputFormat,
  type CustomTool,
} from './responses/tools/custom-tool.js';
export {
  comparisonFilterSchema,
  compoundFilterSchema,
  rankingOptionsSchema,
  fileSearchToolSchema,
  type ComparisonFilter,
  type CompoundFilter,
  type FileSearchTool,
} from './responses/tools/file-search-tool.js';
export { functionToolSchema, type FunctionTool } from './responses/tools/function-tool.js';
export { imageGenerationToolSchema, type ImageGenerationTool } from './responses/tools/image-generation-tool.js';
export {
  mcpToolFilterSchema,
  mcpToolApprovalFilterSchema,
  mcpToolSchema,
  type McpToolFilter,
  type McpToolApprovalFilter,
  type McpTool,
} from './responses/tools/mcp-tool.js';
export { namespaceToolSchema, type NamespaceTool } from './responses/tools/namespace-tool.js';
export {
  localShellToolSchema,
  functionShellToolSchema,
  applyPatchToolSchema,
  type LocalShellTool,
  type FunctionShellTool,
  type ApplyPatchTool,
} from './responses/tools/shell-tools.js';
export {
  toolChoiceOptionsSchema,
  toolChoiceAllowedSchema,
  toolChoiceFunctionSchema,
  toolChoiceCustomSchema,
  toolChoiceMcpSchema,
  toolChoiceTypesSchema,
  toolChoiceSchema,
  type ToolChoiceOptions,
  type ToolChoiceAllowed,
  type ToolChoiceFunction,
  type ToolChoiceCustom,
  type ToolChoiceMcp,
  type ToolChoiceTypes,
  type ToolChoice,
} from './responses/tools/tool-choice.js';
export {
  toolSearchToolSchema,
  programmaticToolCallingSchema,
  type ToolSearchTool,
} from './responses/tools/tool-search-tool.js';
export { toolSchema, type Tool } from './responses/tools/tool.js';
export {
  userLocationSchema,
  webSearchToolSchema,
  webSearchPreviewToolSchema,
  type UserLocation,
  type WebSearchTool,
  type WebSearchPreviewTool,
} from './responses/tools/web-search-tools.js';
export {
  patchOperationSchema,
  applyPatchCallSchema,
  responseApplyPatchToolCallSchema,
  applyPatchCallOutputSchema,
  responseApplyPatchToolCallOutputSchema,
  type PatchOperation,
  type ApplyPatchCall,
  type ResponseApplyPatchToolCall,
  type ApplyPatchCallOutput,
  type ResponseApplyPatchToolCallOutput,
} from './responses/items/apply-patch-items.js';
export {
  codeInterpreterOutputSchema,
  responseCodeInterpreterToolCallSchema,
  responseCodeInterpreterToolCallParamSchema,
  type CodeInterpreterOutput,
  type ResponseCodeInterpreterToolCall,
  type ResponseCodeInterpreterToolCallParam,
} from './responses/items/code-interpreter-item.js';
export {
  responseCompactionItemSchema,
  responseCompactionItemParamSchema,
  compactionTriggerSchema,
  type ResponseCompactionItem,
  type ResponseCompactionItemParam,
  type CompactionTrigger,
} from './responses/items/compaction-items.js';
export { computerActionSchema, type ComputerAction } from './responses/items/computer-action.js';
export {
  safetyCheckSchema,
  responseComputerToolCallSchema,
  responseComputerToolCallOutputScreenshotSchema,
  computerCallSchema,
  computerCallOutputSchema,
  responseComputerToolCallOutputItemSchema,
  type SafetyCheck,
  type ComputerCall,
  type ResponseComputerToolCall,
  type ResponseComputerToolCallOutputScreenshot,
  type ComputerCallOutput,
  type ResponseComputerToolCallOutputItem,
} from './responses/items/computer-items.js';
export {
  additionalToolsParamSchema,
  storedRoleSchema,
  additionalToolsSchema,
  responseConfigurationUpdateItemParamSchema,
  responseConfigurationUpdateItemSchema,
  type AdditionalToolsParam,
  type StoredRole,
  type AdditionalTools,
  type ResponseConfigurationUpdateItemParam,
  type ResponseConfigurationUpdateItem,
} from './responses/items/configuration-items.js';
export {
  responseCustomToolCallSchema,
  responseCustomToolCallParamSchema,
  responseCustomToolCallItemSchema,
  responseCustomToolCallOutputSchema,
  responseCustomToolCallOutputItemSchema,
  type ResponseCustomToolCall,
  type ResponseCustomToolCallParam,
  type ResponseCustomToolCallItem,
  type ResponseCustomToolCallOutput,
  type ResponseCustomToolCallOutputItem,
} from './responses/items/custom-tool-items.js';
export {
  responseFunctionToolCallSchema,
  responseFunctionToolCallParamSchema,
  responseFunctionToolCallItemSchema,
  functionCallOutputSchema,
  responseFunctionToolCallOutputItemSchema,
  type ResponseFunctionToolCall,
  type ResponseFunctionToolCallParam,
  type ResponseFunctionToolCallItem,
  type FunctionCallOutput,
  type ResponseFunctionToolCallOutputItem,
} from './responses/items/function-call-items.js';
export {
  imageGenerationErrorSchema,
  imageGenerationCallSchema,
  imageGenerationCallParamSchema,
  type ImageGenerationError,
  type ImageGenerationCall,
  type ImageGenerationCallParam,
} from './responses/items/image-generation-item.js';
export {
  responseInputItemSchema,
  responseInputSchema,
  type ResponseInputItem,
  type ResponseInput,
} from './responses/items/input-item.js';
export {
  itemReferenceSchema,
  typelessItemReferenceSchema,
  type ItemReference,
  type TypelessItemReference,
} from './responses/items/item-reference.js';
export { responseItemSchema, type ResponseItem } from './responses/items/listed-item.js';
export {
  localShellCallSchema,
  localShellCallParamSchema,
  localShellCallOutputSchema,
  localShellCallOutputParamSchema,
  type LocalShellCall,
  type LocalShellCallParam,
  type LocalShellCallOutput,
  type LocalShellCallOutputParam,
} from './responses/items/local-shell-items.js';
export {
  mcpToolCallErrorSchema,
  mcpCallSchema,
  mcpCallParamSchema,
  mcpListToolsSchema,
  mcpListToolsParamSchema,
  mcpApprovalRequestSchema,
  mcpApprovalResponseParamSchema,
  mcpApprovalResponseSchema,
  type McpToolCallError,
  type McpCall,
  type McpCallParam,
  type McpListTools,
  type McpListToolsParam,
  type McpApprovalRequest,
  type McpApprovalResponseParam,
  type McpApprovalResponse,
} from './responses/items/mcp-items.js';
export {
  messagePhaseSchema,
  messageContentSchema,
  responseInputMessageSchema,
  responseMessageItemSchema,
  responseOutputMessageSchema,
  type MessagePhase,
  type MessageContent,
  type ResponseInputMessage,
  type ResponseMessageItem,
  type ResponseOutputMessage,
} from './responses/items/message-items.js';
export { normalizeInputItem, type NormalizedInputItem } from './responses/items/normalize-input-item.js';
export { responseOutputItemSchema, type ResponseOutputItem } from './responses/items/output-item.js';
export {
  programSchema,
  programOutputSchema,
  type Program,
  type ProgramOutput,
} from './responses/items/program-items.js';
export {
  responseReasoningItemSchema,
  responseReasoningItemParamSchema,
  type ResponseReasoningItem,
  type ResponseReasoningItemParam,
} from './responses/items/reasoning-item.js';
export {
  fileSearchResultSchema,
  responseFileSearchToolCallSchema,
  responseFileSearchToolCallParamSchema,
  webSearchActionSchema,
  responseFunctionWebSearchSchema,
  responseFunctionWebSearchParamSchema,
  type FileSearchResult,
  type ResponseFileSearchToolCall,
  type ResponseFileSearchToolCallParam,
  type WebSearchAction,
  type ResponseFunctionWebSearch,
  type ResponseFunctionWebSearchParam,
} from './responses/items/search-items.js';
export {
  shellOutcomeSchema,
  shellOutputContentSchema,
  shellCallSchema,
  responseFunctionShellToolCallSchema,
  shellCallOutputSchema,
  responseFunctionShellToolCallOutputSchema,
  type ShellOutcome,
  type ShellOutputContent,
  type ShellCall,
  type ResponseFunctionShellToolCall,
  type ShellCallOutput,
  type ResponseFunctionShellToolCallOutput,
} from './responses/items/shell-items.js';
export {
  toolSearchCallSchema,
  responseToolSearchCallSchema,
  responseToolSearchOutputItemParamSchema,
  responseToolSearchOutputItemSchema,
  type ToolSearchCall,
  type ResponseToolSearchCall,
  type ResponseToolSearchOutputItemParam,
  type ResponseToolSearchOutputItem,
} from './responses/items/tool-search-items.js';
export {
  responseAudioDeltaEventSchema,
  responseAudioDoneEventSchema,
  responseAudioTranscriptDeltaEventSchema,
  responseAudioTranscriptDoneEventSchema,
  type ResponseAudioDeltaEvent,
  type ResponseAudioDoneEvent,
  type ResponseAudioTranscriptDeltaEvent,
  type ResponseAudioTranscriptDoneEvent,
} from './responses/events/audio-events.js';
export {
  responseFunctionCallArgumentsDeltaEventSchema,
  responseFunctionCallArgumentsDoneEventSchema,
  responseCustomToolCallInputDeltaEventSchema,
  responseCustomToolCallInputDoneEventSchema,
  responseMcpCallArgumentsDeltaEventSchema,
  responseMcpCallArgumentsDoneEventSchema,
  type ResponseFunctionCallArgumentsDeltaEvent,
  type ResponseFunctionCallArgumentsDoneEvent,
  type ResponseCustomToolCallInputDeltaEvent,
  type ResponseCustomToolCallInputDoneEvent,
  type ResponseMcpCallArgumentsDeltaEvent,
  type ResponseMcpCallArgumentsDoneEvent,
} from './responses/events/call-events.js';
export {
  responseCodeInterpreterCallInProgressEventSchema,
  responseCodeInterpreterCallInterpretingEventSchema,
  responseCodeInterpreterCallCompletedEventSchema,
  responseFileSearchCallInProgressEventSchema,
  responseFileSearchCallSearchingEventSchema,
  responseFileSearchCallCompletedEventSchema,
  responseWebSearchCallInProgressEventSchema,
  responseWebSearchCallSearchingEventSchema,
  responseWebSearchCallCompletedEventSchema,
  responseImageGenCallInProgressEventSchema,
  responseImageGenCallGeneratingEventSchema,
  responseImageGenCallCompletedEventSchema,
  responseMcpCallInProgressEventSchema,
  responseMcpCallCompletedEventSchema,
  responseMcpCallFailedEventSchema,
  responseMcpListToolsInProgressEventSchema,
  responseMcpListToolsCompletedEventSchema,
  responseMcpListToolsFailedEventSchema,
  responseCompactionCompactingEventSchema,
  responseCodeInterpreterCallCodeDeltaEventSchema,
  responseCodeInterpreterCallCodeDoneEventSchema,
  responseImageGenCallPartialImageEventSchema,
  type ResponseCodeInterpreterCallInProgressEvent,
  type ResponseCodeInterpreterCallInterpretingEvent,
  type ResponseCodeInterpreterCallCompletedEvent,
  type ResponseFileSearchCallInProgressEvent,
  type ResponseFileSearchCallSearchingEvent,
  type ResponseFileSearchCallCompletedEvent,
  type ResponseWebSearchCallInProgressEvent,
  type ResponseWebSearchCallSearchingEvent,
  type ResponseWebSearchCallCompletedEvent,
  type ResponseImageGenCallInProgressEvent,
  type ResponseImageGenCallGeneratingEvent,
  type ResponseImageGenCallCompletedEvent,
  type ResponseMcpCallInProgressEvent,
  type ResponseMcpCallCompletedEvent,
  type ResponseMcpCallFailedEvent,
  type ResponseMcpListToolsInProgressEvent,
  type ResponseMcpListToolsCompletedEvent,
  type ResponseMcpListToolsFailedEvent,
  type ResponseCompactionCompactingEvent,
  type ResponseCodeInterpreterCallCodeDeltaEvent,
  type ResponseCodeInterpreterCallCodeDoneEvent,
  type ResponseImageGenCallPartialImageEvent,
} from './responses/events/hosted-tool-events.js';
export {
  responseOutputItemAddedEventSchema,
  responseOutputItemDoneEventSchema,
  streamedPartSchema,
  responseContentPartAddedEventSchema,
  responseContentPartDoneEventSchema,
  type ResponseOutputItemAddedEvent,
  type ResponseOutputItemDoneEvent,
  type StreamedPart,
  type ResponseContentPartAddedEvent,
  type ResponseContentPartDoneEvent,
} from './responses/events/item-events.js';
export {
  responseCreatedEventSchema,
  responseQueuedEventSchema,
  responseInProgressEventSchema,
  responseCompletedEventSchema,
  responseIncompleteEventSchema,
  responseFailedEventSchema,
  responseErrorEventSchema,
  responseKeepAliveEventSchema,
  type ResponseCreatedEvent,
  type ResponseQueuedEvent,
  type ResponseInProgressEvent,
  type ResponseCompletedEvent,
  type ResponseIncompleteEvent,
  type ResponseFailedEvent,
  type ResponseErrorEvent,
  type ResponseKeepAliveEvent,
} from './responses/events/lifecycle-events.js';
export {
  responseReasoningSummaryPartAddedEventSchema,
  responseReasoningSummaryPartDoneEventSchema,
  responseReasoningSummaryTextDeltaEventSchema,
  responseReasoningSummaryTextDoneEventSchema,
  responseReasoningTextDeltaEventSchema,
  responseReasoningTextDoneEventSchema,
  type ResponseReasoningSummaryPartAddedEvent,
  type ResponseReasoningSummaryPartDoneEvent,
  type ResponseReasoningSummaryTextDeltaEvent,
  type ResponseReasoningSummaryTextDoneEvent,
  type ResponseReasoningTextDeltaEvent,
  type ResponseReasoningTextDoneEvent,
} from './responses/events/reasoning-events.js';
export {
  responseShellCallCommandAddedEventSchema,
  responseShellCallCommandDeltaEventSchema,
  responseShellCallCommandDoneEventSchema,
  responseShellCallOutputContentDeltaEventSchema,
  responseShellCallOutputContentDoneEventSchema,
  type ResponseShellCallCommandAddedEvent,
  type ResponseShellCallCommandDeltaEvent,
  type ResponseShellCallCommandDoneEvent,
  type ResponseShellCallOutputContentDeltaEvent,
  type ResponseShellCallOutputContentDoneEvent,
} from './responses/events/shell-events.js';
export { responseStreamEventSchema, type ResponseStreamEvent } from './responses/events/stream-event.js';
export {
  responseTextDeltaEventSchema,
  responseTextDoneEventSchema,
  responseRefusalDeltaEventSchema,
  responseRefusalDoneEventSchema,
  responseOutputTextAnnotationAddedEventSchema,
  type ResponseTextDeltaEvent,
  type ResponseTextDoneEvent,
  type ResponseRefusalDeltaEvent,
  type ResponseRefusalDoneEvent,
  type ResponseOutputTextAnnotationAddedEvent,
} from './responses/events/text-events.js';
export { GrammarError } from './schema/grammar-error.js';
export type * from './responses/shapes.js';
