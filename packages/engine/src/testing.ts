export { replay } from './model/replay.js';
export { addUsage } from './model/usage.js';
export type { Job } from './ports/job-store.js';
export { defaultBreakerSettings } from './routing/circuit-breaker.js';
export {
  buildContext,
  buildRequest,
  buildResult,
  countingIds,
  functionTool,
  message,
  readAll,
} from './testing/builders.js';
export { checkGrammar, describeLanguageModelContract } from './testing/contracts/language-model-contract.js';
export { contractTools, describeMcpServersContract } from './testing/contracts/mcp-servers-contract.js';
export { EventGrammar } from './testing/event-grammar.js';
export { postgresOfRun, startPostgresOfRun, stopPostgresOfRun } from './testing/postgres-of-run.js';
export { generateText, upstreamFailure, FakeModel, settle } from './testing/backend-setup.js';
export { ScriptedMcpServers } from './testing/scripted-mcp-servers.js';
export type { ScriptStep } from './testing/scripted/script.js';
export { createScriptedModel } from './testing/scripted/scripted-model.js';
export { applyChanges } from './turn/apply-changes.js';
export { resultsByCalls } from './turn/context/results-by-calls.js';
export { sinceSummary } from './turn/context/since-summary.js';
export { describeStoreContract } from './testing/contracts/store-contract.js';
export { describeStoreKeyContract } from './testing/contracts/store-key-contract.js';
