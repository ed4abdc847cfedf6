// Converts token counts, both ways. The neutral model counts the complete prompt; this API splits it into three
// summands.
import {
  excludeSummaryUsage,
  type AppliedEdit,
  isObject,
  type JsonObject,
  type JsonValue,
  summaryUsage,
  type Usage,
} from '@org/engine';
import type { MessageDeltaUsage, Usage as ApiUsage } from '@org/protocol/messages';

/**
 * Every count of this service, as totals of the complete message. Maintains the identity `inputTokens = input_tokens
 * + cache_creation_input_tokens + cache_read_input_tokens`. Counts of a response whose upstream did not count are
 * marked by an additional member, `estimated`.
 */
function encodeCounts(usage: Usage): MessageDeltaUsage & { input_tokens: number } {
  return {
    input_tokens: Math.max(0, usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens),
    cache_creation_input_tokens: usage.cacheWriteTokens,
    cache_read_input_tokens: usage.cachedInputTokens,
    output_tokens: usage.outputTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
    server_tool_use: null,
    ...(usage.estimated === true && { estimated: true }),
  };
}

/** `usage` of a `message_delta`. `remaining`: additional counts of the upstream. */
export function encodeDeltaUsage(usage: Usage, remaining: JsonObject): MessageDeltaUsage {
  return withRemainingUsage(encodeCounts(usage), remaining);
}

/** `usage` of a message, with every key of the official type: null where there is no value. `tier`: the neutral one. */
export function encodeUsage(usage: Usage, remaining: JsonObject, tier?: string): ApiUsage {
  return withRemainingUsage(
    {
      ...encodeCounts(usage),
      cache_creation: null,
      service_tier: tiers.get(tier) ?? null,
      inference_geo: null,
      speed: null,
    },
    remaining,
  );
}

/**
 * `iterations` of a response that starts with a summary: the usage of each of the two. Clients read the totals as the
 * current context, to which the summarized content no longer belongs; where nothing followed the summary, they are 0.
 */
export function encodeIterations(usage: Usage, edits: readonly AppliedEdit[] = []): JsonObject {
  const summary = summaryUsage(edits);
  if (summary === undefined) return {};
  const own = excludeSummaryUsage(usage, edits);
  const hasResponseUsage = own.inputTokens + own.outputTokens > 0;
  return {
    iterations: [
      { type: 'compaction', ...iteration(summary) },
      ...(hasResponseUsage ? [{ type: 'message', model: null, ...iteration(own) }] : []),
    ],
  };
}

function iteration(usage: Usage): JsonObject {
  const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } = encodeCounts(usage);
  return {
    input_tokens,
    output_tokens,
    cache_creation_input_tokens: cache_creation_input_tokens ?? 0,
    cache_read_input_tokens: cache_read_input_tokens ?? 0,
    cache_creation: null,
  };
}

/** API names of the service tiers. Other tiers have no name. */
const tiers: ReadonlyMap<string | undefined, string> = new Map([
  ['default', 'standard'],
  ['priority', 'priority'],
]);

/** The neutral tier for the one that the API's `usage` names. */
export function decodeTier({ service_tier: reported }: JsonObject): { readonly serviceTier?: string } {
  const known = [...tiers].find(([, name]) => name === reported)?.[0];
  return known === undefined ? {} : { serviceTier: known };
}

function withRemainingUsage<Counts extends MessageDeltaUsage>(counts: Counts, remaining: JsonObject): Counts {
  const { output_tokens_details: details, ...others } = remaining;
  if (!isObject(details)) return { ...counts, ...others };
  return { ...counts, ...others, output_tokens_details: { ...counts.output_tokens_details, ...details } };
}

/** The neutral counts of the API's `usage`; the complete object stays in `raw`. A missing or invalid count is 0. */
export function decodeUsage(payload: JsonObject): Usage {
  const reported = count(payload['input_tokens']);
  const outputTokens = count(payload['output_tokens']);
  const cached = count(payload['cache_read_input_tokens']);
  const written = count(payload['cache_creation_input_tokens']);
  // This API has no total. A server that reports one, as other APIs do, may also count as they do: caches in the
  // prompt.
  const includesCache = cached + written > 0 && payload['total_tokens'] === reported + outputTokens;
  const inputTokens = includesCache ? reported : reported + cached + written;
  const cachedInputTokens = Math.min(cached, inputTokens);
  const cacheWriteTokens = Math.min(written, inputTokens - cachedInputTokens);
  const { output_tokens_details: details } = payload;
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteTokens,
    reasoningTokens: isObject(details) ? count(details['thinking_tokens']) : 0,
    raw: payload,
  };
}

function count(value: JsonValue | undefined): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
