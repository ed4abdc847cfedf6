import type { UpstreamApi } from '@org/engine';
import { encodeCountRequest, encodeUpstreamRequest } from './encode-upstream-request.js';
import { ResponseReader } from './response-reader.js';

/** `POST /v1/responses` from the client's side: upstreams that speak this dialect. */
export const responsesApi: UpstreamApi = {
  dialect: 'responses',
  traits: {
    path: '/v1/responses',
    countPath: '/v1/responses/input_tokens',
    modelsPath: '/v1/models',
    keyHeader: 'authorization',
    maxUserIdLength: 64,
    // Also which earlier items are commentary, which are completed, and the one-call-at-a-time setting where a model
    // makes no parallel calls. An upstream that takes no output cap has one of its own.
    optionalFields: [
      'allowed_callers',
      'async',
      'client_metadata',
      'context_management',
      'defer_loading',
      'effort',
      'include',
      'max_output_tokens',
      'metadata',
      'parallel_tool_calls',
      'phase',
      'prompt_cache_key',
      'prompt_cache_options',
      'prompt_cache_retention',
      'safety_identifier',
      'service_tier',
      'status',
      'store',
      'strict',
      'summary',
      'truncation',
      'user',
      'verbosity',
    ],
    toolForms: true,
    headers: {},
  },
  encode: encodeUpstreamRequest,
  encodeCount: encodeCountRequest,
  readCount: ({ input_tokens: count }) =>
    typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined,
  createReader: (request, target, warnings, emit, options) =>
    new ResponseReader(request, target, warnings, emit, options),
};
