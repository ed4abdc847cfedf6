export { replay } from './model/replay.js';
export { addUsage } from './model/usage.js';
export type { Job } from './ports/job-store.js';
export { defaultBreakerSettings } from './routing/circuit-breaker.js';
export {
  buildContext,
  buildRequest,
  buildResult,
  clockAt,
  countingIds,
  functionTool,
  message,
  readAll,
} from './testing/builders.js';
export { checkGrammar, describeLanguageModelContract } from './testing/contracts/language-model-contract.js';
export {
  describeEmbeddingModelContract,
  type EmbeddingModelSubject,
  type OpenEmbeddingModel,
} from './testing/contracts/embedding-model-contract.js';
export {
  describeRerankModelContract,
  type OpenRerankModel,
  type RerankModelSubject,
} from './testing/contracts/rerank-model-contract.js';
export {
  createScriptedEmbeddingModel,
  createScriptedRerankModel,
  type ScriptedEmbeddingOptions,
  wordToken,
} from './testing/scripted/scripted-retrieval.js';
export { contractTools, describeMcpServersContract } from './testing/contracts/mcp-servers-contract.js';
export { EventGrammar } from './testing/event-grammar.js';
export { generateText, upstreamFailure, FakeModel, settle } from './testing/backend-setup.js';
export { ScriptedMcpServers } from './testing/scripted-mcp-servers.js';
export { ScriptedHostedTools, type ScriptedHostedTool } from './testing/scripted-hosted-tools.js';
export type { Script, ScriptStep } from './testing/scripted/script.js';
export { createScriptedModel } from './testing/scripted/scripted-model.js';
export { applyChanges } from './turn/apply-changes.js';
export { resultsByCalls } from './turn/context/results-by-calls.js';
export { sinceSummary } from './turn/context/since-summary.js';
export { describeStoreContract } from './testing/contracts/store-contract.js';
export {
  describeStoreKeyContract,
  type KeyedLocation,
  newKey,
  oldKey,
} from './testing/contracts/store-key-contract.js';
export { edgeCaseTexts } from './testing/contracts/edge-case-texts.js';
export { describeChunkSearchContract } from './testing/contracts/chunk-search-contract.js';
export { describeVectorStoreContract } from './testing/contracts/vector-store-contract.js';
export { ingest, newVectorStoreFile, putVectorStore } from './testing/vector-store-fixtures.js';
export { putFile } from './testing/contracts/file-contract.js';
export { startNew } from './testing/contracts/idempotency-contract.js';
export { assertAccountAgrees } from './testing/contracts/storage-account-contract.js';
export { fillOwner, readOwner } from './testing/contracts/owner-erasure-contract.js';
export { putLongConversation } from './testing/contracts/long-conversation-contract.js';
export { eventually, pause } from './testing/eventually.js';
export { longLease, noLease } from './testing/lease-times.js';
export { putLongLog } from './testing/long-log.js';
export { formsOf, togetherForm } from './testing/plain-forms.js';
export { fixedClock, type StoreFixture, type StoreLocation, useStores } from './testing/store-location.js';
export { testJobSettings } from './testing/test-job-settings.js';
export { turnOf } from './testing/turn-fixtures.js';
export { estimateInput } from './turn/context-edits/input-size.js';
export type { TurnJobOutcome } from './background/run-turn-job.js';
export { holdTickets, type LeaseTimes } from './turn/conversation-locks/conversation-locks.js';
