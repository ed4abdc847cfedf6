import type { UpstreamApi } from '@org/engine';
import { encodeCountRequest, encodeUpstreamRequest } from './encode-upstream-request.js';
import { MessageReader } from './message-reader.js';

/** `POST /v1/messages` from the client's side: upstreams that speak this dialect. */
export const messagesApi: UpstreamApi = {
  dialect: 'messages',
  traits: {
    path: '/v1/messages',
    countPath: '/v1/messages/count_tokens',
    modelsPath: '/v1/models',
    maxUserIdLength: 256,
    keyHeader: 'x-api-key',
    // Whether it is cached, how it is priced and counted, and what clears up a context that grew: what coding agents send to every server.
    optionalFields: [
      'allowed_callers',
      'block_binding',
      'cache_control',
      'clear_at',
      'context_management',
      'defer_loading',
      'display',
      'effort',
      'eager_input_streaming',
      'inference_geo',
      'input_examples',
      'metadata',
      'scope',
      'service_tier',
      'speed',
      'strict',
      'ttl',
      'user_id',
    ],
    toolForms: false,
    // The version that every server of this API supports; a client that speaks another one sets it in
    // `vendor-version`.
    headers: { 'anthropic-version': '2023-06-01' },
  },
  encode: encodeUpstreamRequest,
  encodeCount: encodeCountRequest,
  readCount: ({ input_tokens: count }) =>
    typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined,
  createReader: (request, target, warnings, emit) => new MessageReader(request, target, warnings, emit),
};
