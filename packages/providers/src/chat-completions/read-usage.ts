import { type JsonObject, type Usage, countOf, asObject } from '@org/engine';
import type { ApiPayload } from '../shared/api-payload.js';

/**
 * Converts the upstream's usage to the neutral one. Counts are cumulative wherever they are repeated, so the latest one applies
 * and chunks are never summed.
 */
export function readUsage(payload: ApiPayload): Usage {
  const reported = countOf(payload['prompt_tokens']) ?? countOf(payload['input_tokens']);
  const prompt = reported ?? readTokens(payload);
  const completion =
    countOf(payload['completion_tokens']) ?? countOf(payload['output_tokens']) ?? countOf(payload['predicted_n']) ?? 0;
  const { cached, written } = cachesIn(payload);
  const reasoning = reasoningIn(payload);
  // A few upstreams count reasoning outside the completion, or caches outside the prompt; only their total reveals
  // it.
  const unaccountedTokens =
    reported === undefined ? 0 : Math.max(0, (countOf(payload['total_tokens']) ?? 0) - prompt - completion);
  const extraPromptTokens =
    unaccountedTokens === cached + written && unaccountedTokens !== reasoning ? unaccountedTokens : 0;
  const extraCompletionTokens =
    extraPromptTokens === 0 && (reasoning === undefined || reasoning === unaccountedTokens) ? unaccountedTokens : 0;
  const inputTokens = prompt + extraPromptTokens;
  const outputTokens = completion + extraCompletionTokens;
  const cachedInputTokens = Math.min(cached, inputTokens);
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens,
    cacheWriteTokens: Math.min(written, inputTokens - cachedInputTokens),
    reasoningTokens: Math.min(reasoning ?? extraCompletionTokens, outputTokens),
    // It came out of JSON.parse, so it is JSON.
    raw: payload as JsonObject,
  };
}

/** Returns how many prompt tokens were read from a cache and written to one. */
function cachesIn(payload: ApiPayload): { readonly cached: number; readonly written: number } {
  const details = asObject(payload['prompt_tokens_details'] ?? payload['input_tokens_details']);
  const topLevel = ['prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens', 'cache_n'].map((name) =>
    countOf(payload[name]),
  );
  return {
    cached: countOf(details?.['cached_tokens']) ?? topLevel.find((count) => count !== undefined) ?? 0,
    written:
      writtenNames.map((name) => countOf(details?.[name])).find((count) => count !== undefined) ??
      countOf(payload['cache_creation_input_tokens']) ??
      0,
  };
}

/** Field names of OpenAI, of other upstreams, and of Alibaba. */
const writtenNames = ['cache_write_tokens', 'created_cache_tokens', 'cache_creation_input_tokens'];

/** Returns the reasoning tokens; `undefined` when not reported. */
function reasoningIn(payload: ApiPayload): number | undefined {
  const details = asObject(payload['completion_tokens_details'] ?? payload['output_tokens_details']);
  return countOf(details?.['reasoning_tokens']) ?? countOf(payload['reasoning_tokens']);
}

/** llama.cpp's timings count what was read of the prompt and what was cached of it apart. */
function readTokens(timings: ApiPayload): number {
  return (countOf(timings['cache_n']) ?? 0) + (countOf(timings['prompt_n']) ?? 0);
}

/**
 * Finds the usage of a chunk: at its top level or in a field of a specific upstream. Zeros and nulls alone do not
 * count.
 */
export function findUsage(chunk: ApiPayload, choice: ApiPayload | undefined): ApiPayload | undefined {
  const usage =
    asObject(chunk['usage']) ??
    asObject(choice?.['usage']) ??
    asObject(asObject(chunk['x_groq'])?.['usage']) ??
    asObject(chunk['timings']);
  return usage !== undefined && counters.some((name) => (countOf(usage[name]) ?? 0) > 0) ? usage : undefined;
}

const counters = [
  'prompt_tokens',
  'completion_tokens',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'prompt_n',
  'predicted_n',
  'cache_n',
];
