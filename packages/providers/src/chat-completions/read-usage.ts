import type { JsonObject, Usage } from '@org/engine';
import { countOf, objectOf, type WireObject } from '../shared/wire-value.js';

/**
 * The upstream's counts in our terms. Counts are cumulative wherever they are repeated, so the latest one holds and those of
 * different chunks are never added up.
 */
export function readUsage(wire: WireObject): Usage {
  const reported = countOf(wire['prompt_tokens']) ?? countOf(wire['input_tokens']);
  const prompt = reported ?? readTokens(wire);
  const completion =
    countOf(wire['completion_tokens']) ?? countOf(wire['output_tokens']) ?? countOf(wire['predicted_n']) ?? 0;
  const { cached, written } = cachesIn(wire);
  const reasoning = reasoningIn(wire);
  // A few upstreams count reasoning beside the completion, or caches beside the prompt; only their total gives it away.
  const surplus = reported === undefined ? 0 : Math.max(0, (countOf(wire['total_tokens']) ?? 0) - prompt - completion);
  const extraPromptTokens = surplus === cached + written && surplus !== reasoning ? surplus : 0;
  const extraCompletionTokens =
    extraPromptTokens === 0 && (reasoning === undefined || reasoning === surplus) ? surplus : 0;
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
    raw: wire as JsonObject,
  };
}

/** What of the prompt was read from a cache, and what was written to one. */
function cachesIn(wire: WireObject): { readonly cached: number; readonly written: number } {
  const details = objectOf(wire['prompt_tokens_details'] ?? wire['input_tokens_details']);
  const topLevel = ['prompt_cache_hit_tokens', 'cached_tokens', 'cache_read_input_tokens', 'cache_n'].map((name) =>
    countOf(wire[name]),
  );
  return {
    cached: countOf(details?.['cached_tokens']) ?? topLevel.find((count) => count !== undefined) ?? 0,
    written:
      writtenNames.map((name) => countOf(details?.[name])).find((count) => count !== undefined) ??
      countOf(wire['cache_creation_input_tokens']) ??
      0,
  };
}

/** What OpenAI calls it, others, and Alibaba. */
const writtenNames = ['cache_write_tokens', 'created_cache_tokens', 'cache_creation_input_tokens'];

/** `undefined`: nothing is told of reasoning. */
function reasoningIn(wire: WireObject): number | undefined {
  const details = objectOf(wire['completion_tokens_details'] ?? wire['output_tokens_details']);
  return countOf(details?.['reasoning_tokens']) ?? countOf(wire['reasoning_tokens']);
}

/** llama.cpp's timings count what was read of the prompt and what was cached of it apart. */
function readTokens(timings: WireObject): number {
  return (countOf(timings['cache_n']) ?? 0) + (countOf(timings['prompt_n']) ?? 0);
}

/** Where the counts of a chunk are: at its top, or in one of the places that single upstreams chose. Zeros and nulls alone count nothing. */
export function findUsage(chunk: WireObject, choice: WireObject | undefined): WireObject | undefined {
  const usage =
    objectOf(chunk['usage']) ??
    objectOf(choice?.['usage']) ??
    objectOf(objectOf(chunk['x_groq'])?.['usage']) ??
    objectOf(chunk['timings']);
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
