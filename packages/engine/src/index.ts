export { JobRun } from './background/job-run.js';
export { JobRunner, type JobRunnerOptions } from './background/job-runner.js';
export { defaultJobSettings, type JobSettings } from './background/job-settings.js';
export { planAttempt } from './background/plan-attempt.js';
export { readTurnLog, visitTurnLog } from './background/read-turn-log.js';
export { runTurnJob, type TurnJob } from './background/run-turn-job.js';
export { YieldTimer } from './concurrency/yield-timer.js';
export { ConnectionSlots } from './concurrency/connection-slots.js';
export { PendingConnections } from './concurrency/pending-connections.js';
export { joinChunks, runInSlices, runNow, runYielding, toUtf8Chunks, type Steps } from './concurrency/steps.js';
export { RetryBudget } from './concurrency/retry-budget.js';
export { IntrusiveSet, type SetMember } from './concurrency/intrusive-set.js';
export { untilAborted } from './concurrency/until-aborted.js';
export { cancelled } from './errors/cancelled.js';
export { CannotCount } from './errors/cannot-count.js';
export { DamagedContentError } from './errors/damaged-content-error.js';
export {
  EngineError,
  errorCodes,
  toEngineError,
  unforeseenErrorMessage,
  type EngineErrorOptions,
  type ErrorCode,
} from './errors/engine-error.js';
export { capabilityTokens, type CapabilityToken, type ForwardedError } from './errors/forwarded-error.js';
export { ModelLoadError } from './errors/model-load-error.js';
export { notAnObject } from './errors/not-an-object.js';
export { readRetryAfter, retryAfterIn } from './errors/retry-after.js';
export { originOf, setOriginalPart } from './model/original-part.js';
export { documentText } from './text/document-text.js';
export { shuttingDown } from './errors/shutting-down.js';
export { mayLoseDigits, parseExactly } from './json/exact-json.js';
export { randomBlocks } from './identity/random-blocks.js';
export { isObjectText } from './json/is-object-text.js';
export { isLongJson, jsonChunks, textChunks } from './json/json-chunks.js';
export { isExactNumber, isList, isObject, type JsonObject, type JsonValue } from './json/json-value.js';
export { nestsDeeper } from './json/nests-deeper.js';
export { arrayOf, asObject, asText, countOf, listOf, memberOf, objectOf, textOf } from './json/read-json.js';
export { repairJsonParse, parsePlainNames } from './json/sound-json-parse.js';
export { excludeSummaryUsage, summaryUsage } from './model/summary-usage.js';
export { trimAssistantPrefill } from './model/trim-assistant-prefill.js';
export type { RequestPaths } from './model/request-paths.js';
export type { AppliedEdit, ClearReasoning, ClearToolResults, ContextEdit, Summarize } from './model/context-edit.js';
export { customToolSchema, describeCustomTool, grammarWarnings } from './model/custom-tool.js';
export { droppableTurns, roundDropCount, weightsWithoutTurns, withoutOldestTurns } from './model/drop-turns.js';
export { effortOfBudget, efforts, type Effort } from './model/effort.js';
export type { DialectId, Extensions } from './model/extensions.js';
export type { FinishKind, FinishReason } from './model/finish-reason.js';
export { mapCallIds, plainCallIds, withMappedCallIds, type CallIdForm } from './model/map-call-ids.js';
export { customToolInput, FreeTextInput } from './model/free-text-input.js';
export type {
  GenerationEnd,
  GenerationEvent,
  GenerationStart,
  PartDelta,
  PartDeltaEvent,
} from './model/generation-event.js';
export type {
  GenerationRequest,
  OutputFormat,
  ReasoningRequest,
  Sampling,
  OptionalParameter,
} from './model/generation-request.js';
export type { Citable, CitedUnit, DocumentText, NumberedPassage } from './model/citable.js';
export { ResultCollector, type GenerationResult } from './model/generation-result.js';
export { markedInstruction, withInstructionsInResults } from './model/instructions-in-results.js';
export { isCitable } from './model/is-citable.js';
export { isInstruction } from './model/is-instruction.js';
export { mediaKind } from './model/media-kind.js';
export { mediaTypeOfName } from './model/media-type-of-name.js';
export type { Message, Role } from './model/message.js';
export type { ModelInfo, Residency } from './model/model-info.js';
export type {
  MediaPart,
  MediaSource,
  OpaquePart,
  Part,
  ReasoningPart,
  TextPart,
  TokenLogprob,
  ToolCallPart,
  ToolResultPart,
  Citation,
  ContainerFileCitation,
  DocumentCitation,
  FileCitation,
  UrlCitation,
} from './model/part.js';
export type { ReasoningSignature } from './model/reasoning-signature.js';
export { skeleton } from './model/replay.js';
export type {
  AttributeFilter,
  AttributeValue,
  CodeFile,
  CodeLanguage,
  CodeRequest,
  CodeResult,
  DomainFilter,
  FileHit,
  FileSearchRequest,
  FileSearchResult,
  HostedToolErrorCode,
  HostedToolKind,
  HostedToolRequest,
  HostedToolResult,
  SearchRanking,
  UrlSources,
  UrlSourceTools,
  WebFetchRequest,
  WebFetchResult,
  WebHit,
  WebPageResult,
  WebSearchRequest,
  WebSearchResult,
} from './model/hosted-tool.js';
export type {
  ServerCall,
  ServerCallOutcome,
  ServerTool,
  ServerToolFilter,
  ServerToolRecord,
  ServerToolSource,
  McpServerAddress,
  McpServerRequest,
} from './model/server-tool.js';
export type { SettingsChange } from './model/settings-change.js';
export { changedTools, toolChangesOf } from './model/tool-changes.js';
export { ToolNames, type NamedTool, type ToolIdentity } from './model/tool-names.js';
export {
  hostedGroup,
  isAmong,
  isHostedGroup,
  mustCall,
  type CustomTool,
  type FunctionTool,
  type HostedTool,
  type ToolChange,
  type ToolChoice,
  type ToolDefinition,
  type ToolGroup,
  type ToolName,
} from './model/tool.js';
export { UsageMeter } from './model/usage-meter.js';
export { emptyUsage, type Usage } from './model/usage.js';
export type { Warning } from './model/warning.js';
export { storageQuotaExceeded } from './errors/storage-quota-exceeded.js';
export { totalBytes, type StorageAccount, type StoredBytes } from './ports/storage-account.js';
export { systemClock, type Clock } from './ports/clock.js';
export type { ConversationItem, ConversationRecord } from './ports/conversation-store.js';
export {
  fileChunkBytes,
  type FilePageRequest,
  type FileQuota,
  type FileRecord,
  type NewFile,
  type FileStore,
} from './ports/file-store.js';
export {
  containerExpiry,
  type ContainerFile,
  type ContainerQuota,
  type ContainerRecord,
  type ContainersAndFiles,
  type ContainerStore,
  type StoredContainer,
} from './ports/container-store.js';
export type { LanguageModel, InputCount, NativeUpstream } from './ports/language-model.js';
export type { IdSource } from './ports/id-source.js';
export type {
  CompletedAttempt,
  IdempotencyState,
  IdempotencyStore,
  IdempotentAttempt,
  StoredResponse,
} from './ports/idempotency-store.js';
export type { JobCounts, NewJob } from './ports/job-store.js';
export {
  auditEventKinds,
  type AuditEvent,
  type AuditEventKind,
  type AuditLog,
  type AuditQuery,
  type RefusalReason,
} from './ports/audit-log.js';
export type { OwnedCounts, OwnerErasure } from './ports/owner-erasure.js';
export type { Page, PageRequest } from './ports/page.js';
export type { RunContext, RunLogFields, ShouldRetry } from './ports/run-context.js';
export type { StepLog, StoredSteps } from './ports/step-log.js';
export type { EncryptionPurpose, ReasoningSigner, ReasoningSigners } from './ports/reasoning-signer.js';
export type { CallProgress, CallStage, ServerToolForm, ServerToolForms } from './ports/server-tool-form.js';
export type {
  EmbeddingInput,
  EmbeddingModel,
  EmbeddingOptions,
  Embeddings,
  RerankModel,
  RetrievalContext,
  RetrievalModels,
} from './ports/embedding-model.js';
export type {
  CitableDocument,
  CitableSource,
  HostedFunction,
  HostedToolContext,
  HostedTools,
  OpenHostedTool,
} from './ports/hosted-tools.js';
export { maxChunksPerFile } from './ports/vector-store.js';
export type {
  AttachOutcome,
  Chunk,
  ChunkHit,
  ChunkLengths,
  ChunkSearch,
  CursorPageRequest,
  EmbeddedChunk,
  EmbeddingSpace,
  FileAttributes,
  FileBatchRecord,
  FilePageFilter,
  Ingestion,
  IngestionFailure,
  IngestionCounts,
  IngestionLease,
  NewVectorStore,
  NewVectorStoreFile,
  VectorStoreFileCounts,
  VectorStoreFileRecord,
  VectorStoreFileStatus,
  VectorStoreQuota,
  VectorStoreRecord,
  VectorStoreSettings,
  VectorStoreStore,
} from './ports/vector-store.js';
export type {
  TurnStatus,
  ApiKeyRecord,
  ApiKeyStore,
  ApiKeyUse,
  ChainTurn,
  Store,
  StoredItem,
  TurnAddition,
  TurnRecord,
} from './ports/store.js';
export type { McpServer, McpServers } from './ports/mcp-servers.js';
export { readTraceContext, traceHeaders, traceIdOf, type TraceContext } from './ports/trace-context.js';
export type { TurnEvent, TurnEventLog } from './ports/turn-event-log.js';
export { isTerminal } from './ports/turn-status.js';
export type {
  KnownTools,
  PlainReasoning,
  ReaderOptions,
  UpstreamApi,
  UpstreamFailure,
  UpstreamReader,
  UpstreamRequest,
  UpstreamTarget,
} from './ports/upstream-api.js';
export { fuseHits, type FusionOptions, type RankedHits } from './retrieval/fuse-hits.js';
export { matchesAttributes } from './retrieval/match-attributes.js';
export { BackendGroup, defaultRoutingRules, type BackendStatus, type RoutingRules } from './routing/backend-group.js';
export { Backend } from './routing/backend.js';
export { ModelTable } from './routing/model-table.js';
export { ModelRegistry, type ModelRoute } from './routing/model-registry.js';
export type { GroupMember } from './routing/slot.js';
export {
  createEmbeddingLanguageModel,
  createRerankLanguageModel,
  type ModelLifecycle,
} from './routing/retrieval-language-model.js';
export { toUnitVector } from './model/unit-vector.js';
export { combineWatchers, type NewRun, type RunWatch, type WatchRun } from './routing/run-watch.js';
export { commonSchema } from './schema/common-schema.js';
export { inlineSchemaReferences } from './schema/inline-schema-references.js';
export { noStoreKey, type StoreKey, type StoreKeyEntry } from './ports/store-key.js';
export type { StoreMemory } from './ports/store-memory.js';
export { countCharacters } from './text/count-characters.js';
export { EscapedControls } from './text/escaped-controls.js';
export { firstMarker, partialSuffix } from './text/marker-search.js';
export { TextBuilder } from './text/text-builder.js';
export { StopScanner } from './text/stop-scanner.js';
export { applyChanges } from './turn/apply-changes.js';
export { compactContext } from './turn/context-edits/compact-context.js';
export { assembleContext, type TurnContext } from './turn/context/assemble-context.js';
export { deduplicateInput } from './turn/conversation-locks/deduplicate-input.js';
export { ConversationLocks } from './turn/conversation-locks/conversation-locks.js';
export { HeldLeases } from './turn/conversation-locks/held-leases.js';
export { countTurn, type TokenCount } from './turn/count-turn.js';
export { earlierTurns } from './turn/earlier-turns.js';
export { followTurnEvents } from './turn/follow-turn-events.js';
export { errorWithRequestPaths, warningsWithRequestPaths } from './turn/with-request-paths.js';
export { growingPause, pauseWhileBusy } from './turn/pause-while-busy.js';
export { prepareStep } from './turn/prepare-step.js';
export { previousNotFound } from './turn/previous-not-found.js';
export { nativeDialect } from './turn/pipeline/load-turn.js';
export { type TurnPorts } from './turn/pipeline/turn-state.js';
export { runTurn } from './turn/run-turn.js';
export type { PersistResponse, TurnResponse } from './turn/turn-response.js';
export { outputMessages } from './turn/turn-record.js';
export type { OnlySummary, TurnOutcome, TurnRequest, TurnSnapshot } from './turn/turn-request.js';
