export { messagesCodec } from './testing/messages-codec.js';
export { responsesCodec } from './testing/responses-codec.js';
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
export type { FakeServerCodec } from './testing/fake-server-codec.js';
export { ResponseFilter, type FilterOptions } from './upstream-api/response-filter.js';
export { UpstreamDecoder } from './upstream-api/upstream-decoder.js';
export type { UpstreamApiModelOptions } from './upstream-api/upstream-api-options.js';
