// Token counts, both ways. The neutral model counts the whole prompt; this wire splits it into three summands.
import type { Usage } from '@org/engine/model/usage';
import type { MessageDeltaUsage, Usage as WireUsage } from '@org/protocol/messages';
import { asJson } from './extensions.js';

/**
 * Every count of this service, as totals of the whole message. Keeps the identity
 * `inputTokens = input_tokens + cache_creation_input_tokens + cache_read_input_tokens`.
 */
function encodeCounts(usage: Usage): MessageDeltaUsage & { input_tokens: number } {
  return {
    input_tokens: Math.max(0, usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens),
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
    server_tool_use: null,
  };
}

/** `usage` of a `message_delta`. */
export function encodeDeltaUsage(usage: Usage): MessageDeltaUsage {
  return encodeCounts(usage);
}

/** `usage` of a message, with every key of the official type: null where there is nothing to say. */
export function encodeUsage(usage: Usage): WireUsage {
  return { ...encodeCounts(usage), cache_creation: null, service_tier: null, inference_geo: null, speed: null };
}

/** What of a wire `usage` has a neutral meaning; the whole object stays in `raw`. */
export function decodeUsage(wire: WireUsage): Usage {
  const cacheWriteTokens = wire.cache_creation_input_tokens ?? 0;
  const cachedInputTokens = wire.cache_read_input_tokens ?? 0;
  return {
    inputTokens: wire.input_tokens + cacheWriteTokens + cachedInputTokens,
    outputTokens: wire.output_tokens,
    cachedInputTokens,
    cacheWriteTokens,
    reasoningTokens: wire.output_tokens_details?.thinking_tokens ?? 0,
    raw: asJson(wire),
  };
}
