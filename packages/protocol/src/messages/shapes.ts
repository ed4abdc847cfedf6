// The shapes of nested schemas. They are named so that declaration files contain the name, in this package and in packages
// that build on a schema; see "The types that users see" in CONTRIBUTING.md.
export type {
  BatchCreateParamsShape,
  BatchRequestShape,
  MessageBatchErroredResultShape,
  MessageBatchIndividualResponseShape,
  MessageBatchRequestCountsShape,
  MessageBatchShape,
} from './batches.js';
export type { ServerToolCaller20260120Shape, ServerToolCallerShape } from './caller.js';
export type {
  AdvisorRedactedResultBlockShape,
  AdvisorResultBlockShape,
  AdvisorToolResultBlockParamShape,
  AdvisorToolResultBlockShape,
} from './content/advisor-content.js';
export type {
  BrowserStateBlockParamShape,
  BrowserStateChangeDownloadCompletedShape,
  BrowserStateChangeDownloadFailedShape,
  BrowserStateChangeDownloadStartedShape,
  BrowserStateChangeTabOpenedShape,
  BrowserStateTabEntryShape,
} from './content/browser-state.js';
export type {
  CitationCharLocationParamShape,
  CitationCharLocationShape,
  CitationContentBlockLocationParamShape,
  CitationContentBlockLocationShape,
  CitationPageLocationParamShape,
  CitationPageLocationShape,
  CitationsConfigParamShape,
  CitationsSearchResultLocationShape,
  CitationsWebSearchResultLocationShape,
} from './content/citations.js';
export type {
  BashCodeExecutionResultBlockShape,
  BashCodeExecutionToolResultBlockParamShape,
  BashCodeExecutionToolResultBlockShape,
  CodeExecutionResultBlockShape,
  CodeExecutionToolResultBlockParamShape,
  CodeExecutionToolResultBlockShape,
  EncryptedCodeExecutionResultBlockShape,
} from './content/code-execution-content.js';
export type {
  ContainerUploadBlockParamShape,
  RedactedThinkingBlockParamShape,
  ThinkingBlockParamShape,
  ToolResultBlockParamShape,
  ToolUseBlockParamShape,
} from './content/content-param.js';
export type { RedactedThinkingBlockShape, ThinkingBlockShape, ToolUseBlockShape } from './content/content.js';
export type {
  ContentBlockSourceShape,
  DocumentBlockParamShape,
  SearchResultBlockParamShape,
} from './content/document-param.js';
export type {
  MCPToolListingBlockShape,
  MCPToolResultBlockShape,
  MCPToolShape,
  MCPToolUseBlockParamShape,
  MCPToolUseBlockShape,
  RequestMCPServerToolConfigurationShape,
  RequestMCPServerURLDefinitionShape,
  RequestMCPToolResultBlockParamShape,
} from './content/mcp-content.js';
export type { ServerToolUseBlockParamShape, ServerToolUseBlockShape } from './content/server-tool-use.js';
export type {
  Base64ImageSourceShape,
  Base64PDFSourceShape,
  PlainTextSourceShape,
  URLImageSourceShape,
} from './content/sources.js';
export type {
  ImageBlockParamShape,
  ImageTransformationsParamShape,
  TextBlockParamShape,
} from './content/text-and-image-param.js';
export type { TextBlockShape } from './content/text-block.js';
export type {
  TextEditorCodeExecutionCreateResultBlockShape,
  TextEditorCodeExecutionStrReplaceResultBlockShape,
  TextEditorCodeExecutionToolResultBlockParamShape,
  TextEditorCodeExecutionToolResultBlockShape,
  TextEditorCodeExecutionToolResultErrorObjectShape,
  TextEditorCodeExecutionViewResultBlockShape,
} from './content/text-editor-content.js';
export type {
  ToolReferenceBlockParamShape,
  ToolReferenceBlockShape,
  ToolSearchToolResultBlockParamShape,
  ToolSearchToolResultBlockShape,
  ToolSearchToolResultErrorObjectShape,
  ToolSearchToolSearchResultBlockShape,
} from './content/tool-search-content.js';
export type {
  DocumentBlockShape,
  WebFetchBlockParamShape,
  WebFetchBlockShape,
  WebFetchToolResultBlockParamShape,
  WebFetchToolResultBlockShape,
} from './content/web-fetch-content.js';
export type {
  WebSearchResultBlockShape,
  WebSearchToolResultBlockParamShape,
  WebSearchToolResultBlockShape,
} from './content/web-search-content.js';
export type { CountTokensContextManagementResponseShape, MessageTokensCountShape } from './count-tokens.js';
export type { ErrorDetailsShape, ErrorObjectShape, ErrorResponseShape } from './errors/errors.js';
export type {
  ContextManagementCapabilityShape,
  EffortCapabilityShape,
  ModelCapabilitiesShape,
  ModelInfoShape,
  ServerToolsCapabilityShape,
  ThinkingCapabilityShape,
} from './models.js';
export type { PageCursorParamsShape, PageCursorShape, PageParamsShape, PageShape } from './pagination.js';
export type { CacheControlEphemeralShape } from './request/cache-control.js';
export type {
  CompactionBlockParamShape,
  CompactionBlockShape,
  SummarizeCompactionShape,
} from './request/compaction.js';
export type {
  ContainerParamsShape,
  ContainerShape,
  ContainerSkillShape,
  SkillParamsShape,
} from './request/container.js';
export type {
  ClearThinking20251015EditResponseShape,
  ClearThinking20251015EditShape,
  ClearToolUses20250919EditResponseShape,
  ClearToolUses20250919EditShape,
  Compact20260112EditShape,
  ContextManagementConfigShape,
  ContextManagementResponseShape,
  InputTokensTriggerShape,
  ThinkingTurnsShape,
  ToolUsesTriggerShape,
} from './request/context-management.js';
export type {
  CacheMissMessagesChangedShape,
  CacheMissModelChangedShape,
  CacheMissSystemChangedShape,
  CacheMissToolsChangedShape,
  DiagnosticsParamShape,
  DiagnosticsShape,
} from './request/diagnostics.js';
export type {
  AssistantMessageParamShape,
  SystemMessageOutputConfigShape,
  SystemMessageParamShape,
  UserMessageParamShape,
} from './request/message-param.js';
export type { JSONOutputFormatShape, OutputConfigShape, TokenTaskBudgetShape } from './request/output-config.js';
export type { BillingPolicyShape, MessageCreateParamsShape, MetadataShape, PromptShape } from './request/request.js';
export type {
  ThinkingBlockBindingShape,
  ThinkingConfigAdaptiveShape,
  ThinkingConfigEnabledShape,
} from './request/thinking.js';
export type { DeletedMessageThreadShape, ThreadContinueParamsShape } from './request/thread.js';
export type {
  FallbackBlockParamShape,
  FallbackBlockShape,
  FallbackCreditTokenParamShape,
  FallbackParamShape,
  FallbackRefusalTriggerShape,
} from './response/fallback.js';
export type {
  MessageShape,
  StopShape,
  ThinkingDroppedInputTransformationShape,
  ThinkingMismatchAllowedInputTransformationShape,
} from './response/message.js';
export type { RefusalStopDetailsShape } from './response/refusal.js';
export type {
  AdvisorMessageIterationUsageShape,
  CacheCreationShape,
  CompactionIterationUsageShape,
  FallbackCreditNotAppliedShape,
  FallbackCreditUsageShape,
  FallbackMessageIterationUsageShape,
  MessageDeltaUsageShape,
  MessageIterationUsageShape,
  OutputTokensDetailsShape,
  UsageShape,
} from './response/usage.js';
export type {
  CompactionContentBlockDeltaShape,
  ContentBlockDeltaEventShape,
  ContentBlockStartEventShape,
  ContentBlockStopEventShape,
  InputJSONDeltaShape,
  MessageDeltaEventShape,
  MessageStartEventShape,
  SignatureDeltaShape,
  TextDeltaShape,
  ThinkingDeltaShape,
} from './streams/events.js';
export type {
  MemoryTool20250818Shape,
  ToolBash20241022Shape,
  ToolBash20250124Shape,
  ToolComputerUse20241022Shape,
  ToolComputerUse20250124Shape,
  ToolComputerUse20251124Shape,
  ToolShape,
  ToolTextEditor20241022Shape,
  ToolTextEditor20250124Shape,
  ToolTextEditor20250429Shape,
  ToolTextEditor20250728Shape,
} from './tools/client-tools.js';
export type {
  AdvisorTool20260301Shape,
  CodeExecutionTool20250522Shape,
  CodeExecutionTool20250825Shape,
  CodeExecutionTool20260120Shape,
  CodeExecutionTool20260521Shape,
  ToolSearchToolBm25_20251119Shape,
  ToolSearchToolRegex20251119Shape,
  UserLocationShape,
  WebFetchTool20250910Shape,
  WebFetchTool20260209Shape,
  WebFetchTool20260309Shape,
  WebFetchTool20260318Shape,
  WebFetchURLSourcesShape,
  WebSearchTool20250305Shape,
  WebSearchTool20260209Shape,
  WebSearchTool20260318Shape,
} from './tools/server-tools.js';
export type {
  RequestToolAdditionBlockShape,
  RequestToolRemovalBlockShape,
  ToolAdditionBlockShape,
  ToolChangeMCPToolReferenceShape,
  ToolChangeMCPToolsetReferenceShape,
  ToolChangeToolDefinitionParamShape,
  ToolChangeToolReferenceShape,
  ToolRemovalBlockShape,
} from './tools/tool-change.js';
export type { ToolChoiceAnyShape, ToolChoiceAutoShape, ToolChoiceToolShape } from './tools/tool-choice.js';
export type {
  BrowserToolset20260801Shape,
  BrowserToolsetConfigsShape,
  ComputerToolset20260801Shape,
  ComputerToolsetConfigsShape,
  MCPToolConfigShape,
  MCPToolsetShape,
  ToolsetMemberConfigShape,
} from './tools/toolsets.js';
