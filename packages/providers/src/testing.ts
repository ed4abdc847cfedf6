export { messagesCodec } from './testing/messages-tongue.js';
export { responsesCodec } from './testing/responses-tongue.js';
export {
  startScriptedUpstream,
  type ScriptedUpstream,
  type UpstreamCall,
  type UpstreamScript,
} from './testing/scripted-upstream.js';
export {
  canStrike,
  upstreamFaults,
  upstreamPhases,
  upstreamErrorText,
  type UpstreamFault,
  type UpstreamPhase,
} from './testing/upstream-faults.js';
export { keywordScript } from './testing/upstream-keywords.js';
export type { FakeServerCodec } from './testing/upstream-tongue.js';
export { ResponseFilter, type FilterOptions } from './upstream-api/answer-filter.js';
export { UpstreamDecoder } from './upstream-api/wire-decoder.js';
export type { UpstreamApiModelOptions } from './upstream-api/wire-options.js';
