import type { JsonObject } from '../../model/json.js';
import type { Usage } from '../../model/usage.js';
import { countOf, objectOf, type WireObject } from '../upstream/wire-value.js';

/**
 * The upstream's counts in our terms. Counts are cumulative wherever they are repeated, so the latest one holds and
 * nothing is ever added up.
 */
export function readUsage(wire: WireObject): Usage {
  const inputDetails = objectOf(wire['prompt_tokens_details'] ?? wire['input_tokens_details']);
  const outputDetails = objectOf(wire['completion_tokens_details'] ?? wire['output_tokens_details']);
  const inputTokens = countOf(wire['prompt_tokens']) ?? countOf(wire['input_tokens']) ?? readTokens(wire);
  const completion = countOf(wire['completion_tokens']) ?? countOf(wire['output_tokens']) ?? countOf(wire['predicted_n']) ?? 0;
  const reasoning = countOf(outputDetails?.['reasoning_tokens']) ?? countOf(wire['reasoning_tokens']) ?? 0;
  const cached = countOf(inputDetails?.['cached_tokens']) ?? countOf(wire['prompt_cache_hit_tokens']) ?? countOf(wire['cache_n']) ?? 0;
  // A few upstreams count reasoning beside the completion; only their total gives it away.
  const apart = reasoning > 0 && countOf(wire['total_tokens']) === inputTokens + completion + reasoning;
  const outputTokens = apart ? completion + reasoning : completion;
  return {
    inputTokens,
    outputTokens,
    cachedInputTokens: Math.min(cached, inputTokens),
    cacheWriteTokens: 0,
    reasoningTokens: Math.min(reasoning, outputTokens),
    // It came out of JSON.parse, so it is JSON.
    raw: wire as JsonObject,
  };
}

/** llama.cpp's timings count what was read of the prompt and what was cached of it apart. */
function readTokens(timings: WireObject): number {
  return (countOf(timings['cache_n']) ?? 0) + (countOf(timings['prompt_n']) ?? 0);
}

/** Where the counts of a chunk are: at its top, or in one of the places that single upstreams chose. */
export function findUsage(chunk: WireObject, choice: WireObject | undefined): WireObject | undefined {
  return objectOf(chunk['usage']) ?? objectOf(choice?.['usage']) ?? objectOf(objectOf(chunk['x_groq'])?.['usage']) ?? objectOf(chunk['timings']);
}
