export { messagesTongue } from './testing/messages-tongue.js';
export { responsesTongue } from './testing/responses-tongue.js';
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
  upstreamWords,
  type UpstreamFault,
  type UpstreamPhase,
} from './testing/upstream-faults.js';
export { keywordScript } from './testing/upstream-keywords.js';
export type { UpstreamTongue } from './testing/upstream-tongue.js';
export { AnswerFilter, type FilterOptions } from './upstream-api/answer-filter.js';
export { WireDecoder } from './upstream-api/wire-decoder.js';
export type { WireGeneratorOptions } from './upstream-api/wire-options.js';
